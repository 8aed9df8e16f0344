"""Several processes, one PostgreSQL, nginx in front: tables go on when a process is lost."""
import json
import signal
import ssl
import subprocess
import sys
import tempfile
import time

from fleet import HOSTING, Fleet, Nginx, free_port
from house import Server
from player import Mind, Player, hear_any, new_table
from program import CLEAN, main, works
from wire import Closed, WebSocket, ask, connect, read_head


def table_of(fleet, tries=5):
    a, b = fleet.guest(), fleet.guest()
    table = fleet.ask("POST", "tables", new_table("robotory", "me open"), a["key"])["table"]
    players = [Player(fleet, g["key"], table) for g in (a, b)]
    try:
        players[1].done("sit", seat=1)
        players[0].done("start")
        return table, players
    except Closed:  # on a busy machine nginx may pass over a process for a moment, and the table goes elsewhere
        for p in players:
            p.close()
        assert tries > 1, "no table stays where it is"
        return table_of(fleet, tries - 1)


def play(players, mind, answers):
    while answers:
        for p in players:
            if p.asked():
                p.answer(mind)
                answers -= 1
                break
        else:
            hear_any(players)


def again(players, within=5):
    """Everybody comes back; how long it took."""
    began = time.time()
    for p in players:
        while True:
            try:
                p.close()
                p.me = None
                p.connect()
                p.until(lambda p=p: p.me)
                break
            except (Closed, OSError):
                assert time.time() - began < within, "nobody takes the table over"
                time.sleep(0.05)
    return time.time() - began


def test_tables_go_on():
    """a killed process's table goes on in the other; a stopped one that wakes is fenced off"""
    with Fleet(2, "--rate", "1000") as fleet, Mind("robotory", 2) as mind:
        table, players = table_of(fleet)
        play(players, mind, 4)
        owner = fleet.servers[fleet.owner(table)]
        other = next(s for s in fleet.servers if s is not owner)
        # Stopped: the pages get no answer and come back through nginx, which asks first.
        owner.process.send_signal(signal.SIGSTOP)
        old = [p.socket for p in players]
        for p in players:
            p.close = lambda: None  # what was open stays open
        assert again(players) < 5
        play(players, mind, 4)
        assert other.metrics()["tables"] == 1
        # Awake again it hears that the table is another's, and says so to those who are still there.
        owner.process.send_signal(signal.SIGCONT)
        for s in old:
            said = []
            try:
                while True:
                    said.append(s.receive())
            except Closed:
                assert '"moved"' in said[-1], said[-1]
            s.close()
        assert owner.metrics()["tables_lost_total"] >= 1
        for p in players:
            del p.close
        # Killed: the same, without waiting for anybody.
        was = len(fleet.cluster.sql("SELECT seq FROM robodrome.inputs").splitlines())
        other.process.kill()
        other.process.wait()
        assert again(players) < 5
        play(players, mind, 4)
        assert len(fleet.cluster.sql("SELECT seq FROM robodrome.inputs").splitlines()) >= was + 4
        assert owner.metrics()["tables"] == 1
        for p in players:
            p.close()
        other.process.stdout.close()
        other.log.close()
        other.start(other.port)


def hash_spreads(fleet):
    """tables are spread over the processes, and everybody of a table meets in one"""
    guest = fleet.guest()
    tables = [fleet.ask("POST", "tables", new_table("robotory", "me open"),
                        guest["key"])["table"] for _ in range(18)]
    for t in tables:
        first = Player(fleet, guest["key"], t)
        first.until(lambda p=first: p.me)
        first.done("chat", text="here")
        owner = fleet.owner(t)
        second = Player(fleet, guest["key"], t)
        second.until(lambda p=second: p.me)
        second.done("chat", text="here too")
        assert fleet.owner(t) == owner
        first.close()
        second.close()
    owners = [fleet.owner(t) for t in tables]
    assert len(set(owners)) == 3, owners


def a_clock_runs_on(fleet):
    """a table with a clock that nobody looks at is taken over when its process is gone"""
    a = fleet.guest()
    clock = {"kind": "decision", "seconds": 300, "add": 0, "short": 0}
    table = fleet.ask("POST", "tables", new_table("robotory", "me easy", clock=clock),
                      a["key"])["table"]
    p = Player(fleet, a["key"], table)
    p.done("start")
    p.close()
    lost = fleet.servers[fleet.owner(table)]
    lost.process.kill()
    lost.process.wait()
    until = time.time() + 15
    while fleet.servers[fleet.owner(table)] is lost:
        assert time.time() < until, "nobody takes it"
        time.sleep(0.1)
    lost.process.stdout.close()
    lost.log.close()
    lost.start(lost.port)


def a_stopped_process_keeps_nobody_waiting(fleet):
    """requests that any process may answer go past one that takes them and says nothing"""
    stopped = fleet.servers[1].process
    stopped.send_signal(signal.SIGSTOP)
    try:
        for _ in range(12):
            key = fleet.guest()["key"]  # written once, so nginx may not try it elsewhere
            fleet.ask("GET", "me", key=key)
            assert ask(fleet.port, "GET", "/health")[0] == 200
    finally:
        stopped.send_signal(signal.SIGCONT)


def nginx_refuses(fleet):
    """nginx passes on WebSocket upgrades alone, hides metrics, limits sockets and bodies"""
    table, players = table_of(fleet)
    assert ask(fleet.port, "GET", f"/table/{table}")[0] == 426
    for other in ("h2c", "websocket, h2c"):
        try:
            fleet.socket(table, upgrade=other)
            raise AssertionError(f"upgraded to {other}")
        except Closed as e:
            assert "426" in str(e), e
    assert ask(fleet.port, "GET", "/metrics")[0] == 404
    assert ask(fleet.port, "GET", "/robodrome-gate")[0] == 404
    assert ask(fleet.port, "GET", "/health")[0] == 200
    assert ask(fleet.port, "POST", "/api/1/guest", b"x" * 300000)[0] == 413
    many = []
    try:
        for _ in range(60):
            many.append(fleet.socket(table))
        raise AssertionError("more sockets of one address than allowed")
    except Closed as e:
        assert "429" in str(e) and len(many) == 48, (e, len(many))
    for s in many + players:
        s.close()


def test_three_processes():
    """tables are spread and met in one process, clocks run on, nginx passes on what it should"""
    with Fleet(3) as fleet:
        hash_spreads(fleet)
        a_clock_runs_on(fleet)
        a_stopped_process_keeps_nobody_waiting(fleet)
        nginx_refuses(fleet)


def over_tls(port, cert, path):
    """The head of the answer that a browser gets there."""
    trusted = ssl.create_default_context(cafile=cert)
    with trusted.wrap_socket(connect(port), server_hostname="play.example") as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: play.example\r\nConnection: close\r\n\r\n".encode())
        return read_head(line)[:2]


def test_site_file():
    """the site of hosting/nginx as it is serves by TLS, and leads there from port 80"""
    plain, secure = free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="robodrome-nginx-") as folder, \
            Server("--proxy", "--host", "play.example") as s:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=play.example", "-addext", "subjectAltName=DNS:play.example", "-keyout", f"{folder}/key.pem", "-out",
                        f"{folder}/cert.pem"], check=True, capture_output=True)
        changes = [("/etc/ssl/certs/play.example.pem", f"{folder}/cert.pem"),
                   ("/etc/ssl/private/play.example.key", f"{folder}/key.pem"),
                   ("listen 80;", f"listen 127.0.0.1:{plain};"), ("listen [::]:80;", ""),
                   ("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;"), ("listen [::]:443 ssl;", ""),
                   ("127.0.0.1:8051", f"127.0.0.1:{s.port}")]  # nobody is at 8052
        nginx = Nginx(secure, "include robodrome.conf;", changes)
        try:
            for path in ("/api/1/games", "/health"):
                status, headers = over_tls(secure, f"{folder}/cert.pem", path)
                assert status == 200 and "max-age" in headers["strict-transport-security"], (status, headers)
            status, headers, _ = ask(plain, "GET", "/table/x", host="play.example")
            assert (status, headers["location"]) == (301, "https://play.example/table/x"), headers
        finally:
            nginx.close()


def test_programs_and_feeds_behind_nginx():
    """programs call by WebSocket and by a stream that no buffer holds; tokens of feeds are in no log"""
    with Fleet(2, "--rate", "1000") as fleet:
        key = fleet.guest()["key"]
        made = [fleet.ask("POST", "bots", {"name": f"B{n}"}, key) for n in range(4)]
        for bot in made[:2]:
            head = f"Authorization: Bearer {bot['token']}"
            socket = WebSocket(fleet.port, "/bot", origin=None, headers=[head])
            hello = json.loads(socket.receive())
            assert hello["t"] == "hello" and hello["proto"] == "RBP/2", hello
            socket.close()
        for bot in made[2:]:  # the answer has to reach the process that has the stream
            line = connect(fleet.port)
            line.sendall(f"GET /api/1/bot/one HTTP/1.1\r\nHost: 127.0.0.1:{fleet.port}\r\n"
                         f"Authorization: Bearer {bot['token']}\r\n\r\n".encode())
            status, _, rest = read_head(line)
            assert status == 200, status
            while b'"hello"' not in rest:
                rest += line.recv(65536)
            number = json.loads(next(part for part in rest.split(b"\n") if b'"hello"' in part))["id"]
            answer = {"t": "hello", "id": number, "proto": "RBP/2", "name": "B"}
            fleet.ask("POST", "bot/one", answer, bot["token"], expect=204)
            line.close()
        assert ask(fleet.port, "GET", "/bot", key=made[0]["token"])[0] == 426
        feed = fleet.ask("POST", "me/feed", key=key)["token"]
        assert ask(fleet.port, "GET", f"/feed/{feed}.atom")[0] == 200
        assert ask(fleet.port, "GET", "/api/1/games")[0] == 200
        while "/api/1/games" not in fleet.nginx.visits():  # the last one; written after its answer
            time.sleep(0.02)
        visits = fleet.nginx.visits()
        assert feed not in visits and key not in visits, visits
        assert not any(bot["token"] in visits for bot in made)


def test_operator_of_several():
    """the operator bans somebody and closes a table at a process that has neither"""
    with tempfile.TemporaryDirectory(prefix="robodrome-admin-") as folder, \
            Fleet(2, "--rate", "1000", "--admin-token", f"{folder}/token") as fleet, Mind("robotory", 2) as mind:
        table, players = table_of(fleet)
        owner = fleet.servers[fleet.owner(table)]
        other = next(s for s in fleet.servers if s is not owner)

        def admin(server, *words):
            return works("admin", *words, "--admin-token", f"{folder}/token", "--port", server.port)
        assert table in admin(owner, "who")
        while table in admin(other, "who"):  # it may have made the table, and hears within a second who has it now
            time.sleep(0.2)
        person = next(p["person"] for p in json.loads(admin(owner, "who"))["people"] if p["name"] == players[1].me["name"])
        play(players, mind, 2)
        admin(other, "ban", "person", person)
        players[1].gone()
        assert players[1].bye == "kicked", players[1].bye
        admin(other, "close", table)
        players[0].gone()
        assert players[0].bye == "moved", players[0].bye
        players[0].me = None
        players[0].connect()
        players[0].gone()
        assert not players[0].me, "the table is still there"


def race_at_each(fleet, key, made):
    """A table of the bot and a person at each process: who owns it, and the person."""
    at = {}
    while len(at) < len(fleet.servers):
        wish = new_table("rally2005", "me me", {"course": "risky-exchange"})
        wish["seats"] = [{"kind": "program", "bot": made["bot"]}, {"kind": "person"}]
        table = fleet.ask("POST", "tables", wish, key)["table"]
        p = Player(fleet, key, table)
        p.until(lambda p=p: p.me)
        p.done("start")
        if at.setdefault(fleet.owner(table), p) is not p:
            p.close()
    return at


def test_a_program_at_all_processes():
    """a foreign bot by HTTP behind nginx plays at the tables of every process that it calls"""
    racer = HOSTING.parents[1] / "examples" / "bots" / "racer.py"
    with Fleet(2, "--rate", "1000") as fleet, Mind("rally2005", 2, {"course": "risky-exchange"}, "beginner") as mind:
        key = fleet.guest()["key"]
        made = fleet.ask("POST", "bots", {"name": "Racer"}, key)
        bots = [subprocess.Popen([sys.executable, racer, f"http://127.0.0.1:{fleet.port}/process/{n}/api/1/bot"],
                                 env={**CLEAN, "ROBODROME_TOKEN": made["token"]}, stderr=subprocess.DEVNULL)
                for n in (1, 2)]
        people = race_at_each(fleet, key, made).values()
        for p in people:
            for _ in range(2):  # the second program is asked for when the bot has given its first
                p.until(p.asked)
                p.answer(mind)
            assert "stood_in" not in p.notices, p.notices
            p.close()
        answers = [s.metrics() for s in fleet.servers]
        assert all(m["bot_answers_total"] > 0 and m["bot_late_total"] == 0 for m in answers), answers
        for bot in bots:
            bot.terminate()
            bot.wait(10)
        for server in fleet.servers:
            server.stop()


main(globals())
