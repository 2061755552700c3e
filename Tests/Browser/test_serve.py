"""A session for each visitor."""
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import unittest.mock
from urllib.parse import urlencode

from browser import wait
from session import PROGRAMS, ROOT
from view import Client


class ServeCase(unittest.TestCase):
    def serve(self, *arguments, words=("greeting",), log=None):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": self.folder}
        process = subprocess.Popen(["viperline", "serve", *arguments, *words], stdout=subprocess.PIPE, stderr=log, text=True, env=environment, cwd=ROOT)
        self.addCleanup(self.end, process)
        self.front, self.printed = process.pid, process.stdout
        return re.search(r"http\S+", process.stdout.readline())[0]

    @staticmethod
    def end(process):
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        process.stdout.close()


class ServeTests(ServeCase):
    def visit(self, url):
        client = Client(url)
        status, headers, _ = client.ask("GET", f"/?token={client.token}")
        self.assertEqual(status, 200)
        client.cookie = headers["Set-Cookie"].split(";")[0]
        return client

    def stream(self, client):
        stream = socket.create_connection(("127.0.0.1", int(client.port)), timeout=60)
        stream.sendall(f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\n"
                       f"Cookie: {client.cookie}\r\n\r\n".encode())
        self.assertTrue(stream.recv(1))
        return stream

    def page(self, client):
        return client.ask("GET", "/")[2].decode()

    def test_each_visitor_has_a_session(self):
        url = self.serve("--sessions", "2")
        first, second = self.visit(url), self.visit(url)
        self.assertNotEqual(first.cookie, second.cookie)
        for client in (first, second):
            wait(lambda: "Show greeting" in self.page(client) or "Greeting" in self.page(client))
        button = re.search(r'value="(press[^"]*)"', self.page(first))[1]
        scene = re.search(r'data-scene="([^"]*)"', self.page(first))[1]
        before = self.page(second)
        self.assertEqual(first.ask("POST", "/act", urlencode({"do": button, "scene": scene}))[0], 204)
        wait(lambda: "Hello" in self.page(first))
        self.assertEqual(self.page(second), before)
        other = Client(url)
        self.assertEqual(other.ask("GET", f"/?token={other.token}")[0], 503)
        self.assertEqual(other.ask("GET", "/")[0], 401)
        self.assertEqual(other.ask("HEAD", f"/?token={other.token}")[0], 401)
        self.assertEqual(other.ask("GET", f"/?token={'0' * 32}")[0], 401)
        self.assertEqual(other.ask("GET", f"/?token={other.token}", Host="evil.example")[0], 421)
        self.assertEqual(first.ask("POST", "/act", urlencode({"do": button, "scene": scene}), Sec_Fetch_Site="cross-site")[0], 403)

    def test_another_token_ends_the_old_one_and_all_sessions(self):
        url = self.serve()
        visitors = [self.visit(url) for _ in range(2)]
        streams = []
        for client in visitors:
            wait(lambda: "data-scene" in self.page(client))
            streams.append(self.stream(client))
        os.kill(self.front, signal.SIGUSR1)
        other = re.search(r"http\S+", self.printed.readline())[0]
        self.assertEqual(other.split("?")[0], url.split("?")[0])
        self.assertNotEqual(other, url)
        for client, stream in zip(visitors, streams):
            self.assertIn(b"event: end", b"".join(iter(lambda: stream.recv(1 << 16), b"")))
            stream.close()
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("viperline-visitor-")], [])
        client = self.visit(other)
        wait(lambda: "data-scene" in self.page(client))
        for old in visitors:
            self.assertEqual(old.ask("GET", "/")[0], 401)
            self.assertEqual(old.ask("GET", f"/?token={old.token}")[0], 401)

    def test_a_session_that_does_not_end_is_killed(self):
        """Regression: after Ctrl-C in these 10 seconds, an address was printed that opened nothing."""
        own = self.enterContext(tempfile.TemporaryDirectory())
        os.mkfifo(f"{own}/alive")
        pathlib.Path(own, "compose.yaml").write_text(
            f"services:\n  stuck:\n    command: [sh, -c, 'trap \"\" TERM; exec sleep 1000 >{own}/alive']\n    receives: [router.output]\n"
            "    sends: []\n    stop_grace_period: 120s\n")
        client = self.visit(self.serve(words=("greeting", "-f", f"{own}/compose.yaml")))
        wait(lambda: "data-scene" in self.page(client))
        alive = self.enterContext(open(f"{own}/alive"))
        with self.stream(client) as stream:
            os.kill(self.front, signal.SIGUSR1)
            self.assertIn(b"event: end", b"".join(iter(lambda: stream.recv(1 << 16), b"")))
        os.kill(self.front, signal.SIGTERM)
        self.assertEqual((self.printed.read(), alive.read()), ("", ""))
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("viperline-visitor-")], [])

    def test_a_program_runs_for_each_visitor(self):
        """A program that keeps running, and one that a name means; no terminal is lent to either."""
        own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        script = own / "viperline" / "apps" / "trees"
        script.parent.mkdir(parents=True)
        script.write_text("#!/bin/sh\necho '{\"rows\":[\"oak\"],\"prompt\":\"Find\"}'\nwhile read -r line; do"
                          " echo '{\"rows\":[\"elm\"],\"prompt\":\"Find\"}'; done\n")
        script.chmod(0o755)
        for words in [("--", str(script)), ("trees",)]:
            with self.subTest(words=words), unittest.mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": str(own)}):
                url = self.serve(words=words)
                first, second = self.visit(url), self.visit(url)
                for client in (first, second):
                    wait(lambda: ">oak<" in self.page(client))
                scene = re.search(r'data-scene="([^"]*)"', self.page(first))[1]
                act = urlencode({"do": "search", "query": "x", "scene": scene})
                self.assertEqual(first.ask("POST", "/act", act, Sec_Fetch_Site="cross-site")[0], 403)
                self.assertEqual(first.ask("POST", "/act", act)[0], 204)
                wait(lambda: ">elm<" in self.page(first))
                self.assertIn(">oak<", self.page(second))

    def test_visitors_see_a_number_and_the_operator_the_reason(self):
        """Regression: an alert showed the traceback of the program, with a password (CWE-209)."""
        own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        script = own / "board"
        script.write_text("#!/bin/sh\n[ $# = 0 ] || { echo 'cannot connect to postgres://admin:hunter2@db.internal' >&2; exit 3; }\n"
                          "echo '{\"keys\":[{\"key\":\"x\",\"control\":\"restart\",\"title\":\"Restart\"}],\"rows\":[\"oak\"]}'\n")
        script.chmod(0o755)
        for options in ((), ("--show-errors",)):
            with self.subTest(options=options), (own / "log").open("w+") as log:
                client = self.visit(self.serve(*options, words=("--", str(script)), log=log))
                wait(lambda: ">oak<" in self.page(client))
                scene = re.search(r'data-scene="([^"]*)"', self.page(client))[1]
                self.assertEqual(client.ask("POST", "/act", urlencode({"do": "press?control=restart", "scene": scene}))[0], 204)
                page = wait(lambda: "alertdialog" in (page := self.page(client)) and page)
                number = re.search(r"Error ([0-9a-f]+)\.", page)
                self.assertEqual(("hunter2" in page, number is None), (bool(options), bool(options)), page)
                if number:
                    wait(lambda: log.seek(0) or re.search(f"error {number[1]}: .*hunter2", log.read()))

    def test_neither_an_application_nor_a_program_is_refused(self):
        for words in [(), ("greeting", "--", "ls"), ("--", "no-such-program")]:
            result = subprocess.run([f"{PROGRAMS}/viperline", "serve", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual(result.returncode, 69 if words[:1] == ("--",) else 64, result.stderr)

    def test_a_proxy_cannot_send_two_visitors_to_one_session(self):
        client = self.visit(self.serve())
        wait(lambda: "data-scene" in self.page(client))
        for path in ("/", "/events", "/script.js", "/none"):
            self.assertEqual(client.ask("GET", path)[1]["Connection"], "close", path)

    def test_half_requests_delay_no_other(self):
        client = self.visit(self.serve())
        wait(lambda: "data-scene" in self.page(client))
        halves = []
        for _ in range(700):  # more than the front looks at
            halves.append(socket.create_connection(("127.0.0.1", int(client.port))))
            halves[-1].sendall(b"GET / HTTP/1.1\r\nX: ")
        start = time.monotonic()
        self.assertEqual(client.ask("GET", "/")[0], 200)
        self.assertLess(time.monotonic() - start, 5)
        for half in halves:
            half.close()

    def test_without_a_descriptor_the_oldest_arrival_makes_room(self):
        """Regression: an arbitrary one was closed, and a visitor waited for a descriptor to be handed over."""
        client = self.visit(self.serve())
        wait(lambda: "data-scene" in self.page(client))
        count = len(os.listdir(f"/proc/{self.front}/fd"))
        resource.prlimit(self.front, resource.RLIMIT_NOFILE, (count + 20, count + 20))
        halves = []
        for _ in range(60):
            halves.append(socket.create_connection(("127.0.0.1", int(client.port))))
            halves[-1].sendall(b"GET / HTTP/1.1\r\nX: ")
            halves[-1].setblocking(False)
        closed = wait(lambda: (found := [n for n, half in enumerate(halves) if self.is_closed(half)])[39:] and found)
        self.assertEqual(closed, list(range(len(closed))))
        self.assertEqual(client.ask("GET", "/")[0], 200)
        self.assertFalse(self.is_closed(halves[-1]))
        for half in halves:
            half.close()

    @staticmethod
    def is_closed(connection):
        try:
            return connection.recv(1) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def test_a_view_that_is_stopped_holds_up_no_other(self):
        url = self.serve()
        stopped, other = self.visit(url), self.visit(url)
        for client in (stopped, other):
            wait(lambda: "data-scene" in self.page(client))
        folder = next(name for name in os.listdir(self.folder) if name.startswith("viperline-visitor-")
                      and stopped.cookie.split("=")[1] in pathlib.Path(self.folder, name, "web").read_text())
        view = next(int(path.parent.name) for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")
                    if (words := path.read_bytes().split(b"\0"))[0].endswith(b"viperline-web") and folder.encode() in b" ".join(words))
        os.kill(view, signal.SIGSTOP)
        waiting = [socket.create_connection(("127.0.0.1", int(stopped.port))) for _ in range(150)]
        for connection in waiting:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {stopped.host}:{stopped.port}\r\nCookie: {stopped.cookie}\r\n\r\n".encode())
        self.assertEqual(other.ask("GET", "/")[0], 200)
        os.kill(view, signal.SIGCONT)
        wait(lambda: stopped.ask("GET", "/")[0] == 200)
        for connection in waiting:
            connection.close()

    def test_an_unvisited_session_ends(self):
        url = self.serve("--sessions", "1", "--idle", "1")
        client = self.visit(url)
        wait(lambda: "data-scene" in self.page(client))
        wait(lambda: client.ask("GET", "/")[0] == 401 if time.sleep(1.5) is None else False)
        wait(lambda: not [name for name in os.listdir(self.folder) if name.startswith("viperline-visitor-")])
        self.visit(url)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
