"""The world between a page and its view: a proxy with its defaults, links on other sites, many windows, a lost network."""
import http.server
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import unittest

from browser import Browser, wait
from session import PROGRAMS
from test_serve import ServeCase
from view import View

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
# Nothing but what every proxy needs: addresses, and the name that the browser has used.
CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error; events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; {locations} }}
}}
"""
ROWS = {"title": "Fruit", "parts": [{"list": {"rows": [{"id": "1", "title": "Apple"}, {"id": "2", "title": "Pear"}]}}]}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    socket.create_connection(("127.0.0.1", port)).close()
    return True


class WorldCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def text(self, selector="#view"):
        return self.browser.run("return document.querySelector(arguments[0])?.innerText", selector)

    def sees(self, text, selector="#view"):
        wait(lambda: text in (self.text(selector) or ""))

    def proxy(self, own, path="/", more=""):
        """Begins nginx before that port. The address that users type."""
        port = free_port()
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        location = f"location {path} {{ proxy_pass http://127.0.0.1:{own}/; proxy_set_header Host $http_host; {more} }}"
        (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=port, locations=location))
        proxy = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", f"{folder}/error"], stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: proxy.terminate() or proxy.wait(60))
        wait(lambda: answers(port), OSError)
        return f"http://tools.localhost:{port}{path}"

    def proxied(self, path="/", more=""):
        """A view behind nginx."""
        own = free_port()
        view = self.enterContext(View(PROGRAMS, "--listen", f"127.0.0.1:{own}", "--origin", self.proxy(own, path, more).rstrip("/")))
        view.navigate("s-1")
        view.show(ROWS)
        return view


@unittest.skipUnless(NGINX, "no nginx")
class ProxyTests(WorldCase, ServeCase):
    def test_behind_nginx_with_its_defaults_a_page_is_as_it_is_without(self):
        """Regression: nginx held the stream back, and screens ended in the middle of a tag; in a folder, the page led to the root."""
        for path in ("/", "/apps/tools/"):
            with self.subTest(path=path):
                view = self.proxied(path)
                self.browser.open(view.url())
                self.sees("Apple")
                self.assertTrue(self.browser.run("return location.pathname + location.search").startswith(f"{path}?scene=s-1"))
                for number in range(1, 4):
                    self.browser.click("[data-row] .row")
                    event = view.await_event("view.output.didSelect", number)
                    view.show({**ROWS, "title": f"Title {number}"}, correlation=event["id"])
                    self.sees(f"Title {number}")
                view.show({"title": "Deep", "parts": []}, "s-2")
                view.navigate("s-1", "s-2")
                self.sees("Deep")
                self.browser.send("POST", "/refresh")
                self.sees("Deep")
                self.browser.run("history.back()")
                view.await_event("view.output.didGoBack")
                view.navigate("s-1")
                self.sees("Title 3")
                self.assertEqual(self.text("#lost"), "")
                self.assertEqual(self.browser.complaints(), [])

    def test_behind_nginx_each_visitor_has_a_session(self):
        own = free_port()
        origin = self.proxy(own, "/apps/")
        url = self.serve("--listen", f"127.0.0.1:{own}", "--origin", origin)
        self.assertTrue(url.startswith(f"{origin}?token="), url)
        self.browser.open(url)
        self.sees("Show greeting")
        self.browser.click("[value^=press]")
        self.sees("Hello")
        self.assertEqual(self.browser.complaints(), [])

    def test_a_page_says_that_its_stream_is_held_back(self):
        view = self.proxied(more="proxy_ignore_headers X-Accel-Buffering;")
        self.browser.open(view.url())
        self.sees("Apple")
        self.browser.click("[data-row] .row")
        view.await_event("view.output.didSelect")
        self.sees("Nothing has come back", "#lost")
        self.assertFalse(self.browser.run("return 'busy' in document.querySelector('#view').dataset"))


class LinkTests(WorldCase, ServeCase):
    """Links on another site."""

    def visit_by_link(self, url):
        class Site(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(f'<a href="{url}">the tool</a>'.encode())

            def log_message(self, *_):
                pass
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            self.browser.open(f"http://127.0.0.1:{site.server_address[1]}/")
            self.browser.click("a")
        finally:
            site.shutdown()
            site.server_close()

    def test_a_visitor_who_comes_by_a_link_has_one_session(self):
        url = self.serve("--sessions", "1")
        for link in (url, url, url.split("?")[0]):
            self.visit_by_link(url=link)
            wait(lambda: self.browser.run("return document.querySelector('[data-scene]')?.dataset.scene || document.body.innerText") == "greeting-1")

    def test_a_link_without_a_token_leads_to_the_session_that_the_browser_has(self):
        with View(PROGRAMS) as view:
            view.navigate("s-1")
            view.show(ROWS)
            url = view.url()
            self.browser.open(url)
            self.sees("Apple")
            for link in (url.split("?")[0], url):
                self.visit_by_link(link)
                self.sees("Apple")


class WindowTests(WorldCase):
    def test_the_seventh_window_shows_the_session_and_the_first_says_why_it_does_not(self):
        """Regression: it hung, since a browser has six connections to a server."""
        with View(PROGRAMS) as view:
            view.navigate("s-1")
            view.show(ROWS)
            self.browser.open(view.url())
            self.sees("Apple")
            page, windows = self.browser.run("return location.href"), [self.browser.here()]
            for _ in range(7):
                windows.append(self.browser.send("POST", "/window/new", type="window")["handle"])
                self.browser.switch(windows[-1])
                self.browser.open(page)
                self.sees("Apple")
            if self.browser.run("return document.hidden"):
                self.skipTest("this browser shows one window")
            self.browser.click("[data-row] .row")
            event = view.await_event("view.output.didSelect")
            view.show({**ROWS, "title": "Eight"}, correlation=event["id"])
            self.sees("Eight")
            self.browser.switch(windows[0])
            self.sees("more windows", "#lost")
            self.browser.run("dispatchEvent(new Event('focus'))")
            self.sees("Eight")
            self.assertEqual(self.text("#lost"), "")
            for window in windows[1:]:
                self.browser.switch(window)
                self.browser.send("DELETE", "/window")
            self.browser.switch(windows[0])


class LostNetworkTests(WorldCase):
    def test_a_page_is_as_before_when_an_action_has_failed(self):
        """Regression: it stayed faint until the next screen, which for a screen at rest is never."""
        with View(PROGRAMS) as view:
            view.navigate("s-1")
            view.show(ROWS)
            self.browser.open(view.url())
            self.sees("Apple")
            self.browser.run("const fetch = window.fetch; window.fetch = (...all) => { window.fetch = fetch; return Promise.reject(all); };")
            self.browser.click("[data-row] .row")
            self.sees("That was not sent", "#lost")
            look = "return [getComputedStyle(document.querySelector('#page')).opacity, 'busy' in document.querySelector('#view').dataset]"
            self.assertEqual(self.browser.run(look), ["1", False])
            self.browser.click("[data-row] .row")
            view.await_event("view.output.didSelect")
            wait(lambda: self.text("#lost") == "")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
