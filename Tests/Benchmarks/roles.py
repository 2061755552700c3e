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

from checked import expect, expect_kinds, expect_status, expect_that, kinds, run, scaled
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


def seconds(what, command, file, wanted, kind=None, out="out"):
    """How long a program takes for a file of events; the best of a few runs, since the machine is shared. Each run must have written
    just what is wanted, to its standard output or (`out`) to what a view says to its user."""
    times = []
    for _ in range(ROUNDS):
        # The commands of a user who does nothing and does not leave: a view ends with them.
        commands, stay = os.pipe()
        with open(file) as events, open(path("out"), "w") as output, open(path("told"), "w") as told:
            start = time.perf_counter()
            process = subprocess.run(
                ["sh", "-c", f'exec "$@" 3<&{commands} 4>&{told.fileno()}', "sh", *command], stdin=events, stdout=output,
                pass_fds=(commands, told.fileno()))
            times.append(time.perf_counter() - start)
        os.close(commands)
        os.close(stay)
        expect_status(f"{what}, {command[0]}", command, process.returncode)
        expect_kinds(f"{what}, {command[0]}", path(out), wanted, kind)
    return min(times)


def rate(count, *run):
    return count / seconds(*run)


def kind(line):
    """The type of an event, and what its screen has."""
    event = json.loads(line)
    screen = event["data"].get("screen", {})
    has = "activity" if "activity" in screen else "alert" if "alert" in screen else "rows" if screen.get("parts") else ""
    return f"{event['type']} {has}".strip()


def line_of_a_screen(line):
    """Of a view that prints: the first screen has a title, the others are changes; each has ten rows."""
    return "row" if b". Music Player " in line else "screen" if line.startswith((b"== ", b"changed:")) else "other"


PYTHON = "import json, sys\nfor line in sys.stdin: sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"


def foundation():
    """A program that decodes and encodes every event with Foundation's coders."""
    run("foundation", ["swiftc", "-O", "-o", path("foundation"), os.path.join(benchmarks, "foundation.swift")],
        stderr=subprocess.DEVNULL)
    return path("foundation")


def throughput():
    say("events a second")
    coder = foundation()
    rows = []
    shows, asks = "view.input.show", "interactor.input.search"
    # Its name, the program, its events, how many; what it writes for n of them, as what kind of line, where; and the aim.
    loads = (
        ("router, open and back", [program("router"), "--print-urls"], router_events, 400_000,
         lambda n: {"router.output.didNavigate": n + 1}, kind, "out", "≥ 0.5 M/s in"),
        ("local source, lookups", [program("fetcher")], lookup_events, 200_000,
         lambda n: {"interactor.output.found": n}, kind, "out", "≥ 0.5 M/s in"),
        ("presenter, ten-row answers", [program("presenter")], found_events, 20_000,
         lambda n: {shows: 1, f"{shows} activity": n // 2, f"{shows} rows": n // 2, asks: n // 2}, kind, "out", "≥ 0.2 M/s in"),
        ("presenter, searches that fail", [program("presenter")], select_events, 200_000,
         lambda n: {shows: 1, f"{shows} activity": n // 2, f"{shows} alert": n // 2, asks: n // 2}, kind, "out", "–"),
        ("view, linear, each screen of ten rows printed", [program("view"), "--linear"], show_events, 20_000,
         lambda n: {"screen": n, "row": 10 * n, "other": n + 1}, line_of_a_screen, "told", "–"),
    )
    for name, command, make, count, results, kind_of, out, aim in loads:
        count = scaled(count)
        with open(path("events"), "w") as file:
            file.writelines(make(count))
        size = os.path.getsize(path("events")) / count
        same = kinds(path("events"))
        peers = {
            "jq": rate(count, name, ["jq", "-c", "."], path("events"), same),
            "Python": rate(count, name, ["python3", "-c", PYTHON], path("events"), same),
            "Foundation": rate(count, name, [coder], path("events"), same),
        }
        ours = rate(count, name, command, path("events"), results(count), kind_of, out)
        words = ", ".join(f"{peer} {value / 1e3:.0f}" for peer, value in peers.items())
        rows.append(row(f"{name}, {size:.0f} bytes", f"{ours / 1e3:.0f} k/s in", f"{words} k/s", ours / peers["jq"], aim))
        os.unlink(path("events"))
    return rows


def milliseconds(what, *commands, rounds=200):
    """The median of each command's run, in turns. Each must end with 0, and have written what it must."""
    times = [[] for _ in commands]
    for _ in range(scaled(rounds)):
        for (command, holds), mine in zip(commands, times):
            with open(path("out"), "wb") as output:
                start = time.perf_counter()
                status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output).returncode
                mine.append((time.perf_counter() - start) * 1000)
            expect_status(what, command, status)
            with open(path("out"), "rb") as output:
                said = output.read()
            expect_that(holds(said), f"{what}, {command[0]}", f"it wrote {said[:200]!r}")
    return [statistics.median(mine) for mine in times]


def starts():
    say("starts")
    # What each writes for an empty input: the router its first stack.
    names = {"router": lambda said: said.count(b"\n") == 1 and b"router.output.didNavigate" in said,
             "presenter": lambda said: not said, "fetcher": lambda said: not said}
    *roles, viperline, true = milliseconds(
        "starts", *(([program(name)], holds) for name, holds in names.items()),
        ([os.path.join(products, "viperline"), "--help"], lambda said: said.startswith(b"OVERVIEW")),
        (["/bin/true"], lambda said: not said))
    rows = []
    for name, took in [*zip(names, roles), ("viperline --help", viperline)]:
        aim = "≤ 4 ms" if name.startswith("viperline") else "≤ 2.5 ms"
        rows.append(row(f"start to end, {name}", f"{took:.2f} ms", f"true {true:.2f} ms", took / true, aim))
    return rows


class Quiet(http.server.BaseHTTPRequestHandler):
    asked = 0

    def do_GET(self):
        Quiet.asked += 1
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def first_byte(rounds=200):
    """From the start of the program to its end, for one small answer of a local server."""
    say("first byte")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"

    def has_got(said):
        event = json.loads(said)
        return event["type"] == "interactor.output.got" and event["data"]["body"] == "{}" and event["data"]["status"] == 200
    ours, curl = milliseconds(
        "one small URL", ([program("fetcher"), "get", url], has_got), (["curl", "-s", url], lambda said: said == b"{}"),
        rounds=rounds)
    server.shutdown()
    # None of them from a cache.
    expect("one small URL", Quiet.asked, 2 * scaled(rounds), "requests that the server had")
    return [row("one small URL", f"{ours:.2f} ms", f"curl {curl:.2f} ms", ours / curl, "≤ curl + 1 ms")]


print_rows_of(throughput, starts, first_byte)
