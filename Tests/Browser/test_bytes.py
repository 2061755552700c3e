"""What a stream sends: no more than what has changed, and enough for every page to be right."""
import random
import re
import select
import socket
import unittest
from html.parser import HTMLParser
from urllib.parse import urlencode

from browser import Browser, wait
from session import PROGRAMS, Session
from view import Client, View

# The part that changes: as the page has it, and as a reload would have it.
PAGES = """
const view = document.querySelector("#view").cloneNode(true);
// The script alone knows it.
view.querySelector("#dense").removeAttribute("aria-pressed");
return [view.outerHTML, (await (await fetch("/")).text()).match(/<div id="view".*(?=<p id="lost")/s)[0]];
"""


class Markup(HTMLParser):
    """Tags with their attributes, and texts: the same for two ways to write the same."""

    def __init__(self, source):
        super().__init__()
        self.found = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, sorted((name, value or "") for name, value in attributes)))

    def handle_endtag(self, tag):
        self.found.append(tag)

    def handle_data(self, text):
        self.found.append((text,))


class Stream:
    """The bytes of /events, with what frames them."""

    def __init__(self, client):
        self.connection = socket.create_connection(("127.0.0.1", int(client.port)), timeout=60)
        self.connection.sendall(f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\n"
                                f"Cookie: {client.cookie}\r\n\r\n".encode())
        self.received = b""

    def drain(self, seconds=0.5):
        before = len(self.received)
        while select.select([self.connection], [], [], seconds)[0]:
            self.received += self.connection.recv(1 << 16)
        return len(self.received) - before


class BytesTests(unittest.TestCase):
    def test_a_session_costs_little(self):
        """The session of Tests/Benchmarks/web.py: a search, six moves, two details. Whole screens took 211 KB."""
        with Session("itunes", "-f", "offline") as session:
            client = Client(session.url)
            client.enter()
            wait(lambda: b"App Store" in client.ask("GET", "/")[2])
            stream = Stream(client)
            self.addCleanup(stream.connection.close)
            stream.drain()

            def act(scene, **fields):
                status, headers, _ = client.ask("POST", "/act", urlencode({"scene": scene, **fields}))
                self.assertEqual((status, fields), (204, fields))
                return stream.drain() + len(str(headers)) + 25
            total = act("apps-1", do="search", query="music")
            # A busy machine is silent for a while in between.
            rows = wait(lambda: (found := re.findall(r'value="(select[^"]*)"', client.ask("GET", "/")[2].decode()))[5:] and found)
            for scene, moved in (("app-2", rows[1:4]), ("app-3", rows[4:6])):
                for one in moved:
                    total += act("apps-1", do=one.replace("select", "highlight"))
                total += act("apps-1", do=moved[-1])
                self.assertIn(b"New", client.ask("GET", "/")[2])
                total += act(scene, do="back")
            # About 36 KB; how many screens are on the way to the last one is a matter of time.
            self.assertLess(total, 45_000)


class PageTests(unittest.TestCase):
    """The page that has been edited is the page that a reload would show."""

    def setUp(self):
        self.view = self.enterContext(View(PROGRAMS))
        self.browser = self.enterContext(Browser())
        self.random = random.Random(28)
        self.number = 0

    def show(self, scene="s-1"):
        """A screen with some rows of the last ones, some of them changed, and texts that look like edits."""
        self.number += 1
        texts = ["<1 2>", "0 3", "a\n\nb", "é🎻", "$&", "& <b>", f"text {self.number}"]
        rows = [{"id": str(i), "title": f"row {i}", "subtitle": self.random.choice(texts)} for i in range(40) if self.random.random() < 0.7]
        self.view.show({"title": f"T{self.number}", "keys": [{"key": "x", "title": "Do", "control": "do", "isForRow": True}],
                        "parts": [{"list": {"rows": rows}}, {"text": {"body": self.random.choice(texts) * 5}}]}, scene)
        return f"T{self.number}"

    def expect_fresh(self, title):
        wait(lambda: self.browser.run("return document.title") == title)
        edited, fresh = self.browser.promise(PAGES)
        self.assertEqual(Markup(edited).found, Markup(fresh).found)

    def test_edited_pages_are_those_of_a_reload(self):
        self.view.navigate("s-1")
        title = self.show()
        self.browser.open(self.view.url())
        self.expect_fresh(title)
        for step in range(30):
            scenes = [f"s-{number}" for number in range(1, 2 + step % 9)]
            self.view.navigate(*scenes)
            # Of several at once, a page may miss some.
            titles = [self.show(scenes[-1]) for _ in range(1 + step % 3)]
            self.expect_fresh(titles[-1])
        self.assertEqual(self.browser.complaints(), [])

    def test_tabs_that_begin_late_or_pause_are_right(self):
        self.view.navigate("s-1")
        title = self.show()
        self.browser.open(self.view.url())
        self.expect_fresh(title)
        first, address = self.browser.here(), self.browser.run("return location.href")
        second = self.browser.window()
        self.browser.open(address)
        for step in range(8):
            # A tab behind the other one has closed its stream.
            self.browser.switch(second if step % 2 else first)
            self.expect_fresh(self.show())
        self.assertEqual(self.browser.complaints(), [])
