"""Measures each role alone: events a second, starts; beside jq, Python's json and a Foundation program in the same run.

Called by scripts/bench with the folder of the release executables and the checkout.
"""

import http.server
import json
import os
import statistics
import subprocess
import threading
import time

from table import benchmarks, path, print_rows_of, products, row, say

ROUNDS = 3


def program(name):
    return os.path.join(products, f"viperline-{name}")


def event(type_, source, number, data, subject="apps-1"):
    members = {
        "specversion": "1.0", "type": type_, "source": source, "id": f"{source}-1-{number}", "subject": subject,
        "correlationid": f"view-1-{number}", "data": data,
    }
    if subject is None:
        del members["subject"]
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False) + "\n"


def app(number):
    return {
        "id": str(284882215 + number), "name": f"Music Player {number}", "company": "Example Works Ltd.", "rating": 4.5,
        "ratingCount": 12345 + number, "version": "12.3.1", "releaseNotes": "Fixes a few errors. " * 4,
        "releaseDate": "2026-10-01T07:00:00Z", "description": "Plays music, and what else there is to hear — offline too. " * 8,
        "screenshots": [f"https://example.org/{number}/{page}.png" for page in range(3)],
        "artwork": f"https://example.org/{number}.png", "price": "Free", "genre": "Music",
        "url": f"https://apps.example.org/app/id{284882215 + number}",
    }


def router_events(count):
    for number in range(count // 2):
        yield event("router.input.open", "presenter", number, {"name": "app", "parameters": {"id": "284882215"}})
        yield event("router.input.back", "presenter", number, {})


def lookup_events(count):
    for number in range(count):
        yield event("interactor.input.lookup", "presenter", number, {"source": "trafficlight", "id": "Red"})


def stack(scenes):
    return event("router.output.didNavigate", "router", 1, {"stack": scenes}, subject=None)


def apps_stack():
    return stack([{"scene": "apps-1", "name": "apps", "parameters": {}}])


def found_events(count):
    items = [app(number) for number in range(10)]
    yield apps_stack()
    for number in range(count // 2):
        yield event("view.output.didSearch", "view", number, {"query": "music"})
        yield event("interactor.output.found", "fetcher", number, {"source": "itunes.apps", "items": items})


def select_events(count):
    yield apps_stack()
    for number in range(count // 2):
        yield event("view.output.didSearch", "view", number, {"query": "music"})
        yield event("interactor.output.failed", "fetcher", number, {"kind": "network", "message": "no", "retryable": True})


def show_events(count):
    yield apps_stack()
    for number in range(count):
        rows = [
            {"id": str(at), "title": f"Music Player {number}-{at}", "subtitle": "Example Works Ltd.", "accessory": "★ 4.5"}
            for at in range(10)]
        screen = {"title": "App Store", "prompt": {"placeholder": "Search", "text": "music"}, "parts": [{"list": {"rows": rows}}]}
        yield event("view.input.show", "presenter", number, {"screen": screen})


def seconds(command, file):
    """How long a program takes for a file of events; the best of a few runs, since the machine is shared."""
    times = []
    for _ in range(ROUNDS):
        with open(file) as events, open(os.devnull, "w") as null:
            commands = os.open(os.devnull, os.O_RDONLY)
            start = time.perf_counter()
            subprocess.run(
                ["sh", "-c", 'exec "$@" 3</dev/null 4>/dev/null', "sh", *command], stdin=events, stdout=null, stderr=null)
            times.append(time.perf_counter() - start)
            os.close(commands)
    return min(times)


def rate(count, command, file):
    return count / seconds(command, file)


PYTHON = "import json, sys\nfor line in sys.stdin: sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"


def foundation():
    """A program that decodes and encodes every event with Foundation's coders."""
    subprocess.run(
        ["swiftc", "-O", "-o", path("foundation"), os.path.join(benchmarks, "foundation.swift")], check=True,
        stderr=subprocess.DEVNULL)
    return path("foundation")


def throughput():
    say("events a second")
    coder = foundation()
    rows = []
    loads = (
        ("router, open and back", [program("router"), "--print-urls"], router_events, 400_000, "≥ 0.5 M/s in"),
        ("local source, lookups", [program("fetcher"), "run"], lookup_events, 200_000, "≥ 0.5 M/s in"),
        ("presenter, ten-row answers", [program("presenter")], found_events, 20_000, "≥ 0.2 M/s in"),
        ("presenter, searches that fail", [program("presenter")], select_events, 200_000, "–"),
        ("view, linear, ten rows", [program("view"), "--linear"], show_events, 20_000, "–"),
    )
    for name, command, make, count, aim in loads:
        with open(path("events"), "w") as file:
            file.writelines(make(count))
        size = os.path.getsize(path("events")) / count
        peers = {
            "jq": rate(count, ["jq", "-c", "."], path("events")),
            "Python": rate(count, ["python3", "-c", PYTHON], path("events")),
            "Foundation": rate(count, [coder], path("events")),
        }
        ours = rate(count, command, path("events"))
        words = ", ".join(f"{peer} {value / 1e3:.0f}" for peer, value in peers.items())
        rows.append(row(f"{name}, {size:.0f} bytes", f"{ours / 1e3:.0f} k/s in", f"{words} k/s", ours / peers["jq"], aim))
        os.unlink(path("events"))
    return rows


def milliseconds(*commands, rounds=200):
    """The median of each command's run, in turns."""
    times = [[] for _ in commands]
    for _ in range(rounds):
        for command, mine in zip(commands, times):
            start = time.perf_counter()
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            mine.append((time.perf_counter() - start) * 1000)
    return [statistics.median(mine) for mine in times]


def starts():
    say("starts")
    names = ("router", "presenter", "fetcher")
    commands = [[program(name)] + (["run"] if name == "fetcher" else []) for name in names]
    *roles, viperline, true = milliseconds(*commands, [os.path.join(products, "viperline"), "--help"], ["/bin/true"])
    rows = []
    for name, took in [*zip(names, roles), ("viperline", viperline)]:
        aim = "≤ 4 ms" if name == "viperline" else "≤ 2.5 ms"
        rows.append(row(f"start to end, {name}", f"{took:.2f} ms", f"true {true:.2f} ms", took / true, aim))
    return rows


class Quiet(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def first_byte():
    """From the start of the program to its end, for one small answer of a local server."""
    say("first byte")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    ours, curl = milliseconds([program("fetcher"), "get", url], ["curl", "-s", url])
    server.shutdown()
    return [row("one small URL", f"{ours:.2f} ms", f"curl {curl:.2f} ms", ours / curl, "≤ curl + 1 ms")]


print_rows_of(throughput, starts, first_byte)
