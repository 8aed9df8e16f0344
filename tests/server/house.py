"""A running server and its guests, for the tests of this folder."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import CLEAN, PROGRAM  # noqa: E402
from wire import WebSocket, ask  # noqa: E402


class Server:
    """`robodrome serve` on a free port; as a context it ends and its folder goes.

    `store` is the address of a PostgreSQL; else everything is in the folder."""

    def __init__(self, *flags, folder=None, store=None, program=PROGRAM, env=None):
        self.flags, self.store, self.program, self.env = flags, store, program, {**CLEAN, **(env or {})}
        self.kept = None if folder else tempfile.TemporaryDirectory(prefix="robodrome-server-")
        self.folder = folder or self.kept.name
        self.port, self.process, self.said = 0, None, ""
        self.start()

    def start(self, port=0):
        self.log = open(f"{self.folder}.log", "ab")
        where = ["--store", self.store] if self.store else ["--data", self.folder]
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(port), *where, *self.flags],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, env=self.env)
        self.said = self.process.stdout.readline().decode()
        assert "http://127.0.0.1:" in self.said, (self.said, self.errors())
        self.port = int(self.said.split("http://127.0.0.1:")[1].split("/")[0])

    def errors(self):
        return pathlib.Path(f"{self.folder}.log").read_text(encoding="utf-8", errors="replace")

    def stop(self, how=signal.SIGTERM):
        """Ends it; the exit status, and checks that nothing was complained about."""
        self.process.send_signal(how)
        status = self.process.wait(30)
        self.process.stdout.close()
        self.log.close()
        return status

    def restart(self, how=signal.SIGTERM):
        self.stop(how)
        self.start(self.port)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        if self.process.poll() is None:
            status = self.stop()
            assert what[0] or status == 0, (status, self.errors())
        assert what[0] or "ERROR" not in self.errors(), self.errors()
        pathlib.Path(f"{self.folder}.log").unlink()
        if self.kept:
            self.kept.cleanup()

    # ---- HTTP ----

    def ask(self, method, path, body=None, key=None, expect=200, **more):
        """A document of the API; `expect` is the status it must have."""
        status, _, data = ask(self.port, method, "/api/1/" + path, body, key, **more)
        assert status == expect, (method, path, status, data)
        return json.loads(data) if data else None

    def refuses(self, status, error, method, path, body=None, key=None, **more):
        problem = self.ask(method, path, body, key, expect=status, **more)
        assert problem["error"] == error, problem
        assert problem["text"], problem

    def metrics(self):
        lines = ask(self.port, "GET", "/metrics")[2].decode().splitlines()
        return {name[len("robodrome_"):]: int(value)
                for name, value in map(str.split, lines[1::2])}

    def guest(self, lang="en", name=None):
        return self.ask("POST", "guest", {"lang": lang, **({"name": name} if name else {})})

    def socket(self, table, **more):
        return WebSocket(self.port, f"/table/{table}", **more)
