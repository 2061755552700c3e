"""A browser (chromium, headless) by the W3C WebDriver protocol: plain HTTP and JSON to chromedriver."""
import base64
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

# Seconds that a test waits for what must come. A wait ends when it comes, so a long one costs nothing.
PATIENCE = 60
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012",
        "ArrowRight": "\ue014", "Backspace": "\ue003", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010"}


class Browser:
    """One window after another in one profile. Use it in a `with`."""
    running = []

    def __init__(self, script=True, arguments=(), blocks_popups=False):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.profile = tempfile.mkdtemp(prefix="browser-")
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            f"--user-data-dir={self.profile}", *arguments]}
        if blocks_popups:
            # As for everybody; the driver lets them through.
            options["excludeSwitches"] = ["disable-popup-blocking"]
        if not script:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        wait(lambda: self.ask("GET", "/status")["ready"], OSError)
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.session = self.ask("POST", "/session", capabilities=capabilities)["sessionId"]
        self.running.append(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.running.remove(self)
        try:
            self.send("DELETE", "")
        except OSError:
            pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def ask(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(f"{method} {path}: {error.read().decode()[:300]}") from None

    def send(self, method, path, **body):
        return self.ask(method, f"/session/{self.session}{path}", **body)

    def open(self, url):
        self.send("POST", "/url", url=url)

    def run(self, script, *arguments):
        """The value of a script's `return`."""
        return self.send("POST", "/execute/sync", script=script, args=list(arguments))

    def promise(self, script, *arguments):
        """The value of an asynchronous function."""
        return self.send("POST", "/execute/async", args=list(arguments),
                         script=f"const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(done, e => done('' + e))")

    def find(self, selector):
        return self.send("POST", "/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self.send("POST", f"/element/{self.find(selector)}/click")

    def type(self, text):
        """Keys, as a user presses them; names such as Enter in a list of their own."""
        keys = [KEYS.get(text, None)] if text in KEYS else list(text)
        actions = [action for key in keys for action in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.send("POST", "/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def sight(self):
        """What a failure report shows of the page: its address, focus and text."""
        try:
            return self.run("const at = document.activeElement; return `${location} focus: ${at?.outerHTML.slice(0, 200)}"
                            " popover: ${document.querySelector(':popover-open') != null}\\n${document.body?.innerText.slice(0, 1000)}`")
        except (Failure, OSError) as error:
            return f"no page: {error}"

    def resize(self, width, height):
        self.send("POST", "/window/rect", width=width, height=height)

    def emulate(self, width, height, **features):
        """A page of exactly that size, and media features such as prefers-color-scheme."""
        self.send("POST", "/goog/cdp/execute", cmd="Emulation.setDeviceMetricsOverride",
                  params={"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.send("POST", "/goog/cdp/execute", cmd="Emulation.setEmulatedMedia",
                  params={"features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def window(self):
        """A new tab, in front."""
        handle = self.send("POST", "/window/new", type="tab")["handle"]
        self.switch(handle)
        return handle

    def here(self):
        return self.send("GET", "/window")

    def switch(self, handle):
        self.send("POST", "/window", handle=handle)

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.send("GET", "/screenshot")))

    def complaints(self):
        """The errors that the browser has written to its console."""
        return [entry["message"] for entry in self.send("POST", "/se/log", type="browser") if entry["level"] == "SEVERE"]


class Failure(Exception):
    pass


def wait(condition, *allowed, seconds=PATIENCE):
    """Waits until a condition holds, and returns what it returned. A failure shows what was there at last."""
    end = time.monotonic() + seconds
    value = None
    while True:
        try:
            value = condition()
            if value:
                return value
        except allowed as error:
            value = error
        if time.monotonic() > end:
            pages = "".join(f"\n{browser.sight()}" for browser in Browser.running)
            raise Failure(f"waited {seconds} s in vain, at last for {value!r}{pages}")
        time.sleep(0.02)
