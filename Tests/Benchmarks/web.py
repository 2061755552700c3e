"""Measures the view of a browser: from a click to what is painted, first loads, idle streams, bytes beside the terminal's view.

Called by scripts/bench with the folder of the release executables and the checkout.
"""

import os
import pathlib
import pty
import re
import select
import socket
import sys
import time
from urllib.parse import urlencode

from table import checkout, print_rows_of, products, row

os.environ["PROGRAMS"] = products
os.environ["PATH"] = f"{products}:{os.environ['PATH']}"
sys.path.insert(0, f"{checkout}/Tests/Browser")
from browser import Browser, wait  # noqa: E402
from session import Session  # noqa: E402
from view import Client, View  # noqa: E402

CLICK = """
const pause = () => new Promise(r => setTimeout(r, 20)), times = [];
for (let i = 0; i < 300; i++) {
  const button = document.querySelectorAll('main button')[i % 3], before = document.querySelector('main').innerText;
  const start = performance.now();
  button.click();
  while (document.querySelector('main').innerText == before) await new Promise(r => requestAnimationFrame(r));
  await new Promise(r => requestAnimationFrame(r));
  times.push(performance.now() - start);
  await pause();
}
return times;
"""


def clicks():
    with Browser() as browser, Session("trafficlight", "-f", "offline") as session:
        browser.open(session.url)
        wait(lambda: browser.run("return document.querySelectorAll('main button').length > 2"))
        times = sorted(browser.promise(CLICK))
        yield row("click to painted change in chromium, p50 / p99 of 300", f"{times[150]:.0f} / {times[296]:.0f} ms", "–", None, "≤ 20 / ≤ 50 ms")


def loads():
    with Browser() as browser, Session("itunes", "-f", "offline") as session:
        start = time.monotonic()
        browser.open(session.url)
        wait(lambda: browser.run("return document.querySelector('#search') != null"))
        sizes = browser.run("return performance.getEntries().filter(e => e.transferSize).map(e => [e.name, e.transferSize])")
        total = sum(size for _, size in sizes)
        yield row("first load, with headers: page, script, style sheet, icon", f"{total / 1000:.1f} KB", "–", None, "≤ 20 KB")
        paint = browser.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        if paint:
            yield row("opened to first paint", f"{paint:.0f} ms", "–", None, "–")


def cpu(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")


def memory(pid):
    return int(re.search(r"Pss:\s+(\d+)", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text())[1]) / 1000


def idle():
    with View(products) as view:
        client = Client(view.url())
        view.navigate("s-1")
        view.show({"title": "Idle", "parts": []})
        client.enter()
        alone = memory(view.process.pid)
        streams = []
        for _ in range(1000):
            stream = socket.create_connection(("127.0.0.1", int(client.port)))
            stream.sendall(f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\nCookie: {client.cookie}\r\n\r\n".encode())
            streams.append(stream)
        for stream in streams:
            while b"Idle" not in stream.recv(1 << 16):
                pass
        time.sleep(1)
        start = cpu(view.process.pid)
        time.sleep(5)
        used = cpu(view.process.pid) - start
        yield row("CPU of 5 s with 1,000 idle streams", f"{used} ms", "–", None, "0 ms")
        yield row("memory of the view alone / with 1,000 streams", f"{alone:.0f} / {memory(view.process.pid):.0f} MB", "–", None, "–")
        start = time.monotonic()
        view.show({"title": "Changed", "parts": []})
        for stream in streams:
            while b"Changed" not in stream.recv(1 << 16):
                pass
        yield row("a new screen to 1,000 streams", f"{(time.monotonic() - start) * 1000:.0f} ms", "–", None, "–")
        for stream in streams:
            stream.close()


SCRIPT = ["/music\r", "jjj", "\r", "\x1b", "jj", "\r", "\x1b"]


def terminal_bytes():
    """What viperline-view writes to a terminal of 80 × 24 in the same session."""
    pid, master = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp("viperline", ["viperline", "run", "itunes", "-f", "offline"])
    total = 0

    def drain(seconds):
        count = 0
        while select.select([master], [], [], seconds)[0]:
            try:
                chunk = os.read(master, 1 << 16)
            except OSError:
                break
            if not chunk:
                break
            count += len(chunk)
        return count
    start = time.monotonic()
    select.select([master], [], [], 10)
    first = time.monotonic() - start
    total += drain(0.7)
    for keys in SCRIPT:
        os.write(master, keys.encode())
        total += drain(0.7)
    os.write(master, b"q")
    drain(0.5)
    os.waitpid(pid, 0)
    return total, first


def page_bytes():
    with Browser() as browser:
        start = time.monotonic()
        with Session("itunes", "-f", "offline") as session:
            client = Client(session.url)
            client.enter()
            first = None
            while not first:
                if b"App Store" in client.ask("GET", "/")[2]:
                    first = time.monotonic() - start
            total = len(client.ask("GET", "/")[2])
            stream = socket.create_connection(("127.0.0.1", int(client.port)))
            stream.sendall(f"GET /events HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nSec-Fetch-Site: same-origin\r\nCookie: {client.cookie}\r\n\r\n".encode())

            def drain(seconds=0.7):
                count = 0
                while select.select([stream], [], [], seconds)[0]:
                    count += len(stream.recv(1 << 16))
                return count
            total += drain()
            def act(scene, **fields):
                client.ask("POST", "/act", urlencode({"scene": scene, **fields}))
                return drain()
            total += act("apps-1", do="search", query="music")
            rows = re.findall(r'value="(select[^"]*)"', client.ask("GET", "/")[2].decode())
            for row in rows[:4]:
                total += act("apps-1", do=row.replace("select", "highlight"))
            total += act("apps-1", do=rows[3]) + act("app-2", do="back")
            for row in rows[4:6]:
                total += act("apps-1", do=row.replace("select", "highlight"))
            total += act("apps-1", do=rows[5]) + act("app-3", do="back")
            stream.close()
    return total, first


def beside_terminal():
    (ours, first), (peer, peer_first) = page_bytes(), terminal_bytes()
    yield row("bytes of a session (search, six moves, two details)", f"{ours / 1000:.0f} KB", f"our terminal view {peer / 1000:.0f} KB", None, "–")
    yield row("run to first screen", f"{first * 1000:.0f} ms", f"our terminal view {peer_first * 1000:.0f} ms", None, "–")


print_rows_of(clicks, loads, idle, beside_terminal)
