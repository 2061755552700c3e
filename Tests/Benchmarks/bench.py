"""Measures the bus and the session, each against its peer in the same run; prints a Markdown table.

Called by scripts/bench with the folder of the release executables and the checkout.
"""

import os
import pty
import random
import select
import statistics
import subprocess
import sys
import time

from checked import expect, expect_counted, expect_status, expect_that, expect_times, run, scaled
from table import checkout, compile, path, print_rows_of, row, say, viperline, write


def timed(*command):
    """Runs it; returns the seconds that passed, and those that all of its processes spent on a processor."""
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    expect_status("relay", command, os.waitstatus_to_exitcode(status))
    process.returncode = 0
    return seconds, usage.ru_utime + usage.ru_stime


def events_of(count, types, lenient=False, subjects=None):
    """Writes events of 200 bytes, in an order that each run repeats; returns the file's path.

    `types` are the types that take turns, or a number of types that come at random.
    """
    choose = random.Random(1)
    name = path("events")
    with open(name, "w") as events:
        for number in range(count):
            if isinstance(types, int):
                type = f"a.output.ticked{choose.randrange(types)}"
            else:
                type = types[number % len(types)]
            subject = f"scene-{choose.randrange(subjects)}" if subjects else None
            if lenient:
                # As the README's double in Python writes them: json.dumps, no source, no id.
                head = '{"type": "%s", "subject": "apps-1", "correlationid": "view-1-%d", "data": {"pad": "' % (type, number)
            else:
                about = f'"subject":"{subject}",' if subject else ""
                head = '{"specversion":"1.0","type":"%s","source":"source","id":"source-1-%d",%s"data":{"pad":"' % (
                    type, number, about)
            events.write(head + "x" * (196 - len(head)) + '"}}\n')
    return name


TICKS = ["a.output.ticked"]
# What passes, its events, more keys of the composition and of the sink, the aim.
RELAYS = (
    ("one type", {"types": TICKS}, "", "", "≥ 0.95"),
    ("two types in turns", {"types": ["a.output.ticked", "a.output.tocked"]}, "", "", "≥ 0.95"),
    ("16 types at random", {"types": 16}, "", "", "≥ 0.75"),
    ("1,000 types at random", {"types": 1000}, "", "", "≥ 0.65"),
    ("lenient lines", {"types": TICKS, "lenient": True}, "", "", "≥ 0.4"),
    ("states of one subject", {"types": TICKS, "subjects": 1}, "states: [a.output]", "", "≥ 0.45"),
    ("states of 100 subjects", {"types": TICKS, "subjects": 100}, "states: [a.output]", "", "≥ 0.4"),
    ("`replay` without a snapshot", {"types": TICKS}, "", "restart: on-failure, recovery: replay", "≥ 0.5"),
    ("`redeliver` without an answer", {"types": TICKS}, "", "restart: on-failure, recovery: redeliver", "≥ 0.5"),
)


def relay(rounds=7, count=3_000_000):
    """Lines a second through the bus and through cat, in turns. At the end of both, count.c reads them; all must have come, but for
    states, of which a receiver that is behind gets the newest: what came of them is told. The ratio is the median of the rounds' ratios, since the
    two halves of a round see much the same of what else the machine does. The processor time of all three processes is
    told too: it says what a line costs where others use the machine."""
    rows = []
    compile("count")
    count, sum, peer_sum = scaled(count), path("sum"), path("peer-sum")
    for name, events, keys, sink, aim in RELAYS:
        if wanted and not any(word in name for word in wanted):
            continue
        say(f"relay, {name}")
        file = events_of(count, **events)
        compose = write("relay.yaml", f"""
{keys}
services:
  source: {{command: [cat, {file}], sends: [a.output]}}
  sink: {{command: [{path("count")}, {sum}], receives: [a.output], {sink}}}
""")
        ours, cats, came = [], [], []
        for number in range(rounds):
            halves = [
                lambda: cats.append(timed("sh", "-c", f"cat {file} | cat | {path('count')} {peer_sum}")),
                lambda: ours.append(timed(viperline, "run", compose))]
            for half in halves[::-1] if number % 2 else halves:
                half()
            came.append(expect_counted(f"relay, {name}", sum, count, "a.output.t", least=events.get("subjects")))
            expect_counted(f"relay, {name}, cat", peer_sum, count, "a.output.t")
            for one in (sum, peer_sum):
                os.unlink(one)
        os.unlink(file)
        if keys:
            name += f", {statistics.median(came) / count * 100:.0f} % of them delivered"
        ratio = statistics.median(other[0] / mine[0] for mine, other in zip(ours, cats))
        (mine, my_time), (other, other_time) = (
            (count / statistics.median(wall for wall, _ in runs) / 1e6,
             statistics.median(used for _, used in runs) / count * 1e9) for runs in (ours, cats))
        rows.append(row(f"relay, 200-byte events, {name}", f"{mine:.1f} M/s ({my_time:.0f} ns of processor time)",
                        f"cat {other:.1f} M/s ({other_time:.0f} ns)", ratio, aim))
    return rows


def round_trip(rounds=15, count=5_000):
    """From ping through the bus to pong and back through the bus; the peer has cat in the bus's places.

    A round trip is four wake-ups, and what one of them takes depends on which processor sleeps how deeply. So that both are
    measured alike there are many short rounds in turns, each gives one ratio, and the median of these is told."""
    say("round trip")
    compile("ping", "pong")
    os.mkfifo(path("back"))
    count = scaled(count)
    compose = write("ping.yaml", f"""
services:
  ping:
    command: [sh, -c, "exec {path("ping")} {count} pong.output.ponged 2> {path("ours")}"]
    sends: [ping.output]
    receives: [pong.output]
    exit_on_end: true
  pong: {{command: [{path("pong")}], sends: [pong.output], receives: [ping.output]}}
""")
    peer = f"{path('ping')} {count} pong.output.ponged < {path('back')} 2> {path('cats')} | cat | {path('pong')} | cat > {path('back')}"
    commands = {"ours": [viperline, "run", compose], "cats": ["sh", "-c", peer]}
    times = {name: [] for name in commands}
    for number in range(rounds):
        for name in sorted(commands, reverse=number % 2 == 1):
            run("round trip", commands[name])
            times[name].append(sorted(expect_times(f"round trip, {name}", path(name), count)))
    rows = []
    for name, quantile, aim in (("p50", 0.5, "≤ 1.10"), ("p99", 0.99, "≤ 1.15")):
        mine, other = ([run[int(len(run) * quantile)] / 1000 for run in times[who]] for who in ("ours", "cats"))
        ratio = statistics.median(one / peer for one, peer in zip(mine, other))
        rows.append(row(f"round trip {name}", f"{statistics.median(mine):.0f} µs",
                        f"cat {statistics.median(other):.0f} µs", ratio, aim))
    return rows


def descendants(pid):
    found = [pid]
    for parent in found:
        for task in os.listdir(f"/proc/{parent}/task"):
            found += [int(child) for child in open(f"/proc/{parent}/task/{task}/children").read().split()]
    return found


def pss(pid):
    for line in open(f"/proc/{pid}/smaps_rollup"):
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0


def ticks(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def session(*options):
    """A session on a pseudo-terminal; returns its pid, the terminal, and the milliseconds to its first frame."""
    start = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(viperline, [viperline, "run", os.path.join(checkout, "compose", "itunes.yaml"), *options])
    seen = b""
    while b"App Store" not in seen:
        ready, _, _ = select.select([terminal], [], [], 10)
        if not ready:
            raise SystemExit(f"bench: no first frame within 10 s: {seen!r}")
        seen += os.read(terminal, 65536)
    return pid, terminal, (time.perf_counter() - start) * 1000


def end(pid, terminal):
    os.write(terminal, b"\x03")
    _, status = os.waitpid(pid, 0)
    expect_status("session", "viperline run itunes", os.waitstatus_to_exitcode(status), (0, 130))
    os.close(terminal)


def programs(pids):
    """Their names, but for those of Viperline's own guards and shells."""
    names = (os.path.basename(open(f"/proc/{pid}/cmdline").read().split("\0")[0]) for pid in pids)
    return {name for name in names if name.startswith("viperline-")}


ROLES = {f"viperline-{name}" for name in ("view", "presenter", "router", "fetcher")}


def sessions(rounds=15):
    rows = []
    offline = ["-f", os.path.join(checkout, "compose", "offline.yaml")]
    for name, options, services in (("live", [], ROLES), ("offline, with the catalog", offline, ROLES | {"viperline-catalog"})):
        say(f"session, {name}")
        first = []
        for _ in range(rounds):
            pid, terminal, milliseconds = session(*options)
            first.append(milliseconds)
            end(pid, terminal)
        rows.append(row(f"run to first frame, {name}", f"{statistics.median(first):.0f} ms", "–", None, "≤ 50 ms"))
        pid, terminal, _ = session(*options)
        time.sleep(1)
        everyone = descendants(pid)
        expect(f"session, {name}", programs(everyone), services, "programs")
        before = sum(ticks(one) for one in everyone)
        time.sleep(5)
        used = (sum(ticks(one) for one in everyone) - before) * 1000 / os.sysconf("SC_CLK_TCK")
        memory = sum(pss(one) for one in everyone)
        expect(f"session, {name}", descendants(pid), everyone, "processes after five seconds")
        end(pid, terminal)
        rows.append(row(f"idle memory, {name}", f"{memory:.0f} MB", f"{len(everyone)} processes", None, "≤ 40 MB"))
        rows.append(row(f"CPU of 5 s idle, {name}", f"{used:.0f} ms", "–", None, "0 ms"))
    return rows


# scripts/bench relay WORD…: those rows of the relay alone.
measurements = {one.__name__: one for one in (relay, round_trip, sessions)}
chosen, wanted = sys.argv[3:4], sys.argv[4:]
print_rows_of(*(measurements[name] for name in chosen or measurements))
