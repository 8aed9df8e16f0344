"""A PostgreSQL for tests: its own folder, a unix socket, no TCP port.

As a program: cluster.py COMMAND...  starts one, sets ROBODROME_STORE to its address, runs the
command, and ends it.  Where PostgreSQL cannot start, that is a failure.  ROBODROME_SOCKETS is one
more folder in which it listens.
"""
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SETTINGS = {"listen_addresses": "''", "shared_buffers": "'32MB'", "max_connections": "60",
            "logging_collector": "off", "log_min_messages": "'warning'", "recovery_init_sync_method": "syncfs",
            "autovacuum": "on"}


def programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return found[-1] if found else os.path.dirname(shutil.which("postgres") or "/missing/postgres")


class Cluster:
    """As a context it is ended and its folder goes."""

    def __init__(self, sockets=None, **settings):
        self.folder = tempfile.mkdtemp(prefix="robodrome-pg-")
        self.data = f"{self.folder}/data"
        self.process = None
        # PostgreSQL refuses to run as root.
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} \
            if os.geteuid() == 0 else {}
        if self.user:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        os.chmod(self.folder, 0o755)
        self.run("initdb", "--no-sync", "-A", "trust", "-U", "robodrome", "-E", "UTF8",
                 "--locale=C", "-D", self.data)
        with open(f"{self.data}/postgresql.conf", "a", encoding="utf-8") as conf:
            folders = ", ".join(filter(None, (self.folder, sockets)))
            for name, value in {**SETTINGS, "unix_socket_directories": f"'{folders}'", **settings}.items():
                conf.write(f"{name} = {value}\n")
        self.start()
        self.sql("CREATE DATABASE robodrome", "postgres")

    def run(self, program, *arguments):
        done = subprocess.run([f"{programs()}/{program}", *arguments], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **self.user)
        assert done.returncode == 0, f"{program} failed: {done.stdout}"
        return done.stdout

    @property
    def store(self):
        return f"postgres:host={self.folder} user=robodrome dbname=robodrome"

    def start(self):
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen([f"{programs()}/postgres", "-D", self.data],
                                            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=log, **self.user)
        until = time.time() + 30
        while subprocess.run([f"{programs()}/pg_isready", "-q", "-h", self.folder],
                             check=False).returncode:
            assert self.process.poll() is None and time.time() < until, self.log()
            time.sleep(0.02)

    def log(self):
        return pathlib.Path(f"{self.folder}/log").read_text(encoding="utf-8", errors="replace")

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it at once and in order, SIGQUIT like a crash."""
        self.process.send_signal(how)
        self.process.wait(30)

    def sql(self, text, database="robodrome"):
        return self.run("psql", "-h", self.folder, "-U", "robodrome", "-d", database, "-Atqc", text,
                        "-v", "ON_ERROR_STOP=1").strip()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        if self.process and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    try:
        # No unit test cuts the power; what is measured must reach the disk.
        sockets = os.environ.get("ROBODROME_SOCKETS")
        cluster = Cluster(fsync=os.environ.get("ROBODROME_FSYNC", "off"), sockets=sockets)
    except (AssertionError, OSError, KeyError) as e:
        print(f"Bail out! PostgreSQL cannot start: {e}")
        sys.exit(1)
    with cluster:
        sys.exit(subprocess.run(sys.argv[1:], check=False,
                                env={**os.environ, "ROBODROME_STORE": cluster.store}).returncode)
