"""What an operator does with a store: backup, restore, export, import, doctor."""
import json
import os
import pathlib
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "postgres"))
from cluster import Cluster  # noqa: E402
from house import Server  # noqa: E402
from party import FAST, Party, verified  # noqa: E402
from program import PROGRAM, fails, folder, main, run, works  # noqa: E402
from wire import ask  # noqa: E402


def move(party, server):
    """Everybody of the party goes to another server with what they have."""
    party.s = server
    for p in party.players:
        p.close()
        p.server, p.me, p.views = server, None, {}
        p.connect()
        p.until(lambda p=p: p.me)


def test_backup_while_playing():
    """a backup of a running server is one moment of it; the restored one plays its games to the end"""
    with folder() as place, Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        copy, new = f"{place}/copy.db", f"{place}/new"
        party.start().play(9)
        move(party, s)  # so that both have heard everything
        question = party.ann.views[0]["to"], party.bob.views[1]["to"]
        assert "names" in works("backup", copy, "--data", s.folder)
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
        party.play(4)  # what comes after the backup is not in it
        s.stop()
        fails(3, "already there", "backup", copy, "--data", s.folder)
        fails(2, "not empty", "restore", copy, "--data", s.folder)
        fails(2, "pg_dump", "backup", copy, "--store", "postgres:dbname=x")
        assert new in works("restore", copy, "--data", new)
        assert os.listdir(place).count("copy.db.part") == 0
        with Server(*FAST, folder=new) as other:
            for p in party.players:
                p.answered.clear()
            move(party, other)
            assert (party.ann.views[0]["to"], party.bob.views[1]["to"]) == question
            party.play()
            assert party.ann.over["ending"] == "played"
            assert "over" in verified(party.record())


def test_bad_backups():
    """what is not a whole backup is refused, and nothing is left behind"""
    with folder() as place, Server() as s:
        s.guest()
        works("backup", f"{place}/good", "--data", s.folder)
        whole = pathlib.Path(f"{place}/good").read_bytes()
        with sqlite3.connect(f"{place}/other") as db:
            db.execute("CREATE TABLE x(y)")
        pathlib.Path(f"{place}/newer").write_bytes(whole)
        with sqlite3.connect(f"{place}/newer") as db:
            db.execute("PRAGMA user_version = 999")
        pathlib.Path(f"{place}/text").write_text("hello " * 1000)
        pathlib.Path(f"{place}/torn").write_bytes(whole[:len(whole) // 2 // 4096 * 4096])
        pathlib.Path(f"{place}/killed.part").touch()
        fails(3, "if no other copy runs, remove it", "backup", f"{place}/killed", "--data", s.folder)
        for name, why in (("other", "not a store"), ("newer", "newer version"), ("text", "not a"),
                          ("torn", ""), ("missing", "cannot read")):
            fails(3, why, "restore", f"{place}/{name}", "--data", f"{place}/into-{name}")
            assert not os.path.exists(f"{place}/into-{name}/robodrome.db"), name


def test_between_stores():
    """a server moves from SQLite to PostgreSQL and back with its people and running games"""
    with folder() as place, Cluster() as cluster:
        lines = f"{place}/all.jsonl"
        with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
            gone = s.guest(name="Gone")
            s.ask("DELETE", "me", key=gone["key"], expect=204)
            party.start().play(7)
            feed = s.ask("POST", "me/feed", key=party.a["key"])["token"]
            party.ann.done("block", person=2, on=True)
            text = works("export", "--data", s.folder)
            pathlib.Path(lines).write_text(text)
            rows = [json.loads(line)[0] for line in text.splitlines()]
            assert rows[0] == "robodrome export 1" and "Gone" not in text
            assert rows.count("people") == 2 and rows.count("tables") == 1, rows
            assert s.stop() == 0
            fails(2, "already", "import", lines, "--data", s.folder)
            for row in ('["people",1]', '["people",-9,"Eve","en",1,1]', '["keys","AAAA",1,1]'):
                pathlib.Path(f"{place}/bad.jsonl").write_text(text.replace('["end"', f'{row}\n["end"'))
                fails(2, f"bad.jsonl:{len(rows)}: ", "import", f"{place}/bad.jsonl", "--store",
                      cluster.store)
            pathlib.Path(f"{place}/bad.jsonl").write_text('["robodrome export 1"]\n')
            fails(2, "bad.jsonl:1: the last number", "import", f"{place}/bad.jsonl", "--store",
                  cluster.store)
            works("import", lines, "--store", cluster.store)  # nothing of the bad ones was kept
            with Server(*FAST, store=cluster.store) as shared:
                assert ask(shared.port, "GET", f"/feed/{feed}.atom")[0] == 200
                assert shared.ask("GET", "me/data", key=party.a["key"])["blocked"] == ["Bob"]
                for p in party.players:
                    p.answered.clear()
                move(party, shared)
                party.play(5)
                shared.guest(name="New")  # does not get the number of the one who is gone
                back = works("export", "--store", cluster.store)
            people = [json.loads(line) for line in back.splitlines() if line.startswith('["people"')]
            assert [p[1] for p in people] == [1, 2, 4], people
            pathlib.Path(lines).write_text(back)
            works("import", lines, "--data", f"{place}/back")
            with Server(*FAST, folder=f"{place}/back") as last:
                for p in party.players:
                    p.answered.clear()
                move(party, last)
                party.play()
                assert party.ann.over["ending"] == "played"
                assert "over" in verified(party.record())


def test_cut_exports():
    """an export that has lost its end or a row, or says more after it, is refused, and nothing is kept"""
    with folder() as place, Server() as s:
        s.guest()
        s.guest()
        lines = works("export", "--data", s.folder).splitlines(True)
        assert lines[-1] == f'["end",{len(lines) - 2}]\n', lines[-1]
        file, new = f"{place}/some.jsonl", ("--data", f"{place}/new")
        for kept, why in ((lines[:-1], "cut off"), (lines[:1], "cut off"), ([], "empty"),
                          (lines[:2] + lines[3:], f":{len(lines) - 1}: rows are missing"),
                          (lines + lines[-1:], f":{len(lines) + 1}: there is something after the end")):
            pathlib.Path(file).write_text("".join(kept))
            fails(2, why, "import", file, *new)
        fails(3, "cannot read", "import", place, *new)
        pathlib.Path(file).write_text("".join(lines))
        works("import", file, *new)
        assert works("export", *new) == "".join(lines)


def test_import_where_a_server_was():
    """a store in which a server has begun is refused in words, though nobody was there"""
    with folder() as place, Cluster() as cluster, Server(store=cluster.store), Server() as s:
        s.stop()
        pathlib.Path(f"{place}/all").write_text(works("export", "--data", s.folder))
        for store in (("--store", cluster.store), ("--data", s.folder)):
            fails(2, "a server has begun with this store already", "import", f"{place}/all", *store)


def test_slow_pipes():
    """PostgreSQL waits for whoever reads the export, or brings the import, slowly"""
    with Cluster() as cluster:
        with Server(store=cluster.store) as s:
            s.guest()
        cluster.sql("INSERT INTO robodrome.people(name, lang, made, seen)"
                    " SELECT repeat('x', 60), 'en', 1, 1 FROM generate_series(1, 20000)")
        command = [PROGRAM, "export", "--store", cluster.store]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as out:
            first = out.stdout.readline()
            cluster.sql("SELECT pg_sleep(1.5)")  # longer than a batch of the server may stand still
            text = first + out.stdout.read()
        assert out.returncode == 0
        cluster.sql("DROP SCHEMA robodrome CASCADE")
        command = [PROGRAM, "import", "/dev/stdin", "--store", cluster.store]
        with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as into:
            into.stdin.write(text[:len(text) // 2])
            into.stdin.flush()
            cluster.sql("SELECT pg_sleep(1.5)")
            into.stdin.write(text[len(text) // 2:])
            into.stdin.close()
            assert into.wait() == 0
        assert works("export", "--store", cluster.store) == text


def test_other_versions():
    """doctor and export say of a store of another version, or an empty one, what it is and what to do"""
    with folder() as place, Cluster() as cluster:
        def told(store, status, words, not_exported):
            said = run("doctor", *store)
            assert said.returncode == status and words in said.stdout, said.stdout
            fails(3, not_exported, "export", *store)

        shared = ("--store", cluster.store)
        told(shared, 0, "note   store: nothing is in it yet", "nothing in the store")
        for store in (shared, ("--data", place)):
            with Server(folder=place, store=cluster.store if store is shared else None) as s:
                s.guest()

            def set_version(number, store=store):
                if store is shared:
                    return cluster.sql(f"UPDATE robodrome.version SET number = {number}")
                with sqlite3.connect(f"{place}/robodrome.db") as db:
                    return db.execute(f"PRAGMA user_version = {number}")
            set_version(1)
            told(store, 0, "note   store: an older version", "start the server once")
            set_version(999)
            told(store, 1, "WRONG  store: a newer version", "a newer version")
            assert "restore the last backup" not in run("doctor", *store).stdout


def test_owners():
    """what root restores or imports belongs to the folder's owner; doctor finds files of others"""
    if os.geteuid() != 0:
        return
    with folder() as place, Server() as s:
        s.guest()
        pathlib.Path(f"{place}/all.jsonl").write_text(works("export", "--data", s.folder))
        works("backup", f"{place}/copy", "--data", s.folder)
        for command in (("restore", f"{place}/copy"), ("import", f"{place}/all.jsonl")):
            home = f"{place}/{command[0]}"
            os.mkdir(home, 0o700)
            os.chown(home, 12345, 12345)
            works(*command, "--data", home)
            assert {(e.stat().st_uid, e.stat().st_gid) for e in os.scandir(home)} == {(12345, 12345)}
            works("doctor", "--data", home)
            os.chown(f"{home}/robodrome.db", 0, 0)
            said = run("doctor", "--data", home)
            assert said.returncode == 1 and f"chown -R --reference={home} {home}" in said.stdout, said


def test_doctor():
    """says what is fine, what is wrong, and what to do about it"""
    with folder() as place, Server() as s:
        s.guest()
        told = works("doctor", "--data", s.folder, "--port", s.port)
        assert "WRONG" not in told and f"answers at http://127.0.0.1:{s.port}/" in told, told
        assert "store: SQLite 3." in told and "whole; 1 people, 0 tables" in told, told
        os.chmod(s.folder, 0o755)
        bad = run("doctor", "--data", s.folder, "--port", s.port)
        os.chmod(s.folder, 0o700)
        assert bad.returncode == 1 and f"chmod 700 {s.folder}" in bad.stdout, bad
        few = run("doctor", "--data", s.folder, "--port", s.port, preexec_fn=few_files)
        assert few.returncode == 1 and "ulimit -n" in few.stdout, few
        works("doctor", "--data", s.folder, "--port", s.port, preexec_fn=few_at_first)
        port = s.port
        s.process.send_signal(signal.SIGSTOP)
        stopped = run("doctor", "--data", s.folder, "--port", port)
        s.process.send_signal(signal.SIGCONT)
        assert stopped.returncode == 1 and f"port {port} says nothing" in stopped.stdout, stopped
        with socket.create_server(("127.0.0.1", 0)) as other:
            threading.Thread(target=lambda: other.accept()[0].close(), daemon=True).start()
            taken = run("doctor", "--data", s.folder, "--port", other.getsockname()[1])
            assert taken.returncode == 1 and "another program has port" in taken.stdout, taken
        s.stop()
        assert f"nobody answers at port {port}" in works("doctor", "--data", s.folder, "--port", port)
        db = pathlib.Path(f"{s.folder}/robodrome.db")
        future = sqlite3.connect(db)
        future.execute("UPDATE lives SET ended = ended + 3600000")
        future.commit()
        future.close()
        back = run("doctor", "--data", s.folder, "--port", port)
        assert back.returncode == 1 and "the clock was set back" in back.stdout, back
        db.write_bytes(db.read_bytes()[:6000])
        torn = run("doctor", "--data", s.folder, "--port", port)
        assert torn.returncode == 1 and "restore the last backup" in torn.stdout, torn
        assert "not there yet" in works("doctor", "--data", f"{place}/none", "--port", port)
        pathlib.Path(f"{place}/file").touch()
        closed = run("doctor", "--data", f"{place}/file", "--port", port)  # as a folder that lets nobody in
        assert closed.returncode == 1 and "you cannot read" in closed.stdout, closed


def test_doctor_of_postgres():
    """a PostgreSQL that could lose moves is told of; one that is away is not a reason to restore a backup"""
    with Cluster(fsync="off") as cluster, Server(store=cluster.store) as s:
        def doctor(status):
            """What it says, when PostgreSQL has read its settings."""
            said = run("doctor", "--store", cluster.store, "--port", s.port)
            while said.returncode != status:
                said = run("doctor", "--store", cluster.store, "--port", s.port)
            return said.stdout
        s.guest()
        assert "set fsync and synchronous_commit on" in doctor(1)
        cluster.sql("ALTER SYSTEM SET fsync = on")
        cluster.sql("SELECT pg_reload_conf()")
        told = doctor(0)
        assert "store: PostgreSQL 1" in told and "whole; 1 people" in told, told
        cluster.sql("ALTER SYSTEM SET synchronous_commit = off")
        cluster.sql("SELECT pg_reload_conf()")
        assert "set fsync and synchronous_commit on" in doctor(1)
        gone = run("doctor", "--store", cluster.store.replace("host=", "host=/none"), "--port", s.port)
        assert gone.returncode == 1 and "see that PostgreSQL runs" in gone.stdout, gone
        assert "backup" not in gone.stdout, gone


def test_passwords():
    """an address that cannot be read is refused without a word of it, as it may have a password"""
    with folder() as place:
        pathlib.Path(f"{place}/all").touch()
        for address in ("postgresql://u:hush@[::1/db", "postgresql://u:hu%zzsh@h/db", "postgresql://u:x@hush@h/db",
                        "postgres:host=x password=x hush", "postgres:host=x hush", "postgres:host=x password='hush"):
            for command in (("serve", "--port", 0), ("doctor",), ("export",), ("import", f"{place}/all")):
                said = run(*command, "--store", address)
                told = said.stdout + said.stderr
                assert said.returncode in (1, 3) and "its address cannot be read" in told, told
                assert "hush" not in told and "zz" not in told, told


def few_files():
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))


def few_at_first():
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


main(globals())
