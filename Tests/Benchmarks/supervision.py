"""Measures the costs and the speed of recovery; prints a Markdown table.

Called by scripts/bench with the folder of the release executables and the checkout.
"""

import contextlib
import glob
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import time

from checked import expect, expect_counted, expect_that, run, scaled
from table import checkout, compile, path, print_rows_of, row, say, viperline, write, write_events


class Control:
    """A connection to a session's control socket."""

    def __init__(self, session):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(folder_of(session), "control"))
        self.lines = self.socket.makefile("rb")

    def send(self, type, **data):
        self.socket.sendall(json.dumps({"type": type, "data": data}).encode() + b"\n")

    def ask(self, type, **data):
        self.send(f"supervisor.input.{type}", **data)
        line = self.lines.readline()
        expect_that(line, type, "the session has ended")
        answer = json.loads(line)
        expect_that(answer["type"] != "supervisor.output.failed", type, f"{data}: {answer['data']}")
        return answer["data"]

    def service(self, name):
        return next(one for one in self.ask("describe")["services"] if one["name"] == name)


def folder_of(session):
    return next(iter(glob.glob(os.path.join(path("runtime"), "viperline", f"{session.pid}-*"))), "")


@contextlib.contextmanager
def running(*options):
    """A session that runs until the measurement is done."""
    environment = {**os.environ, "XDG_RUNTIME_DIR": path("runtime")}
    os.makedirs(path("runtime"), mode=0o700, exist_ok=True)
    session = subprocess.Popen(
        [viperline, "run", *options, "--log", path("log")], env=environment, stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: os.path.exists(os.path.join(folder_of(session), "control")) or session.poll() is not None, 10)
        expect(" ".join(options), session.poll(), None, "exit code of the session")
        yield session
    finally:
        session.send_signal(signal.SIGTERM)
        session.wait()


def wait_until(holds, seconds=300):
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise SystemExit("bench: what was waited for did not come")
        time.sleep(0.001)


def resident(pid):
    """In kilobytes."""
    return next(int(line.split()[1]) for line in open(f"/proc/{pid}/status") if line.startswith("VmRSS"))


def restarts(marks=(100, 1_000, 10_000)):
    """Nine in ten restarts are swaps, the tenth is a kill. So each death is the first in a row, and the backoff does not
    grow."""
    compose = write("restarts.yaml", """
services:
  role:
    command: [sh, -c, "echo '{\\"type\\":\\"process.output.ready\\"}'; exec cat"]
    receives: [a.input]
    restart: on-failure
    recovery: replay
  source: {command: [cat], sends: [a.input], receives: [b.output]}
  other: {command: [cat], sends: [b.output]}
""")
    seen = {}
    marks = [scaled(mark) for mark in marks]
    with running(compose) as session:
        control = Control(session)
        pid = control.service("role")["pid"]
        for number in range(1, marks[-1] + 1):
            if number % 10 == 0:
                kill_and_wait(control, "role")
            else:
                control.ask("swap", service="role")
            # Each is another process.
            before, pid = pid, control.service("role")["pid"]
            expect_that(pid != before, "restarts", f"restart {number} started nothing")
            if number in marks:
                say(f"{number} restarts")
                seen[number] = (len(os.listdir(f"/proc/{session.pid}/fd")), resident(session.pid))
    descriptors = ", ".join(str(count) for count, _ in seen.values())
    memory = ", ".join(f"{size / 1024:.1f}" for _, size in seen.values())
    after = "/".join(f"{mark:,}" for mark in marks)
    return [
        row(f"descriptors after {after} restarts", descriptors, "–", None, "flat"),
        row(f"memory of the supervisor after {after} restarts", f"{memory} MB", "–", None, "flat")]


def kill_and_wait(control, name):
    before = control.service(name)["pid"]
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: (now := control.service(name)).get("pid") not in (None, before) and now["state"] == "running")


def presenter_deaths(counts=(1_000, 1_000_000), rounds=9):
    """The time from SIGKILL to the first new output of the real presenter, behind a sender that never waits."""
    rows = []
    for count in map(scaled, counts):
        say(f"a presenter that has had {count} events")
        actions = write("actions", "".join(
            '{"specversion":"1.0","type":"view.output.didSelect","source":"view","id":"view-1-%d",'
            '"subject":"trafficlight-1","data":{"row":"none"}}\n' % number for number in range(1, count + 1)))
        view = f"sh -c 'cat {actions}; exec cat >/dev/null'"
        with running(os.path.join(checkout, "compose", "trafficlight.yaml"), "--replace", f"view={view}") as session:
            control = Control(session)
            wait_until(lambda: is_done(control, "presenter", count))
            times = [recovery_time(session, control, f"late-{count}-{number}") for number in range(rounds)]
        rows.append(row(f"SIGKILL to new output, presenter after {count:,} events",
                        f"{statistics.median(times) * 1000:.0f} ms (at most {max(times) * 1000:.0f})", "–", None,
                        "< 100 ms"))
    return rows


def is_done(control, name, count):
    """Waits until it has received that many events and has answered them."""
    before = control.service(name)
    if before["input"]["lines"] < count or before["queued"]:
        return False
    time.sleep(0.3)
    return control.service(name)["output"] == before["output"]


def recovery_time(session, control, identity):
    tap = Control(session)
    tap.send("supervisor.input.tap", types=["view.input"], service="presenter")
    control.ask("describe")
    sender = Control(session)
    sender.send("supervisor.input.send")
    # Afterwards, its death is the first in a row, so the backoff has not grown.
    pid = control.ask("swap", service="presenter")["pid"]
    start = time.perf_counter()
    os.kill(pid, signal.SIGKILL)
    event = {"type": "view.output.didSelect", "id": identity, "subject": "trafficlight-1", "data": {"row": "none"}}
    sender.socket.sendall(json.dumps(event).encode() + b"\n")
    while identity.encode() not in (line := tap.lines.readline()):
        expect_that(line, "a presenter's death", "the tap has ended")
    taken = time.perf_counter() - start
    expect_that(b'"view.input.show"' in line and f'"causationid":"{identity}"'.encode() in line, "a presenter's death", f"no answer: {line[:300]!r}")
    expect_that(control.service("presenter")["pid"] != pid, "a presenter's death", "it has not died")
    return taken


def bookkeeping(rounds=7, count=2_000_000, times=5):
    """The same traffic alternately with and without recovery."""
    compile("role", "count")
    count = scaled(count, least=2000)
    events = write_events(count)
    rows, sum = [], path("sum")
    for name, arguments, keys, others in (
            ("replay, a snapshot every 256 events", f" 256 {sum}", "recovery: replay", ""),
            ("redeliver, each request answered", "", "recovery: redeliver",
             f"  sink: {{command: [{path('count')}, {sum}], receives: [b.output]}}")):
        say(name)
        rates = {}
        composes = {kind: write(f"{kind}.yaml", f"""
services:
  source: {{command: [cat{f", {events}" * times}], sends: [a.output]}}
  role: {{command: [sh, -c, "exec {path('role')}{arguments}"], receives: [a.output], sends: [{'b.output' if others else ''}], restart: on-failure{', ' + keys if kind == 'with' else ''}}}
{others}
""") for kind in ("with", "without")}
        for _ in range(rounds):
            for kind, compose in composes.items():
                start = time.perf_counter()
                run(name, [viperline, "run", compose])
                rates.setdefault(kind, []).append(count * times / (time.perf_counter() - start))
                if others:
                    # Each answer, of one process that has never died.
                    expect_answered(name, sum, count * times)
                else:
                    expect(name, open(sum).read().strip(), str(count * times), "events that the role has had")
                os.unlink(sum)
        ours, peer = (statistics.median(rates[kind]) for kind in ("with", "without"))
        rows.append(row(f"relay with {name}", f"{ours / 1e6:.2f} M/s", f"without {peer / 1e6:.2f} M/s", ours / peer,
                        "≥ 0.9"))
    os.unlink(events)
    return rows


def expect_answered(name, file, count):
    with open(file, "rb") as report:
        lines, first, last = report.read().split(b"\n", 2)
    expect(name, int(lines), count, "answers")
    expect_that(b'"b.output.answered"' in first and f'"number":{count}}}'.encode() in last, name, f"no last answer: {last!r}")


def swap_gaps(rounds=200, rate=10_000):
    """Swaps the presenter under a constant load: the longest gap that a receiver sees around each swap."""
    say("swaps under load")
    sender = write("sender.py", f"""
import os, time
number, start = 0, time.monotonic()
while True:
    while number < (time.monotonic() - start) * {rate}:
        lines = []
        for _ in range({rate} // 1000):
            number += 1
            lines.append('{{"specversion":"1.0","type":"view.output.didSelect","source":"view","id":"view-1-%d",'
                         '"subject":"trafficlight-1","data":{{"row":"none"}}}}\\n' % number)
        os.write(1, "".join(lines).encode())
    time.sleep(0.0005)
""")
    ear = write("ear.py", f"""
import os, time
last, lines = time.monotonic(), 0
with open("{path('silences')}", "w", buffering=1) as file, open("{path('heard')}", "w", buffering=1) as heard:
    while chunk := os.read(0, 1 << 20):
        now = time.monotonic()
        lines += chunk.count(b"\\n")
        heard.seek(0)
        heard.write(f"{{lines}} {{now}}\\n")
        if now - last > 0.002: file.write(f"{{last}} {{now}}\\n")
        last = now
""")
    # Lines that the listener has had; a line that it misses would not count as silence.
    more = write("ear.yaml", f"services: {{ear: {{command: [{sys.executable}, {ear}], receives: [view.input]}}}}")
    compose = os.path.join(checkout, "compose", "trafficlight.yaml")
    swaps, reported, heard_lines = [], [], [0]
    rounds = scaled(rounds)

    def lines_heard(last=None):
        """How many, once there are more."""
        words = []

        def has_heard():
            words[:] = open(path("heard")).readline().split() if os.path.exists(path("heard")) else []
            return len(words) == 2 and int(words[0]) > (last or 0)
        wait_until(has_heard, 10)
        return int(words[0])
    with running(compose, "-f", more, "--replace", f"view={sys.executable} {sender}") as session:
        control = Control(session)
        time.sleep(1)
        for _ in range(rounds):
            start = time.monotonic()
            reported.append(control.ask("swap", service="presenter")["gap"])
            swaps.append((start, time.monotonic()))
            time.sleep(0.05)
            heard_lines.append(lines_heard(heard_lines[-1]))
        lag = control.service("presenter")["queued"]
    silences = [tuple(map(float, line.split())) for line in open(path("silences"))]
    heard = [max([end - begin for begin, end in silences if begin < until + 0.02 and end > since], default=0)
             for since, until in swaps]
    expect_that(len(reported) == rounds and min(reported) > 0, "swaps", f"gaps told: {reported[:10]}")
    rows = []
    for name, gaps in (("told by the supervisor", reported), ("silence that a receiver hears", heard)):
        gaps = sorted(gap * 1000 for gap in gaps)
        rows.append(row(f"swap of the presenter under {rate:,} events/s, {name}: p50, p99",
                        f"{gaps[len(gaps) // 2]:.0f}, {gaps[int(len(gaps) * 0.99)]:.0f} ms",
                        f"{lag} bytes behind at the end", None, "p99 < 50 ms"))
    return rows


def is_running(pid):
    """An ended process may still wait to be reaped by init."""
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def saves(rounds=40):
    """From a save of a role's file to the first event of the new process, and from the request of a swap to the same, in turns.

    The source sends an event each millisecond, so that the new process has something to say at once."""
    say("saves of a watched file")
    rounds = scaled(rounds)
    text = """
import json, os, sys
for line in sys.stdin:
    print('{"specversion":"1.0","type":"b.output.x","source":"role","id":"role-%d-x","data":{"run":%d}}'
          % (os.getpid(), int(os.environ["VIPERLINE_RUN"])), flush=True)
# NUMBER
"""
    role = write("role.py", text)
    source = write("source.py", """
import time
number = 0
while True:
    number += 1
    print('{"specversion":"1.0","type":"a.output.x","source":"source","id":"source-%d","data":{}}' % number, flush=True)
    time.sleep(0.001)
""")
    ear = write("ear.py", f"""
import json, sys, time
run = 0
with open("{path('runs')}", "w", buffering=1) as file:
    for line in sys.stdin:
        now = json.loads(line)["data"]["run"]
        if now != run: file.write(f"{{now}} {{time.monotonic()}}\\n")
        run = now
""")
    compose = write("watched.yaml", f"""
services:
  source: {{command: [{sys.executable}, {source}], sends: [a.output]}}
  role: {{command: [{sys.executable}, {role}], receives: [a.output], sends: [b.output], restart: on-failure}}
  ear:
    command: [{sys.executable}, {ear}]
    receives: [b.output]
    develop: {{watch: [{{action: restart, path: ./nothing}}]}}
""")
    write("runs", "")
    times = {"saved": [], "swapped": []}
    with running(compose, "--watch") as session:
        control = Control(session)

        def first_event_of(run):
            wait_until(lambda: (lines := open(path("runs")).readlines()) and int(lines[-1].split()[0]) >= run, 10)
            return float(open(path("runs")).read().splitlines()[-1].split()[1])
        first_event_of(1)
        run = 1
        for number in range(rounds):
            for kind in times:
                time.sleep(0.1)
                run += 1
                start = time.monotonic()
                if kind == "saved":
                    write("role.py", text.replace("NUMBER", str(number)))
                else:
                    control.ask("swap", service="role")
                times[kind].append(first_event_of(run) - start)
                expect("saves", int(open(path("runs")).read().splitlines()[-1].split()[0]), run, "runs")
    low, high = ([sorted(taken)[place] * 1000 for taken in times.values()]
                 for place in (rounds // 2, int(rounds * 0.95)))
    return [row(f"save of a Python role to the first event of its new process, p50 / p95",
                f"{low[0]:.0f} / {high[0]:.0f} ms", f"viperline swap {low[1]:.0f} / {high[1]:.0f} ms", None,
                "swap + 40 ms of quiet + its start once more")]


def orphans(rounds=9):
    """The time from the supervisor's SIGKILL to the end of its last process. One role ignores all other signals."""
    say("supervisors that are killed")
    more = write("deaf.yaml", "services: {deaf: {command: [sh, -c, \"trap '' TERM HUP INT; while :; do sleep 1; done\"]}}")
    times = []
    for _ in range(rounds):
        with running(os.path.join(checkout, "compose", "trafficlight.yaml"), "-f", more) as session:
            control = Control(session)
            wait_until(lambda: all(one.get("pid") for one in control.ask("describe")["services"]))
            pids = [one["pid"] for one in control.ask("describe")["services"]]
            expect("orphans", sum(map(is_running, pids)), 5, "programs")
            start = time.perf_counter()
            session.kill()
            session.wait()
            wait_until(lambda: not any(map(is_running, pids)))
            times.append(time.perf_counter() - start)
    return [row("SIGKILL of the supervisor to the end of its last process, one of them deaf to all but SIGKILL",
                f"{statistics.median(times) * 1000:.0f} ms (at most {max(times) * 1000:.0f})", "–", None, "< 1000 ms")]


measurements = {one.__name__: one for one in (restarts, presenter_deaths, bookkeeping, swap_gaps, saves, orphans)}
print_rows_of(*(measurements[name] for name in sys.argv[3:] or measurements))
