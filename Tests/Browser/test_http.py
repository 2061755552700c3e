"""The view over plain HTTP: who gets in, what is refused, what is bounded."""
import os
import pathlib
import re
import socket
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from urllib.parse import urlencode

from browser import wait
from session import ROOT, Session
from view import Client, View

PROGRAMS = os.environ["PROGRAMS"]
PATHS = ["/", "/events", "/act", "/script.js", "/style.css", "/icon.svg", "/picture/1", "/other", "//", "/../etc/passwd"]
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]
SCREEN = {"title": "Töst", "prompt": {"placeholder": "Search", "text": ""}, "parts": [{"list": {"rows": [{"id": "1", "title": "One"}]}}]}


def act(**fields):
    return urlencode({"scene": "s-1", **fields})


class HTTPTests(unittest.TestCase):
    def setUp(self):
        self.view = self.enterContext(View(PROGRAMS))
        self.client = Client(self.view.url())
        self.view.navigate("s-1")
        self.view.show(SCREEN)

    def test_every_route_refuses_whoever_has_not_all_credentials(self):
        wrong = [{"Cookie": None}, {"Cookie": "viperline=1"}, {"Cookie": f"viperline-{self.client.port}={'0' * 32}"},
                 {"Cookie": f"viperline-{self.client.port}={self.client.token}"}]
        self.client.enter()
        wrong += [{"Host": "evil.example"}, {"Host": None}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}]
        for path in PATHS:
            for method in METHODS:
                changes = list(wrong)
                if path in ("/events", "/act"):
                    changes += [{"Sec_Fetch_Site": None}, {"Origin": "http://evil.example"}]
                if path == "/act":
                    changes += [{"Origin": None}, {"Origin": "null"}, {"X_Viperline": None}, {"Content_Type": "text/plain"}]
                for headers in changes:
                    body = act(do="select?row=1") if method in ("POST", "PUT", "PATCH") else None
                    status, answer, _ = self.client.ask(method, path, body, **headers)
                    self.assertIn(status, (400, 401, 403, 404, 405, 415, 421), (method, path, headers))
                    self.assertIsNone(answer["Set-Cookie"])
                    self.assertIn("default-src 'none'", answer["Content-Security-Policy"] or "default-src 'none'" if status == 400 else answer["Content-Security-Policy"])
        self.assertEqual([e for e in self.view.events if e["type"] == "view.output.didSelect"], [])

    def test_a_token_is_good_once_and_the_next_is_told(self):
        first = self.client.token
        cookie = self.client.enter()
        for word in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(word, cookie)
        self.assertNotIn(first, cookie)
        other = Client(self.view.url())
        self.assertEqual(other.ask("GET", f"/?token={first}")[0], 401)
        self.assertEqual(self.client.ask("GET", f"/?token={first}")[0], 303)
        other = Client(self.view.url(1))
        self.assertNotEqual(other.token, first)
        other.enter()
        self.assertEqual(other.ask("GET", "/")[0], 200)
        self.assertEqual(self.client.ask("GET", "/")[0], 200)

    def test_who_comes_from_another_page_is_led_on_by_ours(self):
        status, headers, body = self.client.ask("GET", f"/?token={self.client.token}", Sec_Fetch_Site="cross-site", Origin=None)
        self.assertEqual((status, headers["Location"]), (200, None))
        self.assertIn("SameSite=Strict", headers["Set-Cookie"])
        self.assertIn(b'content="0;url=/"', body)

    def test_a_head_that_two_programs_could_read_in_two_ways_is_refused(self):
        self.client.enter()
        form = "Content-Type: application/x-www-form-urlencoded\r\n"
        post = "POST /act HTTP/1.1\r\nHost: {host}\r\n{all}" + form
        for head, status in (
                ("GET / HTTP/1.1\r\nHost: {host}\r\n{all}", 200), ("GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil\r\n{all}", 400),
                ("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: a=b\r\n{all}", 400), ("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil\r\n{all}", 400),
                ("GET /events HTTP/1.1\r\nHost: {host}\r\n{all}Sec-Fetch-Site: cross-site\r\n", 400), (post + "Content-Length: 0\r\nContent-Length: 9\r\n", 400),
                (post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", 400), (post + "Content-Length: -1\r\n", 400),
                (post + "Content-Length: 99999999999999999999\r\n", 413), (post + "Content-Length: 999999999\r\n", 413), ("GET / HTTP/1.0\r\n{all}", 421),
                ("GET http://evil/ HTTP/1.1\r\nHost: {host}\r\n{all}", 404), ("GET / HTTP/1.1\r\nHost: " + f"{self.client.host}.:{self.client.port}\r\n" + "{all}", 421),
                ("GET /%00 HTTP/1.1\r\nHost: {host}\r\n{all}", 404), ("POST /act%00 HTTP/1.1\r\nHost: {host}\r\n{all}" + form, 404),
                ("GET /%2e%2e/ HTTP/1.1\r\nHost: {host}\r\n{all}", 404), ("GET / HTTP/1.1\r\nHost: evil\r\n {host}\r\n{all}", 400),
                ("GET / HTTP/1.1\r\nHost: {host}\r\n{all}X: " + "x" * 40_000 + "\r\n", 431)):
            self.assertEqual(self.client.status(head), status, head[:200])
        # A body that nobody wanted is no request of its own.
        inner = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        self.assertEqual(self.client.status("POST /act HTTP/1.1\r\nHost: {host}\r\n" + f"Content-Length: {len(inner)}\r\n", inner.encode()), 401)
        self.assertEqual(self.client.status(post + "Transfer-Encoding: chunked\r\n", b"f\r\ndo=select%3Frow\r\n4\r\n%3D1\r\n0\r\n\r\n"), 204)

    def test_a_token_is_exchanged_by_one_of_many_at_once(self):
        answers = []
        def exchange(): answers.append(Client(self.view.url()).ask("GET", f"/?token={self.client.token}")[0])
        threads = [threading.Thread(target=exchange) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(answers), [303] + [401] * 7)

    def test_actions_become_events_and_the_stream_has_the_screen(self):
        self.client.enter()
        status, headers, body = self.client.ask("GET", "/")
        self.assertIn("Töst".encode(), body)
        for name, value in {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}.items():
            self.assertEqual(headers[name], value)
        self.assertEqual(self.client.ask("POST", "/act", act(do="select?row=1"))[0], 204)
        self.assertEqual(self.view.await_event("view.output.didSelect")["data"], {"row": "1"})
        self.assertEqual(self.client.ask("POST", "/act", act(do="select?row=2"))[0], 409)
        self.assertEqual(self.client.ask("POST", "/act", "do=%")[0], 400)
        self.assertEqual(self.client.ask("POST", "/act", b"a=" + b"x" * (1 << 19))[0], 413)
        self.assertEqual(self.client.ask("GET", "/events")[0], 200)

    def test_a_form_without_a_script_waits_for_the_screen(self):
        self.client.enter()
        page = self.client.ask("GET", "/")[2].decode()
        key = page.split('name="key" value="')[1].split('"')[0]
        without = {"X_Viperline": None, "Origin": "null"}
        self.assertEqual(self.client.ask("POST", "/act", act(do="search", query="x", key="0" * 32), **without)[0], 403)
        answers = []
        asker = threading.Thread(target=lambda: answers.append(self.client.ask("POST", "/act", act(do="search", query="x", key=key), **without)))
        asker.start()
        event = self.view.await_event("view.output.didSearch")
        self.view.show({**SCREEN, "activity": "Searching…"}, correlation=event["id"])
        time.sleep(0.1)
        self.assertEqual(answers, [])
        self.view.show({**SCREEN, "title": "Found"}, correlation=event["id"])
        asker.join(5)
        self.assertEqual((answers[0][0], answers[0][1]["Location"]), (303, "/"))
        self.assertIn(b"Found", self.client.ask("GET", "/")[2])

    def test_nothing_but_the_terminal_is_told_the_token(self):
        self.client.enter()
        self.client.ask("POST", "/act", act(do="select?row=1"))
        self.view.await_event("view.output.didSelect")
        told = "".join(self.view.heard)
        secrets = [self.client.token, self.client.cookie.split("=")[1], Client(self.view.url(1)).token]
        self.assertFalse([s for s in secrets if s in told])

    def test_who_says_nothing_or_half_holds_up_nobody(self):
        self.client.enter()
        idle = []
        for _ in range(1300):  # more than the view takes
            idle.append(socket.create_connection(("127.0.0.1", int(self.client.port))))
            idle[-1].sendall(b"POST /act HTTP/1.1\r\nHost: ")
        start = time.monotonic()
        self.assertEqual(self.client.ask("GET", "/")[0], 200)
        self.assertLess(time.monotonic() - start, 1)
        idle[-1].sendall(b"x" * (1 << 17))  # a head that is too long
        for connection in idle:
            connection.close()
        self.assertEqual(self.client.ask("GET", "/")[0], 200)

    def test_a_reader_that_never_reads_costs_no_memory(self):
        self.client.enter()
        slow = socket.create_connection(("127.0.0.1", int(self.client.port)))
        slow.sendall(f"GET /events HTTP/1.1\r\nHost: {self.client.host}:{self.client.port}\r\nSec-Fetch-Site: same-origin\r\n"
                     f"Cookie: {self.client.cookie}\r\n\r\n".encode())
        before = self.memory()
        for number in range(300):
            self.view.show({"title": f"{number}", "parts": [{"text": {"body": "x" * 100_000}}]})
        self.view.show({**SCREEN, "title": "last"})
        wait(lambda: b"last" in self.client.ask("GET", "/")[2])
        self.assertLess(self.memory() - before, 20_000)
        slow.close()

    def memory(self):
        """Of the view, in KiB."""
        return int(pathlib.Path(f"/proc/{self.view.process.pid}/statm").read_text().split()[1]) * 4


class PlaceTests(unittest.TestCase):
    def test_a_successor_has_port_and_cookie(self):
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/web"
            view = View(PROGRAMS, "--memory", file)
            client = Client(view.url())
            client.enter()
            self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
            view.process.kill()
            view.process.wait()
            with View(PROGRAMS, "--memory", file) as next:
                wait(lambda: client.ask("GET", "/")[0] == 200, 5, OSError)
                self.assertEqual(next.told, [])

    def test_a_browser_is_opened_without_the_token_on_its_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "browser"
            script.write_text(f'#!/bin/sh\necho "$@" >{folder}/opened.new\nmv {folder}/opened.new {folder}/opened\n')
            script.chmod(0o755)
            with View(PROGRAMS, "--memory", f"{folder}/web", "--open", environment={"BROWSER": str(script)}) as view:
                opened = wait(lambda: pathlib.Path(f"{folder}/opened").read_text().strip(), 10, OSError)
                self.assertEqual(opened, f"file://{folder}/web.html")
                self.assertIn(Client(view.url()).token, pathlib.Path(f"{folder}/web.html").read_text())
                self.assertEqual(stat.S_IMODE(os.stat(f"{folder}/web.html").st_mode), 0o600)

    def test_a_file_that_others_can_read_is_not_trusted(self):
        with tempfile.TemporaryDirectory() as folder:
            with View(PROGRAMS, "--memory", f"{folder}/web") as view:
                first = Client(view.url())
            os.chmod(f"{folder}/web", 0o644)
            with View(PROGRAMS, "--memory", f"{folder}/web") as view:
                self.assertNotEqual(Client(view.url()).token, first.token)

    def test_a_unix_socket_is_the_owners(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/web.sock"
            for _ in range(2):  # also where one was left
                view = View(PROGRAMS, "--listen", f"unix:{path}")
                view.url()
                self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
                view.process.kill()
                view.process.wait()

    def test_nothing_gives_way_to_a_socket_but_one_that_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            def refusal(path):
                answer = subprocess.run([f"{PROGRAMS}/viperline-web", "--listen", f"unix:{path}"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10)
                return answer.returncode, answer.stderr.strip().split(": ")[-1]
            for name in ("file", "backup~"):
                pathlib.Path(folder, name).write_text("precious")
            os.symlink(f"{folder}/file", f"{folder}/link")
            for name in ("file", "backup", "link"):
                self.assertEqual(refusal(f"{folder}/{name}"), (69, "File exists"))
            self.assertEqual({pathlib.Path(folder, name).read_text() for name in ("file", "backup~", "link")}, {"precious"})
            with View(PROGRAMS, "--listen", f"unix:{folder}/live") as view:
                view.url()
                self.assertEqual(refusal(f"{folder}/live"), (69, "Address already in use"))
            self.assertEqual(sorted(os.listdir(folder)), ["backup~", "file", "link"])

    def test_the_network_is_warned_of(self):
        with View(PROGRAMS, "--listen", "0.0.0.0:0") as view:
            wait(lambda: len(view.told) > 2)
            self.assertIn("Warning", view.told[0])
            self.assertIn("--origin", view.told[1])
            Client(view.url(2)).enter()

    def test_no_log_has_the_token(self):
        answer = subprocess.run(["sh", "-c", f"exec {PROGRAMS}/viperline-web 4>&-"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                env={**os.environ, "VIPERLINE_SERVICE": "view"}, timeout=10)
        self.assertIn("tty: true", answer.stderr)
        self.assertNotIn("token=", answer.stderr + answer.stdout)

    def test_what_cannot_be_a_page_is_said_before_anything_starts(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": folder}
            for arguments, status, message in (
                    (["run", "patterns/mvc", "-f", "offline", "--web"], 64, "view.input"), (["run", "patterns/mvvm", "-f", "offline", "--web"], 64, "view.input"),
                    (["run", "patterns/mvvm", "-f", "offline", "-f", "web"], 65, "view.input"), (["run", "greeting", "--web", "--listen", "localhost:1"], 64, "--listen"),
                    (["run", "greeting", "--web", "--listen", "handover:/x"], 64, "--listen"), (["run", "greeting", "--web", "--origin", "a"], 64, "--origin"),
                    (["run", "greeting", "--listen", "0"], 64, "--web"), (["serve", "patterns/mvc", "-f", "offline"], 64, "view.input"), (["serve", "nonsense"], 65, "not found")):
                answer = subprocess.run(["viperline", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=20)
                self.assertEqual((answer.returncode, message in answer.stderr), (status, True), f"{arguments}: {answer.stderr}")


class RecordingTests(unittest.TestCase):
    def test_a_recorded_session_is_verified_and_has_no_secret(self):
        for page in (("--web",), ("-f", "web")):
            with self.subTest(page):
                self.record_and_verify(page)

    def record_and_verify(self, page):
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/session.ndjson"
            with Session("itunes", "-f", "offline", "--record", file, page=page) as session:
                client = Client(session.url)
                client.enter()
                page = lambda: client.ask("GET", "/")[2].decode()
                wait(lambda: "App Store" in page())
                client.ask("POST", "/act", urlencode({"do": "search", "query": "music", "scene": "apps-1"}))
                wait(lambda: page().count("data-row") > 20)
                key = re.search('name="key" value="([^"]*)"', page())[1]
                row = re.search('value="(select[^"]*)"', page())[1]
                client.ask("POST", "/act", urlencode({"do": row, "scene": "apps-1"}))
                wait(lambda: 'class="back"' in page())
                client.ask("POST", "/act", urlencode({"do": "back", "scene": "app-2"}))
                wait(lambda: 'class="back"' not in page())
            text = pathlib.Path(file).read_text()
            self.assertIn("view.output.didGoBack", text)
            for secret in (client.token, client.cookie.split("=")[1], key):
                self.assertNotIn(secret, text)
            for service in ("view", "presenter", "router"):
                answer = subprocess.run(["viperline", "verify", service, file], env={**session.environment, "TMPDIR": folder}, capture_output=True, text=True, timeout=60)
                self.assertEqual(answer.returncode, 0, f"{service}: {answer.stdout}{answer.stderr}")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
