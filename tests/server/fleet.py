"""Several processes of `robodrome serve` over one PostgreSQL, with nginx in front, for tests.

The configuration of nginx is the one of hosting/nginx; only the site (addresses, TLS) is our own.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "postgres"))
from cluster import Cluster  # noqa: E402
from house import Server  # noqa: E402
from wire import ask  # noqa: E402

HOSTING = pathlib.Path(__file__).resolve().parents[2] / "hosting" / "nginx"

CONF = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
daemon off;
events {{ worker_connections 1024; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
SITE = """
    include robodrome-http.conf;
    upstream robodrome_tables {{
        zone robodrome_tables 256k;
        hash $robodrome_table consistent;
        {servers}
    }}
    upstream robodrome_any {{
        zone robodrome_any 256k;
        hash $request_id;
        {servers}
    }}
    upstream robodrome_bots {{
        zone robodrome_bots 256k;
        hash $http_authorization consistent;
        {servers}
    }}
    {processes}
    server {{
        listen 127.0.0.1:{port};
        include robodrome-server.conf;
    }}
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Nginx:
    """nginx with the files of hosting/nginx, in which `changes` are made first; it answers at `port`."""

    def __init__(self, port, site, changes=()):
        self.folder = tempfile.mkdtemp(prefix="robodrome-nginx-")
        self.port = port
        os.chmod(self.folder, 0o755)
        for path in HOSTING.iterdir():
            text = path.read_text(encoding="utf-8")
            for old, new in changes:
                text = text.replace(old, new)
            (pathlib.Path(self.folder) / path.name).write_text(text, encoding="utf-8")
        path = pathlib.Path(self.folder) / "nginx.conf"
        path.write_text(CONF.format(folder=self.folder, site=site), encoding="utf-8")
        self.process = subprocess.Popen(["nginx", "-p", self.folder, "-c", str(path)],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        until = time.time() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None and time.time() < until, self.errors()
                time.sleep(0.02)

    def visits(self):
        """What its log of visits has."""
        return pathlib.Path(f"{self.folder}/access.log").read_text(encoding="utf-8")

    def errors(self):
        log = pathlib.Path(f"{self.folder}/error.log")
        return log.read_text(encoding="utf-8") if log.exists() else "nginx did not start"

    def close(self):
        self.process.send_signal(signal.SIGQUIT if self.process.poll() is None else 0)
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


def site_of(port, ports):
    """A site without TLS over processes at these ports."""
    servers = "\n        ".join(f"server 127.0.0.1:{p} max_fails=1 fail_timeout=2s;" for p in ports)
    processes = "\n    ".join(f"upstream robodrome_process_{n} {{ server 127.0.0.1:{p}; }}"
                              for n, p in enumerate(ports, 1))
    return SITE.format(port=port, servers=servers, processes=processes)


class Fleet:
    """As a context everything ends; `port` is the one of nginx."""

    def __init__(self, processes=2, *flags, **settings):
        self.cluster = Cluster(**settings)
        self.servers = []
        self.nginx = None
        self.port = free_port()
        flags = ("--proxy", "--host", f"127.0.0.1:{self.port}", *flags)
        try:
            for _ in range(processes):
                self.servers.append(Server(*flags, store=self.cluster.store))
            self.nginx = Nginx(self.port, site_of(self.port, [s.port for s in self.servers]))
        except BaseException:
            self.__exit__(Exception)
            raise

    def __enter__(self):
        return self

    def __exit__(self, *what):
        if self.nginx:
            self.nginx.close()
        for s in self.servers:
            s.process.send_signal(signal.SIGCONT)
            s.__exit__(*what)
        self.cluster.__exit__(*what)

    # ---- what a guest needs, as from one server ----

    ask = Server.ask
    refuses = Server.refuses
    guest = Server.guest
    socket = Server.socket

    def owner(self, table):
        """Which process has the table loaded and is its owner: by asking PostgreSQL for its life."""
        life = self.cluster.sql("SELECT owner FROM robodrome.tables WHERE id = "
                                f"{number_of(table)}")
        lives = self.cluster.sql("SELECT id FROM robodrome.lives ORDER BY id").splitlines()
        return lives.index(life)


def number_of(name):
    """The table's number from its name in addresses."""
    value = 0
    for letter in name:
        value = value << 5 | "0123456789abcdefghjkmnpqrstvwxyz".index(letter)
    return value


def health(port):
    return ask(port, "GET", "/health")[0]
