"""Too many of everything: connections, visits, half requests, no descriptors, sessions that die."""
import os
import re
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from browser import wait
from session import PROGRAMS, ROOT
from view import Client, View


def cpu(pid):
    """Clock ticks."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def connect(client, count, say=b""):
    connections = []
    for _ in range(count):
        connections.append(socket.create_connection(("127.0.0.1", int(client.port))))
        connections[-1].sendall(say)
    return connections


class ViewTests(unittest.TestCase):
    def test_streams_beyond_the_limit_wait_and_take_the_place_of_those_that_leave(self):
        with View(PROGRAMS) as view:
            client = Client(view.url())
            view.navigate("s-1")
            view.show({"title": "Many", "parts": []})
            client.enter()
            ask = (f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\n"
                   f"Cookie: {client.cookie}\r\n\r\n").encode()
            streams = connect(client, 1100, ask)
            for stream in streams:
                self.assertIn(b"200 OK", stream.recv(100))
            more = connect(client, 1, ask)[0]
            more.settimeout(0.3)
            before = cpu(view.process.pid)
            with self.assertRaises(TimeoutError):
                more.recv(1)
            self.assertLess(cpu(view.process.pid) - before, 10)
            streams[0].close()
            # That it has left is noticed when it is sent something.
            numbers = iter(range(100))
            wait(lambda: view.show({"title": f"{next(numbers)}", "parts": []}) or self.comes(more), TimeoutError)
            self.assertIn(b"200 OK", more.recv(100))
            for stream in [more, *streams]:
                stream.close()
            view.show({"title": "Nobody", "parts": []})
            self.assertEqual(client.ask("GET", "/")[0], 200)

    @staticmethod
    def comes(connection):
        return connection.recv(1, socket.MSG_PEEK)

    def test_every_page_gets_the_newest_screen(self):
        """A page that was being served took the new screen, and the view woke no other: they had it 15 seconds later."""
        with View(PROGRAMS) as view:
            client = Client(view.url())
            view.navigate("s-1")
            view.show({"title": "T0.", "parts": []})
            client.enter()
            ask = (f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\n"
                   f"Cookie: {client.cookie}\r\n\r\n").encode()
            streams = connect(client, 24, ask)
            seen = [0] * len(streams)

            def watch(index):
                rest = b""
                while more := streams[index].recv(1 << 16):
                    titles = re.findall(rb">T(\d+)\.<", rest + more)
                    seen[index] = int(titles[-1]) if titles else seen[index]
                    rest = (rest + more)[-20:]

            watchers = [threading.Thread(target=watch, args=(index,), daemon=True) for index in range(len(streams))]
            for watcher in watchers:
                watcher.start()
            number = 0
            for length in range(25):
                for size in range(length + 1):
                    number += 1
                    view.show({"title": f"T{number}.", "parts": [{"text": {"body": "x" * (size * 3000)}}]})
                # Less than the 15 s after which each stream gets a sign of life.
                wait(lambda: set(seen) == {number}, seconds=10)
        # The view has ended, and its streams with it.
        for watcher, stream in zip(watchers, streams):
            watcher.join(60)
            stream.close()

    def test_a_view_without_descriptors_continues(self):
        with View(PROGRAMS) as view:
            client = Client(view.url())
            view.navigate("s-1")
            view.show({"title": "Few", "parts": []})
            client.enter()
            resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE, (30, 30))
            silent = connect(client, 60)
            before = cpu(view.process.pid)
            time.sleep(0.3)
            self.assertLess(cpu(view.process.pid) - before, 10)
            for connection in silent:
                connection.close()
            wait(lambda: client.ask("GET", "/")[0] == 200, OSError)


class ServeTests(unittest.TestCase):
    def serve(self, *arguments):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": self.folder}
        self.process = subprocess.Popen(["viperline", "serve", "greeting", *arguments], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        self.addCleanup(self.end)
        return Client(re.search(r"http\S+", self.process.stdout.readline())[0])

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.process.stdout.close()

    def visit(self, client):
        """A visitor with a session."""
        status, headers, _ = client.ask("GET", f"/?token={client.token}", Cookie=None)
        self.assertEqual(status, 200)
        client.cookie = headers["Set-Cookie"].split(";")[0]
        wait(lambda: b"data-scene" in client.ask("GET", "/")[2])
        return client

    def sessions(self):
        """The processes of the sessions' supervisors."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            return [int(word) for word in file.read().split()]

    def test_silent_connections_keep_no_one_out(self):
        client = self.serve("--sessions", "1")
        silent = connect(client, 600) + connect(client, 10, b"GET / HTTP/1.1\r\nHost: ")
        before, start = cpu(self.process.pid), time.monotonic()
        self.visit(client)
        self.assertLess(time.monotonic() - start, 5)
        time.sleep(0.3)
        self.assertLess(cpu(self.process.pid) - before, 30)
        for connection in silent:
            connection.close()

    def test_visits_are_refused_beyond_the_limit(self):
        client = self.serve("--sessions", "1")
        self.visit(client)
        for _ in range(200):
            status, headers, page = client.ask("GET", f"/?token={client.token}", Cookie=None)
            self.assertEqual((status, headers["Retry-After"]), (503, "60"))
        self.assertIn(b"All sessions are in use", page)
        self.assertEqual(len(self.sessions()), 1)
        self.assertEqual(client.ask("GET", "/")[0], 200)

    def test_a_session_that_dies_makes_room(self):
        client = self.serve("--sessions", "1")
        self.visit(client)
        os.kill(self.sessions()[0], signal.SIGKILL)
        wait(lambda: client.ask("GET", "/")[0] == 401)
        wait(lambda: not [name for name in os.listdir(self.folder) if name.startswith("viperline-visitor-")])
        self.visit(client)

    def test_a_visitor_of_a_session_that_does_not_answer_gets_a_message(self):
        client = self.serve("--sessions", "1")
        client.cookie = client.ask("GET", f"/?token={client.token}", Cookie=None)[1]["Set-Cookie"].split(";")[0]
        session = self.sessions()[0]
        os.kill(session, signal.SIGSTOP)
        ask = f"GET / HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nCookie: {client.cookie}\r\n\r\n".encode()
        waiting = connect(client, 110, ask)
        # The hundred that may wait, and ten too many.
        refused = wait(lambda: [c for c in waiting if self.has(c)])
        self.assertGreaterEqual(len(refused), 1)
        self.assertIn(b"Retry-After: 5", refused[0].recv(1000))
        os.kill(session, signal.SIGKILL)
        left = next(c for c in waiting if c not in refused)
        left.settimeout(60)
        self.assertIn(b"503", left.recv(1000))
        for connection in waiting:
            connection.close()

    @staticmethod
    def has(connection):
        connection.setblocking(False)
        try:
            return connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return None

    def test_a_front_without_descriptors_continues(self):
        client = self.serve("--sessions", "1")
        resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (20, 20))
        silent = connect(client, 60)
        before = cpu(self.process.pid)
        time.sleep(0.5)
        self.assertLess(cpu(self.process.pid) - before, 10)
        self.assertEqual(wait(lambda: client.ask("GET", "/")[0], OSError), 401)
        for connection in silent:
            connection.close()


if __name__ == "__main__":
    unittest.main(warnings="ignore")
