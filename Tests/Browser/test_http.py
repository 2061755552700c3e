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

    def test_every_route_refuses_requests_without_all_credentials(self):
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
                    status, answer, text = self.client.ask(method, path, body, **headers)
                    if (method, path) == ("GET", "/") and "Sec_Fetch_Site" in headers:
                        # A link elsewhere: a page that leads on, without anything of the session.
                        self.assertEqual((status, b"led=1" in text, "Töst".encode() in text), (200, True, False))
                        continue
                    self.assertIn(status, (400, 401, 403, 404, 405, 415, 421), (method, path, headers))
                    self.assertIsNone(answer["Set-Cookie"])
                    self.assertIn("default-src 'none'", answer["Content-Security-Policy"] or "default-src 'none'" if status == 400 else answer["Content-Security-Policy"])
        self.assertEqual([e for e in self.view.events if e["type"] == "view.output.didSelect"], [])

    def test_a_token_works_once_and_the_next_is_printed(self):
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

    def test_a_visit_from_another_page_gets_a_page_that_leads_on(self):
        status, headers, body = self.client.ask("GET", f"/?token={self.client.token}", Sec_Fetch_Site="cross-site", Origin=None)
        self.assertEqual((status, headers["Location"]), (200, None))
        self.assertIn("SameSite=Strict", headers["Set-Cookie"])
        self.assertIn(b'content="0;url=./"', body)

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
                ("HEAD / HTTP/1.1\r\nHost: {host}\r\n{all}", 200), ("HEAD /script.js HTTP/1.1\r\nHost: {host}\r\n{all}", 200),
                ("HEAD /events HTTP/1.1\r\nHost: {host}\r\n{all}", 405), ("HEAD / HTTP/1.1\r\nHost: {host}\r\n", 401),
                (post + "Transfer-Encoding: xchunked\r\n", 400), (post + "Transfer-Encoding: gzip, chunked\r\n", 400),
                ("GET / HTTP/1.1\r\nHost: {host}\r\n{all}Transfer-Encoding: identity\r\n", 400),
                ("GET /%2e%2e/ HTTP/1.1\r\nHost: {host}\r\n{all}", 404), ("GET / HTTP/1.1\r\nHost: evil\r\n {host}\r\n{all}", 400),
                ("GET / HTTP/1.1\r\nHost: {host}\r\n{all}X: " + "x" * 40_000 + "\r\n", 431)):
            self.assertEqual(self.client.status(head), status, head[:200])
        # The body of a refused request is not a second request.
        inner = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        self.assertEqual(self.client.status("POST /act HTTP/1.1\r\nHost: {host}\r\n" + f"Content-Length: {len(inner)}\r\n", inner.encode()), 401)
        self.assertEqual(self.client.status(post + "Transfer-Encoding: chunked\r\n", b"f\r\ndo=select%3Frow\r\n4\r\n%3D1\r\n0\r\n\r\n"), 204)

    def test_head_has_the_headers_of_get_and_no_body(self):
        self.assertEqual(self.client.ask("HEAD", f"/?token={self.client.token}")[0], 401)
        self.client.enter()
        for path in ("/", "/?led=1", "/script.js", "/style.css", "/icon.svg", "/picture/none"):
            with self.subTest(path=path):
                (_, fields, page), (_, same, nothing) = (self.whole(method, path) for method in ("GET", "HEAD"))
                self.assertEqual((same, nothing), (fields, b""))
                self.assertIn(f"Content-Length: {len(page)}".encode(), fields)

    def whole(self, method, path):
        """The first line of an answer, its headers but the time, and all that follows."""
        with socket.create_connection(("127.0.0.1", int(self.client.port)), timeout=60) as connection:
            connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: {self.client.host}:{self.client.port}\r\nCookie: {self.client.cookie}\r\n"
                               "Connection: close\r\n\r\n".encode())
            head, _, body = b"".join(iter(lambda: connection.recv(1 << 16), b"")).partition(b"\r\n\r\n")
        first, *fields = head.split(b"\r\n")
        return first, sorted(field for field in fields if not field.startswith(b"Date:")), body

    def test_a_header_from_outside_moves_nothing(self):
        self.client.enter()
        page = self.client.ask("GET", "/")[2]
        for name in ("X_Forwarded_Prefix", "X_Forwarded_Host", "X_Forwarded_Proto", "X_Script_Name", "X_Original_URL", "Forwarded"):
            status, headers, body = self.client.ask("GET", "/", **{name: "//evil.example/"})
            self.assertEqual((status, body), (200, page), name)
            self.assertNotIn("evil", str(headers), name)

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
        asker.join(60)
        self.assertEqual((answers[0][0], answers[0][1]["Location"]), (303, "./?scene=s-1"))
        self.assertIn(b"Found", self.client.ask("GET", "/")[2])

    def test_the_address_of_a_scene_is_no_way_in_and_changes_nothing(self):
        self.view.show(SCREEN, "s-2")
        self.view.navigate("s-1", "s-2")
        self.assertEqual(self.client.ask("GET", "/?scene=s-2")[0], 401)
        self.client.enter()
        wait(lambda: b'data-way="s-1 s-2"' in self.client.ask("GET", "/")[2])
        page = self.client.ask("GET", "/")[2]
        for query in ("?scene=s-1", "?scene=s-2", "?scene=gone", "?scene=", "?scene=%00", "?scene=s-1&scene=s-2", "?scene=" + "x" * 9000):
            for site in ("none", "same-origin"):
                status, _, body = self.client.ask("GET", f"/{query}", Sec_Fetch_Site=site)
                self.assertEqual((status, body), (200, page), query)
            self.assertIn(b"led=1", self.client.ask("GET", f"/{query}", Sec_Fetch_Site="cross-site")[2])
            self.assertEqual(self.client.ask("GET", f"/?led=1{query.replace('?', '&')}", Sec_Fetch_Site="cross-site")[0], 403)
            self.assertEqual(self.client.ask("GET", f"/{query}", Host="evil.example")[0], 421)
        self.assertEqual([e for e in self.view.events if e["type"] == "view.output.didGoBack"], [])
        # What is posted is checked as every action is.
        self.assertEqual(self.client.ask("POST", "/act", "do=back&to=s-1", Sec_Fetch_Site="cross-site")[0], 403)
        self.assertEqual(self.client.ask("POST", "/act", "do=back&to=gone")[0], 409)
        self.assertEqual(self.client.ask("POST", "/act", "do=back&to=s-1")[0], 204)
        self.assertEqual(self.view.await_event("view.output.didGoBack")["subject"], "s-2")

    def test_only_the_terminal_gets_the_token(self):
        self.client.enter()
        self.client.ask("POST", "/act", act(do="select?row=1"))
        self.view.await_event("view.output.didSelect")
        reported = "".join(self.view.reported)
        secrets = [self.client.token, self.client.cookie.split("=")[1], Client(self.view.url(1)).token]
        self.assertFalse([s for s in secrets if s in reported])

    def test_silent_and_half_requests_delay_no_other(self):
        self.client.enter()
        idle = []
        for _ in range(1300):  # more than the view takes
            idle.append(socket.create_connection(("127.0.0.1", int(self.client.port))))
            idle[-1].sendall(b"POST /act HTTP/1.1\r\nHost: ")
        start = time.monotonic()
        self.assertEqual(self.client.ask("GET", "/")[0], 200)
        self.assertLess(time.monotonic() - start, 5)
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
                wait(lambda: client.ask("GET", "/")[0] == 200, OSError)
                self.assertEqual(next.printed, [])

    def test_a_browser_is_opened_without_the_token_on_its_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "browser"
            script.write_text(f'#!/bin/sh\necho "$@" >{folder}/opened.new\nmv {folder}/opened.new {folder}/opened\n')
            script.chmod(0o755)
            with View(PROGRAMS, "--memory", f"{folder}/web", "--open", environment={"BROWSER": str(script)}) as view:
                opened = wait(lambda: pathlib.Path(f"{folder}/opened").read_text().strip(), OSError)
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
                answer = subprocess.run([f"{PROGRAMS}/viperline-web", "--listen", f"unix:{path}"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
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

    def test_an_address_for_the_network_prints_a_warning(self):
        with View(PROGRAMS, "--listen", "0.0.0.0:0") as view:
            wait(lambda: len(view.printed) > 2)
            self.assertIn("Warning", view.printed[0])
            self.assertIn("--origin", view.printed[1])
            Client(view.url(2)).enter()

    def test_no_log_has_the_token(self):
        answer = subprocess.run(["sh", "-c", f"exec {PROGRAMS}/viperline-web 4>&-"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                env={**os.environ, "VIPERLINE_SERVICE": "view"}, timeout=60)
        self.assertIn("tty: true", answer.stderr)
        self.assertNotIn("token=", answer.stderr + answer.stdout)
        self.assertEqual(answer.returncode, 69)

    def test_a_page_without_a_way_to_print_its_address_is_refused(self):
        """Regression: it went on, unreachable, after the address could not be printed."""
        with tempfile.TemporaryDirectory() as folder:
            for output, arguments, status in (("4>/dev/full", "", 69), ("4</dev/null", "", 69), ("4>/dev/null", "", 0),
                                              ("4>/dev/full", f"--memory {folder}/memory --open", 0)):
                answer = subprocess.run(["sh", "-c", f"exec {PROGRAMS}/viperline-web {arguments} {output}"], stdin=subprocess.DEVNULL, capture_output=True,
                                        text=True, env={**os.environ, "BROWSER": "true"}, timeout=60)
                self.assertEqual((answer.returncode, "could not be printed" in answer.stderr), (status, output != "4>/dev/null"), output)

    def test_a_page_whose_port_is_taken_says_so(self):
        """Regression: the session ended without a word."""
        with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
            environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": folder}
            page = ["--web", "--listen", str(taken.getsockname()[1])]
            for arguments in (["run", "greeting", *page], ["app", *page, "--", "echo", "{}"]):
                answer = subprocess.run(["viperline", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=30)
                self.assertEqual((answer.returncode, "Address already in use" in answer.stderr), (69, True), f"{arguments}: {answer.stderr}")

    def test_an_impossible_page_is_reported_before_anything_starts(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": folder}
            for arguments, status, message in (
                    (["run", "patterns/mvc", "-f", "offline", "--web"], 64, "view.input"), (["run", "patterns/mvvm", "-f", "offline", "--web"], 64, "view.input"),
                    (["run", "patterns/mvvm", "-f", "offline", "-f", "web"], 65, "view.input"), (["run", "greeting", "--web", "--listen", "localhost:1"], 64, "--listen"),
                    (["run", "greeting", "--web", "--listen", "handover:/x"], 64, "--listen"), (["run", "greeting", "--web", "--origin", "a"], 64, "--origin"),
                    (["run", "greeting", "--listen", "0"], 64, "--web"), (["serve", "patterns/mvc", "-f", "offline"], 64, "view.input"), (["serve", "nonsense"], 65, "not found")):
                answer = subprocess.run(["viperline", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=20)
                self.assertEqual((answer.returncode, message in answer.stderr), (status, True), f"{arguments}: {answer.stderr}")


class CookieTests(unittest.TestCase):
    def test_behind_a_proxy_with_tls_the_cookie_is_secure(self):
        """Regression: a mistyped http:// sent it in clear."""
        view = self.enterContext(View(PROGRAMS, "--listen", "127.0.0.1:0", "--origin", "https://tools.example"))
        view.navigate("s-1")
        view.show(SCREEN)
        port, token = wait(lambda: view.printed) and (self.port(view), re.search(r"token=(\w+)", view.printed[0])[1])
        client = Client(f"http://127.0.0.1:{port}/?token={token}")
        proxied = {"Host": "tools.example", "Origin": "https://tools.example"}
        status, headers, _ = client.ask("GET", f"/?token={token}", **proxied)
        name, *attributes = re.split("; |=", headers["Set-Cookie"])
        self.assertEqual((status, name), (303, f"__Host-viperline-{port}"))
        self.assertIn("Secure", attributes)
        client.cookie = headers["Set-Cookie"].split(";")[0]
        self.assertEqual(client.ask("GET", "/", **proxied)[0], 200)
        self.assertEqual(client.ask("POST", "/act", act(do="select?row=1"), **proxied)[0], 204)
        self.assertEqual(client.ask("GET", "/", **{**proxied, "Cookie": client.cookie.removeprefix("__Host-")})[0], 401)
        # On this machine there is no TLS, and no browser would keep such a cookie.
        self.assertEqual(client.ask("GET", "/")[0], 401)
        token = re.search(r"token=(\w+)", wait(lambda: view.printed[1:] and view.printed[1]))[1]
        self.assertNotIn("Secure", client.ask("GET", f"/?token={token}", Cookie=None)[1]["Set-Cookie"])

    @staticmethod
    def port(view):
        """Where it listens; it prints the proxy's address."""
        inodes = {os.readlink(f"/proc/{view.process.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{view.process.pid}/fd")}
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                return int(words[1].split(":")[1], 16)


LOGIN = """
import json, sys
form = {"form": {"id": "login", "fields": [{"id": "user", "label": "Name", "kind": "text"}, {"id": "password", "label": "Password", "kind": "secret"}]}}
count = 0
def say(type, data, subject, event):
    print(json.dumps({"specversion": "1.0", "type": type, "subject": subject, "correlationid": event.get("correlationid") or event["id"],
                      "causationid": event["id"], "data": data}), flush=True)
for line in sys.stdin:
    event = json.loads(line)
    if event["type"] == "router.output.didNavigate":
        top = event["data"]["stack"][-1]
        parts = [form] if top["name"] == "home" else [{"text": {"body": "inside"}}]
        say("view.input.show", {"screen": {"title": top["name"], "parts": parts}}, top["scene"], event)
    elif event["type"] == "view.output.didSubmit":
        say("router.input.open", {"name": "inside", "parameters": {}}, event["subject"], event)
"""
LOGIN_COMPOSE = """
services:
  view: {extends: {file: roles, service: view}}
  router: {extends: {file: roles, service: router}, command: [viperline-router, --root, home]}
  presenter: {command: [python3, -u, ./login.py], receives: [view.output, router.output], sends: [view.input, router.input]}
states: [view.input.show, router.output.didNavigate]
"""


class SecretTests(unittest.TestCase):
    def test_no_recording_and_no_tap_has_a_password(self):
        """Regression: a double click posts the form twice, and the second had met the next screen."""
        for password in ("hunter2@SECRET x", "hunter2+%41&=;é", 'hunter2"\\<b>', "hunter2"):
            with self.subTest(password):
                self.post_twice(password)

    def post_twice(self, password):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "login.py").write_text(LOGIN)
            pathlib.Path(folder, "compose.yaml").write_text(LOGIN_COMPOSE)
            file = f"{folder}/session.ndjson"
            with Session(f"{folder}/compose.yaml", "--record", file) as session:
                client = Client(session.url)
                client.enter()
                page = lambda: client.ask("GET", "/")[2].decode()
                wait(lambda: "Password" in page())
                tap = subprocess.Popen(["viperline", "tap", "--records"], env=session.environment, stdout=subprocess.PIPE, text=True)
                tapped = []
                reader = threading.Thread(target=lambda: tapped.extend(iter(tap.stdout.readline, "")))
                reader.start()
                wait(lambda: client.ask("POST", "/act", "do=close")[0] == 204 and tapped)
                body = urlencode({"do": "submit?form=login", "scene": "home-1", "field:user": "ada", "field:password": password})
                # In the same scene, but for a form that is not there.
                self.assertEqual(client.ask("POST", "/act", body.replace("login", "other"))[0], 409)
                self.assertEqual(client.ask("POST", "/act", body)[0], 204)
                self.assertIn(client.ask("POST", "/act", body)[0], (204, 409))
                wait(lambda: "inside" in page())
                self.assertEqual(client.ask("POST", "/act", body)[0], 409)
                self.assertEqual(client.ask("POST", "/act", body.replace("home-1", "gone-7"))[0], 409)
                self.assertEqual(client.ask("POST", "/act", body.replace("home-1", "inside-2"))[0], 409)
            tap.wait(60)
            reader.join(60)
            tap.stdout.close()
            for text in (pathlib.Path(file).read_text(), "".join(tapped)):
                self.assertIn("view.output.didSubmit", text)
                self.assertIn("field%3Auser=ada", text)
                self.assertNotIn("hunter", text)


class OpeningTests(unittest.TestCase):
    """A page's users have browsers of their own: nothing is started on the machine of the session."""

    def openers(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        for name in ("mpv", "xdg-open", "browser"):
            file = pathlib.Path(folder, name)
            file.write_text(f'#!/bin/sh\necho "$0 $@" >>{folder}/started\n')
            file.chmod(0o755)
        return folder

    def open(self, client, started):
        page = lambda: client.ask("GET", "/")[2].decode()
        post = lambda **fields: client.ask("POST", "/act", urlencode({"scene": re.search('data-scene="([^"]*)"', page())[1], **fields}))[0]
        wait(lambda: 'name="query"' in page())
        post(do="search", query="music")
        wait(lambda: page().count("data-row") > 20)
        post(do=re.search('value="(select[^"]*)"', page())[1])
        opener = wait(lambda: re.search('value="(press[?]control=open[^"]*)"', page()))[1]
        self.assertEqual(post(do=opener), 204)
        link = wait(lambda: re.search('<a href="(https://[^"]*)" rel="noreferrer noopener" target="_blank"[^>]*>Open https', page()))
        self.assertFalse(started.exists(), started)
        return link[1]

    def test_a_session_with_a_page_starts_no_browser(self):
        for page in (("--web",), ("-f", "web")):
            with self.subTest(page):
                folder = self.openers()
                with Session("itunes", "-f", "offline", page=page, environment={"PATH": f"{folder}:{PROGRAMS}:{os.environ['PATH']}", "BROWSER": f"{folder}/browser"}) as session:
                    self.assertEqual(session.greeting, f"Open {session.url} in a browser. Ctrl-C ends the session.\n")
                    client = Client(session.url)
                    client.enter()
                    self.open(client, pathlib.Path(folder, "started"))

    def test_a_served_session_starts_no_browser(self):
        folder = self.openers()
        environment = {**os.environ, "PATH": f"{folder}:{PROGRAMS}:{os.environ['PATH']}", "BROWSER": f"{folder}/browser", "TMPDIR": folder}
        process = subprocess.Popen(["viperline", "serve", "itunes", "-f", "offline"], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait, 30)
        self.addCleanup(process.terminate)
        client = Client(re.search(r"http\S+", process.stdout.readline())[0])
        client.cookie = client.ask("GET", f"/?token={client.token}")[1]["Set-Cookie"].split(";")[0]
        self.open(client, pathlib.Path(folder, "started"))


class RecordingTests(unittest.TestCase):
    def test_a_recorded_session_is_verified_and_has_no_secret(self):
        for page in (("--web",), ("-f", "web")):
            with self.subTest(page):
                self.record_and_verify(page)

    def record_and_verify(self, page_option):
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/session.ndjson"
            with Session("itunes", "-f", "offline", "--record", file, page=page_option) as session:
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
                # As the page's button does, and as the browser's history does.
                back = {"do": "back", "scene": "app-2"} if page_option == ("--web",) else {"do": "back", "to": "apps-1"}
                client.ask("POST", "/act", urlencode(back))
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
