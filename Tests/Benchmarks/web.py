"""Measures the view of a browser: from a click to what is painted, first loads, idle streams, many sessions, and bytes.

Called by scripts/bench with the folder of the release executables and the checkout. The peers put a terminal into a page:
terminado with xterm.js, which shows our terminal view (ttyd is not in Debian 12), and textual-serve, with a small application.
"""

import glob
import json
import os
import pathlib
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode, urljoin

from checked import expect, expect_that, run, scaled
from table import benchmarks, checkout, path, print_rows_of, products, row, say

os.environ["PROGRAMS"] = products
os.environ["PATH"] = f"{products}:{os.environ['PATH']}"
sys.path.insert(0, f"{checkout}/Tests/Browser")
from browser import Browser, wait  # noqa: E402
from session import Session  # noqa: E402
from view import Client, View  # noqa: E402

CLICKS = int(os.environ.get("CLICKS", scaled(300)))
SESSIONS = int(os.environ.get("SESSIONS", scaled(100, least=2)))
PEERS = int(os.environ.get("PEERS", scaled(10, least=2)))
STREAMS = scaled(1000)

# A task that is posted when a frame is drawn runs once it has been painted.
PAINTED = """
window.painted = [];
let pressed = null, text = "";
const main = () => document.querySelector("main").textContent;
text = main();
// From when the button is let go, or the key is pressed.
for (const name of ["click", "keydown"]) addEventListener(name, e => pressed ??= e.timeStamp, true);
new MutationObserver(() => {
  if (pressed === null || text == main()) return;
  const start = pressed;
  [pressed, text] = [null, main()];
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => painted.push(performance.now() - start);
    after.port2.postMessage(0);
  });
}).observe(document.body, { subtree: true, childList: true, characterData: true });
"""


def command(browser, name, **parameters):
    return browser.send("POST", "/goog/cdp/execute", cmd=name, params=parameters)


def pause(number):
    """As a person would, and not in step with the browser's frames."""
    time.sleep((40 + number % 17) / 1000)


def click(browser, number, place):
    command(browser, "Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])
    for kind in ("mousePressed", "mouseReleased"):
        pause(number)
        command(browser, "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)


def press(browser, number):
    key = "ryg"[number % 3]
    command(browser, "Input.dispatchKeyEvent", type="keyDown", key=key, text=key, windowsVirtualKeyCode=ord(key.upper()))
    pause(number)
    command(browser, "Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=ord(key.upper()))


class Terminado:
    """A page with a terminal, for `viperline run`."""

    def __init__(self, *arguments):
        if not os.path.exists(path("pyttyd")):
            # A package of PyPI that has xterm.js; Debian's has only its beginning.
            run("xterm.js", [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", path("wheels"), "pyttyd==2.0.2"])
            run("xterm.js", [sys.executable, "-m", "zipfile", "-e", *glob.glob(path("wheels/*")), path("")])
        self.process = subprocess.Popen(["/usr/bin/python3", f"{benchmarks}/terminado_server.py", path("pyttyd/static"), "viperline", "run", *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=checkout)
        port = self.process.stdout.readline().strip()
        expect_that(port.isdigit(), "xterm.js", f"terminado_server.py has ended: {port}")
        self.url = f"http://127.0.0.1:{port}/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)


def end(process):
    process.terminate()
    process.wait(30)
    if process.stdout:
        process.stdout.close()


def percentiles(times):
    times = sorted(times)
    return f"{statistics.median(times):.1f} / {times[int(len(times) * 0.99)]:.1f} ms"


def repeat(browser, act):
    """Milliseconds from what is done to what is painted."""
    browser.run("painted.length = 0")
    for number in range(CLICKS):
        act(number)
        # Nobody asks the browser meanwhile: it has two cores.
        time.sleep(0.05)
    times = wait(lambda: (times := browser.run("return painted")) and len(times) == CLICKS and times)
    expect_that(times and min(times) > 0, "clicks", f"times to what was painted: {times and times[:10]}")
    return times


LIGHT = "return (document.querySelector('main') ?? document.body).textContent"


def expect_light(browser, number, text):
    """The last of the lights that were asked for is shown: not a refusal, which would be a change too."""
    wanted = ("Stop", "About to change to", "Go")
    expect_that(any(word in text for word in wanted), "clicks", f"no light after {number}: {text[:300]}")


def clicks():
    with Browser() as browser, Session("trafficlight", "-f", "offline") as session, Terminado("trafficlight", "-f", "offline") as peer:
        browser.open(session.url)
        wait(lambda: browser.run("return document.querySelectorAll('main button').length > 2"))
        browser.run(PAINTED)
        places = browser.run("return [...document.querySelectorAll('main button')].map(b => b.getBoundingClientRect()).map(b => [b.x + b.width / 2, b.y + b.height / 2])")
        say("clicks")
        clicks = repeat(browser, lambda number: click(browser, number, places[number % 3]))
        keys = repeat(browser, lambda number: press(browser, CLICKS + number))
        expect_light(browser, CLICKS, browser.run(LIGHT))
        browser.open(peer.url)
        wait(lambda: browser.run("return first"))
        say("keys in xterm.js")
        theirs = repeat(browser, lambda number: press(browser, number))
        expect_light(browser, CLICKS, browser.run("return shown"))
        yield row(f"click to painted change in chromium, p50 / p99 of {CLICKS}", percentiles(clicks), "–", None, "≤ 20 / ≤ 50 ms")
        yield row("… key to painted change", percentiles(keys), f"xterm.js {percentiles(theirs)}", statistics.median(keys) / statistics.median(theirs), "≤ 20 / ≤ 50 ms")


def ask(url, client, encoding):
    """A file as it comes over the wire."""
    host, _, rest = url.removeprefix("http://").partition("/")
    cookie = f"Cookie: {client.cookie}\r\n" if client else ""
    with socket.create_connection(("127.0.0.1", int(host.split(":")[1]))) as connection:
        connection.settimeout(20)
        connection.sendall(f"GET /{rest} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: {encoding}\r\nSec-Fetch-Site: same-origin\r\n{cookie}Connection: close\r\n\r\n".encode())
        answer = b""
        while chunk := connection.recv(1 << 16):
            answer += chunk
    expect_that(answer.startswith(b"HTTP/1.1 200"), url, f"{answer[:200]}")
    return answer


def fetch(url, client=None):
    """Bytes on the wire, with headers, of a page and the files that it names."""
    names = re.findall(r'(?:src|href)="([^"]+)"', ask(url, client, "identity").decode().split("<body")[0])
    expect_that(len(names) >= 2, url, f"the page names {names}, no script and style sheet")
    return sum(len(ask(urljoin(url, name), client, "gzip, deflate")) for name in ["", *names])


def enter(session):
    client = Client(session.url)
    client.enter()
    wait(lambda: b"App Store" in client.ask("GET", "/")[2])
    return client


def first_paint(browser, url, expression):
    """Milliseconds from opening an address to a painted screen, by the clock that both processes have."""
    browser.open("about:blank")
    start = time.time() * 1000
    browser.open(url)
    return wait(lambda: browser.run(f"return {expression}"), 20) - start


PAINT = "(document.querySelector('main')?.textContent != null && document.title.includes('App Store') && performance.getEntriesByName('first-contentful-paint').map(e => performance.timeOrigin + e.startTime)[0])"


def loads():
    with Session("itunes", "-f", "offline") as session, Terminado("itunes", "-f", "offline") as peer:
        client = enter(session)
        ours, theirs = fetch(f"{client.origin}/", client), fetch(peer.url)
        yield row("first load, with headers: page, script, style sheet, icon", f"{ours / 1000:.1f} KB", f"xterm.js {theirs / 1000:.0f} KB", ours / theirs, "≤ 20 KB")
    say("first screens")
    with Browser() as browser, Serve("itunes", "-f", "offline") as serve, Terminado("itunes", "-f", "offline") as peer:
        ours, theirs = [], []
        for _ in range(7):
            command(browser, "Network.clearBrowserCookies")
            command(browser, "Network.clearBrowserCache")
            ours.append(first_paint(browser, serve.url, PAINT))
            expect_that(ours[-1] > 0, "first screens", f"{ours[-1]} ms")
            theirs.append(first_paint(browser, f"{peer.url}#App%20Store", "first"))
            expect_that("App Store" in browser.run("return shown"), "first screens", "the peer shows another screen")
        ours, theirs = statistics.median(ours), statistics.median(theirs)
        yield row("a visitor opens the address: to the first painted screen of a new session, in chromium", f"{ours:.0f} ms", f"xterm.js {theirs:.0f} ms", ours / theirs, "–")


class Serve:
    """`viperline serve`."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(["viperline", "serve", *arguments], stdout=subprocess.PIPE, text=True, cwd=checkout,
                                        env={**os.environ, "TMPDIR": self.folder.name})
        self.url = re.search(r"http\S+", self.process.stdout.readline())[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)
        self.folder.cleanup()

    def visit(self):
        """A visitor who has the first screen and watches; and how long that took, in milliseconds."""
        start = time.monotonic()
        client = Client(self.url)
        status, headers, _ = client.ask("GET", f"/?token={client.token}")
        expect("a visitor", status, 200, "status")
        client.cookie = headers["Set-Cookie"].split(";")[0]
        while True:
            status, _, page = client.ask("GET", "/")
            if b"App Store" in page:
                break
            expect("a visitor", status, 503, "status of a page that is not there yet")
            time.sleep(1)
        took = (time.monotonic() - start) * 1000
        client.stream = watch(client)
        return client, took


def watch(client):
    stream = socket.create_connection(("127.0.0.1", int(client.port)))
    stream.sendall(f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\nCookie: {client.cookie}\r\n\r\n".encode())
    return stream


def ticks(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")


def memory(*pids):
    """In MB: of what is shared with other processes, the part that falls to these."""
    return sum(int(re.search(r"Pss:\s+(\d+)", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text())[1]) for pid in pids) / 1000


def family(pid):
    """A process and its descendants."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                parents[int(entry)] = int(pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def idle():
    with View(products) as view:
        client = Client(view.url())
        view.navigate("s-1")
        view.show({"title": "Idle", "parts": []})
        client.enter()
        pid = view.process.pid
        alone = memory(pid)
        streams = [watch(client) for _ in range(STREAMS)]
        for stream in streams:
            wait_for(stream, b"Idle")
        time.sleep(1)
        used = [ticks(pid)]
        for seconds in (5, 25):
            time.sleep(seconds)
            used.append(ticks(pid))
        yield row(f"CPU of 5 s / 30 s with {STREAMS:,} idle streams", f"{used[1] - used[0]} / {used[2] - used[0]} ms", "–", None, "0 ms")
        yield row(f"memory of the view alone / with {STREAMS:,} streams", f"{alone:.0f} / {memory(pid):.0f} MB", "–", None, "–")
        start = time.monotonic()
        view.show({"title": "Changed", "parts": []})
        for stream in streams:
            wait_for(stream, b"Changed")
        yield row(f"a new screen to {STREAMS:,} streams", f"{(time.monotonic() - start) * 1000:.0f} ms", "–", None, "–")
        for stream in streams:
            stream.close()


def wait_for(stream, text):
    came = b""
    while text not in came:
        chunk = stream.recv(1 << 16)
        expect_that(chunk, "a stream", f"it has ended before {text}")
        came += chunk


def sessions():
    say("sessions")
    with Serve("itunes", "-f", "offline", "--sessions", str(SESSIONS)) as serve:
        visits = [serve.visit() for _ in range(SESSIONS)]
        times = sorted(took for _, took in visits)
        time.sleep(2)
        everyone = family(serve.process.pid)
        expect_that(len(everyone) >= 6 * SESSIONS, "sessions", f"{len(everyone)} processes of {SESSIONS} sessions")
        total = memory(*everyone)
        start = sum(map(ticks, everyone))
        time.sleep(5)
        expect("sessions", sorted(family(serve.process.pid)), sorted(everyone), "processes after five seconds")
        used = sum(map(ticks, everyone)) - start
        status, headers, _ = Client(serve.url).ask("GET", f"/?token={Client(serve.url).token}")
        expect("one session too many", (status, headers["Retry-After"]), (503, "60"))
        peer = textual()
        each = total / SESSIONS
        yield row(f"memory of {SESSIONS} sessions of serve, with the catalog, {len(everyone)} processes; each", f"{total:,.0f} MB; {each:.0f} MB",
                  f"textual-serve {peer[0]:.0f} MB each" if peer else "–", each / peer[0] if peer else None, "–")
        yield row("a visitor's session, from the address to the first screen, one after another, p50 / p99", f"{times[len(times) // 2]:.0f} / {times[len(times) * 99 // 100]:.0f} ms",
                  f"textual-serve {peer[1]:.0f} ms" if peer else "–", statistics.median(times) / peer[1] if peer else None, "–")
        yield row(f"CPU of 5 s with {SESSIONS} idle sessions", f"{used} ms", "–", None, "0 ms")
        for client, _ in visits:
            client.stream.close()
        start = time.monotonic()
        serve.process.terminate()
        expect_that(serve.process.wait(60) in (0, 143, -15), "sessions", f"exit code {serve.process.returncode}")
        wait(lambda: not any(os.path.exists(f"/proc/{pid}/exe") for pid in everyone), 20)
        yield row(f"{SESSIONS} sessions ended at once, to the end of the last process", f"{time.monotonic() - start:.1f} s", "–", None, "–")
    with Serve("itunes", "-f", "offline", "--sessions", str(SESSIONS)) as serve, ThreadPoolExecutor(SESSIONS) as pool:
        start = time.monotonic()
        visits = list(pool.map(lambda _: serve.visit(), range(SESSIONS)))
        yield row(f"{SESSIONS} visitors at once: until the last has a screen", f"{time.monotonic() - start:.1f} s", "–", None, "–")
        for client, _ in visits:
            client.stream.close()


def textual():
    """Megabytes and milliseconds of a session of textual-serve; None where it cannot be installed."""
    made = subprocess.run([sys.executable, "-m", "venv", path("venv")], capture_output=True)
    python = path("venv/bin/python")
    if made.returncode or subprocess.run([python, "-m", "pip", "install", "--quiet", "textual-serve"], capture_output=True).returncode:
        print("bench: textual-serve cannot be installed here; the table omits it", file=sys.stderr)
        return None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([python, f"{benchmarks}/textual_server.py", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(lambda: socket.create_connection(("127.0.0.1", port)).close() is None, 20, OSError)
        sockets, times = [], []
        for _ in range(PEERS):
            start = time.monotonic()
            page = WebSocket(port, "/ws?width=80&height=24")
            while b"Row 1" not in page.receive():
                pass
            times.append((time.monotonic() - start) * 1000)
            sockets.append(page)
        time.sleep(1)
        total = memory(*family(server.pid))
        for page in sockets:
            page.close()
        return total / PEERS, statistics.median(times)
    finally:
        end(server)


class WebSocket:
    """As much of RFC 6455 as these peers need."""

    def __init__(self, port, resource):
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.connection.settimeout(20)
        self.connection.sendall(f"GET {resource} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://127.0.0.1:{port}\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.received, self.seen = 0, b""
        self.receive()

    def send(self, text):
        data = text.encode()
        head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big")
        self.connection.sendall(head + bytes(4) + data)

    def receive(self):
        """Bytes as they come, with what frames them."""
        chunk = self.connection.recv(1 << 16)
        expect_that(chunk, "a socket", "it has ended")
        self.received += len(chunk)
        self.seen = (self.seen + chunk)[-(1 << 20):]
        return chunk

    def drain(self, seconds):
        while select.select([self.connection], [], [], seconds)[0]:
            self.receive()

    def close(self):
        self.connection.close()


# A search, six moves, two details.
KEYS = ["music\r", "jjj", "\r", "\x1b", "jj", "\r", "\x1b"]
PAUSE = 0.7


def terminal_bytes():
    with Terminado("itunes", "-f", "offline") as peer:
        page = WebSocket(int(peer.url.split(":")[2].strip("/")), "/terminal")
        page.send('["set_size", 24, 80, 480, 640]')
        page.drain(PAUSE)
        before = page.received
        for keys in KEYS:
            for key in keys if keys.startswith("j") else [keys]:
                page.send(json.dumps(["stdin", key]))
                page.drain(PAUSE)
        page.close()
        # It has searched, and has shown two details.
        expect_that(page.seen.count(b"New") >= 2, "bytes", f"the peer has shown no details: {page.seen[-500:]!r}")
        return before + fetch(peer.url), page.received - before


def page_bytes():
    with Session("itunes", "-f", "offline") as session:
        client = enter(session)
        stream = watch(client)

        def drain():
            count = 0
            while select.select([stream], [], [], PAUSE)[0]:
                count += len(stream.recv(1 << 16))
            return count

        def act(scene, **fields):
            status, headers, _ = client.ask("POST", "/act", urlencode({"scene": scene, **fields}))
            expect("bytes", (status, fields), (204, fields))
            return drain() + len(str(headers)) + 25
        first = fetch(f"{client.origin}/", client) + drain()
        total = act("apps-1", do="search", query="music")
        rows = re.findall(r'value="(select[^"]*)"', client.ask("GET", "/")[2].decode())
        expect_that(len(rows) >= 6, "bytes", f"the search has found {len(rows)} rows")
        for scene, moved in (("app-2", rows[1:4]), ("app-3", rows[4:6])):
            for one in moved:
                total += act("apps-1", do=one.replace("select", "highlight"))
            total += act("apps-1", do=moved[-1])
            expect_that(b"New" in client.ask("GET", "/")[2], "bytes", f"the page shows no details of {moved[-1]}")
            total += act(scene, do="back")
        stream.close()
        return first, total


def beside_terminal():
    say("bytes")
    (first, more), (peer_first, peer_more) = page_bytes(), terminal_bytes()
    yield row("bytes of a session (search, six moves, two details), after the first load", f"{more / 1000:.1f} KB", f"xterm.js {peer_more / 1000:.1f} KB", more / peer_more, "–")
    yield row("… with the first load", f"{(first + more) / 1000:.1f} KB", f"xterm.js {(peer_first + peer_more) / 1000:.1f} KB", (first + more) / (peer_first + peer_more), "–")


chosen = [globals()[name] for name in sys.argv[3:]] or [clicks, loads, idle, sessions, beside_terminal]
print_rows_of(*chosen)
