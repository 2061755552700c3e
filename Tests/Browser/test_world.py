"""The world between a page and its view: a proxy with its defaults, links on other sites, many windows, a lost network."""
import http.server
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import unittest

from browser import Browser, wait
from session import PROGRAMS, ROOT
from test_serve import ServeCase
from view import View

def program(name):
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


NGINX = program("nginx")
# Nothing but what every proxy needs: places to write.
CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error; events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {servers}
}}
"""
EXAMPLES = dict(re.findall(r"^```(nginx|caddy|apache)\n(.*?)^```$", (ROOT / "protocols/web.md").read_text(encoding="utf-8"), re.M | re.S))
# Debian's settings, with compression, around the example of a page; and the port that stands for 443.
APACHE = """
PidFile {folder}/pid
ErrorLog {folder}/error
DefaultRuntimeDir {folder}
ServerName localhost
User www-data
Group www-data
Listen 127.0.0.1:{port}
{modules}
AddOutputFilterByType DEFLATE text/html text/plain text/css text/javascript
"""
APACHE_MODULES = "mpm_event authz_core alias env setenvif filter deflate socache_shmcb ssl http2 headers proxy proxy_http".split()
CADDY = """
{{
  admin off
  default_bind 127.0.0.1
  auto_https disable_redirects
  https_port {port}
}}
"""
ROWS = {"title": "Fruit", "parts": [{"list": {"rows": [{"id": "1", "title": "Apple"}, {"id": "2", "title": "Pear"}]}}]}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        # A port that nobody listens at may be connected to itself.
        return connection.getsockname() != connection.getpeername()


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
        folder = self.world()
        location = f"location {path} {{ proxy_pass http://127.0.0.1:{own}/; proxy_set_header Host $http_host; {more} }}"
        (folder / "settings").write_text(CONFIGURATION.format(folder=folder, servers=f"server {{ listen 127.0.0.1:{port}; {location} }}"))
        self.begin(folder, port, NGINX, "-p", folder, "-c", "settings", "-e", folder / "error")
        return f"http://tools.localhost:{port}{path}"

    def world(self):
        """A folder that the processes of a proxy may read."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        return folder

    def begin(self, folder, port, *words):
        with (folder / "output").open("w") as output:
            home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
            proxy = subprocess.Popen(words, stdout=output, stderr=output, env={**os.environ, **home})
        self.addCleanup(lambda: proxy.terminate() or proxy.wait(60))
        wait(lambda: proxy.poll() is not None or answers(port), OSError)
        self.assertIsNone(proxy.poll(), (folder / "output").read_text())

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

    def test_a_page_says_that_its_stream_is_held_back(self):
        view = self.proxied(more="proxy_ignore_headers X-Accel-Buffering;")
        self.browser.open(view.url())
        self.sees("Apple")
        self.browser.click("[data-row] .row")
        view.await_event("view.output.didSelect")
        self.sees("Nothing has come back", "#lost")
        self.assertFalse(self.browser.run("return 'busy' in document.querySelector('#view').dataset"))


class ExampleTests(WorldCase, ServeCase):
    """The examples of protocols/web.md for proxies, each as it is but for its ports and files."""

    @classmethod
    def setUpClass(cls):
        pass  # Each has a browser of its own.

    def test_nginx(self):
        # Compression is on in Debian's settings. A port other than 443 would appear in what nginx redirects to.
        self.check("nginx", lambda folder, port, example: (
            CONFIGURATION.format(folder=folder, servers=f"gzip on; port_in_redirect off; {example}"),
            "-p", folder, "-c", "settings", "-e", folder / "error"))

    def test_caddy(self):
        self.check("caddy", lambda folder, port, example: (
            CADDY.format(port=port) + example.replace("{", f"{{\n  tls {folder}/certificate {folder}/key", 1),
            "run", "--config", folder / "settings", "--adapter", "caddyfile"))

    def test_apache(self):
        def words(folder, port, example):
            place = pathlib.Path(program("apache2")).resolve().parent.parent / "lib/apache2/modules"
            modules = "\n".join(f"LoadModule {name}_module {place}/mod_{name}.so" for name in APACHE_MODULES)
            return APACHE.format(folder=folder, port=port, modules=modules) + example, "-d", folder, "-f", "settings", "-DFOREGROUND"
        self.check("apache", words, "apache2")

    def check(self, name, around, binary=None):
        binary = program(binary or name)
        if not binary:
            self.skipTest(f"no {name}")
        own, port, folder = free_port(), free_port(), self.world()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=tools.example",
                        "-addext", "subjectAltName=DNS:tools.example", "-out", folder / "certificate", "-keyout", folder / "key"],
                       check=True, capture_output=True)
        example = EXAMPLES[name].replace("…", f"{folder}/certificate", 1).replace("…", f"{folder}/key", 1)
        for old, new in {"127.0.0.1:8080": f"127.0.0.1:{own}", "listen 443": f"listen 127.0.0.1:{port}", "*:443": f"127.0.0.1:{port}"}.items():
            example = example.replace(old, new)
        settings, *words = around(folder, port, re.sub(r"/var/log/\w+", str(folder), example))
        (folder / "settings").write_text(settings)
        self.begin(folder, port, binary, *words)
        url = self.serve("--listen", f"127.0.0.1:{own}", "--origin", "https://tools.example/apps/")
        # The browser finds the host here, and reads and sends the addresses of the example.
        self.browser = self.enterContext(Browser(arguments=[
            f"--host-resolver-rules=MAP tools.example:443 127.0.0.1:{port}", "--ignore-certificate-errors", "--disable-quic"]))
        self.browser.open(url)
        self.sees("Show greeting")
        wait(lambda: self.browser.run("return location.href").startswith("https://tools.example/apps/?scene="))
        page, windows = self.browser.run("return location.href"), [self.browser.here()]
        # HTTP/2 has room for the streams of all windows.
        for address in [page] * 6 + ["https://tools.example/apps"]:
            windows.append(self.browser.send("POST", "/window/new", type="window")["handle"])
            self.browser.switch(windows[-1])
            self.browser.open(address)
            self.sees("Show greeting")
        self.browser.click("[value^=press]")
        for window in windows:
            self.browser.switch(window)
            self.sees("Hello")
            self.assertEqual((self.text("#lost"), self.browser.complaints()), ("", []))
        headers = self.browser.promise("const { headers } = await fetch('./'); return ['content-encoding', 'strict-transport-security'].map(name => headers.get(name))")
        self.assertEqual(headers, [None, "max-age=31536000"])
        written = "".join(file.read_text(errors="replace") for file in folder.rglob("*") if file.is_file())
        self.assertNotIn(url.split("token=")[1], written)
        if "tools.log" in example:
            self.assertIn("/apps/", (folder / "tools.log").read_text())


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
