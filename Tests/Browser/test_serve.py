"""A session for each visitor."""
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from urllib.parse import urlencode

from browser import wait
from session import PROGRAMS, ROOT
from view import Client


class ServeTests(unittest.TestCase):
    def serve(self, *arguments):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": self.folder}
        process = subprocess.Popen(["viperline", "serve", "greeting", *arguments], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        self.addCleanup(self.end, process)
        return re.search(r"http\S+", process.stdout.readline())[0]

    @staticmethod
    def end(process):
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        process.stdout.close()

    def visit(self, url):
        client = Client(url)
        status, headers, _ = client.ask("GET", f"/?token={client.token}")
        self.assertEqual(status, 200)
        client.cookie = headers["Set-Cookie"].split(";")[0]
        return client

    def page(self, client):
        return client.ask("GET", "/")[2].decode()

    def test_each_visitor_has_a_session(self):
        url = self.serve("--sessions", "2")
        first, second = self.visit(url), self.visit(url)
        self.assertNotEqual(first.cookie, second.cookie)
        for client in (first, second):
            wait(lambda: "Show greeting" in self.page(client) or "Greeting" in self.page(client), 20)
        button = re.search(r'value="(press[^"]*)"', self.page(first))[1]
        scene = re.search(r'data-scene="([^"]*)"', self.page(first))[1]
        before = self.page(second)
        self.assertEqual(first.ask("POST", "/act", urlencode({"do": button, "scene": scene}))[0], 204)
        wait(lambda: "Hello" in self.page(first))
        self.assertEqual(self.page(second), before)
        other = Client(url)
        self.assertEqual(other.ask("GET", f"/?token={other.token}")[0], 503)
        self.assertEqual(other.ask("GET", "/")[0], 401)
        self.assertEqual(other.ask("GET", f"/?token={'0' * 32}")[0], 401)
        self.assertEqual(other.ask("GET", f"/?token={other.token}", Host="evil.example")[0], 421)
        self.assertEqual(first.ask("POST", "/act", urlencode({"do": button, "scene": scene}), Sec_Fetch_Site="cross-site")[0], 403)

    def test_a_session_that_nobody_looks_at_ends(self):
        url = self.serve("--sessions", "1", "--idle", "1")
        client = self.visit(url)
        wait(lambda: "data-scene" in self.page(client), 20)
        wait(lambda: client.ask("GET", "/")[0] == 401 if time.sleep(1.5) is None else False, 30)
        wait(lambda: not [name for name in os.listdir(self.folder) if name.startswith("viperline-visitor-")])
        self.visit(url)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
