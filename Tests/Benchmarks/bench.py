"""Measures the bus and the session, each against its peer in the same run; prints a Markdown table.

Called by scripts/bench with the folder of the release executables and the checkout.
"""

import os
import pty
import select
import statistics
import subprocess
import time

from table import checkout, compile, path, print_rows_of, row, say, viperline, write, write_events


def timed(*command):
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def relay(rounds=7, count=2_000_000):
    """Lines a second through the bus and through cat, in turns, so that the machine's moods hit both."""
    say("relay")
    write_events(count)
    compose = write("relay.yaml", f"""
services:
  source: {{command: [cat, {path("events")}], sends: [a.output]}}
  sink: {{command: [sh, -c, "exec cat > /dev/null"], receives: [a.output]}}
""")
    ours, cats = [], []
    for _ in range(rounds):
        ours.append(count / timed(viperline, "run", compose))
        cats.append(count / timed("sh", "-c", f"cat {path('events')} | cat | cat > /dev/null"))
    os.unlink(path("events"))
    ratio = statistics.median(ours) / statistics.median(cats)
    return [row("relay, 200-byte events", f"{statistics.median(ours) / 1e6:.1f} M/s",
                f"cat {statistics.median(cats) / 1e6:.1f} M/s", ratio, "≥ 0.6")]


def round_trip(rounds=5, count=20_000):
    """From ping through the bus to pong and back through the bus; the peer has cat in the bus's places."""
    say("round trip")
    compile("ping", "pong")
    os.mkfifo(path("back"))
    compose = write("ping.yaml", f"""
services:
  ping:
    command: [sh, -c, "exec {path("ping")} {count} 2> {path("ours")}"]
    sends: [ping.output]
    receives: [pong.output]
    exit_on_end: true
  pong: {{command: [{path("pong")}], sends: [pong.output], receives: [ping.output]}}
""")
    peer = f"{path('ping')} {count} < {path('back')} 2> {path('cats')} | cat | {path('pong')} | cat > {path('back')}"
    ours, cats = [], []
    for _ in range(rounds):
        subprocess.run([viperline, "run", compose], check=True)
        ours += sorted(int(line) for line in open(path("ours")))
        subprocess.run(["sh", "-c", peer], check=True)
        cats += sorted(int(line) for line in open(path("cats")))
    rows = []
    for name, quantile, aim in (("p50", 0.5, "≤ 1.15"), ("p99", 0.99, "≤ 1.15")):
        mine, other = (sorted(times)[int(len(times) * quantile)] / 1000 for times in (ours, cats))
        rows.append(row(f"round trip {name}", f"{mine:.0f} µs", f"cat {other:.0f} µs", mine / other, aim))
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
    os.waitpid(pid, 0)
    os.close(terminal)


def sessions(rounds=15):
    rows = []
    offline = ["-f", os.path.join(checkout, "compose", "offline.yaml")]
    for name, options in (("live", []), ("offline, with the catalog", offline)):
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
        before = sum(ticks(one) for one in everyone)
        time.sleep(5)
        used = (sum(ticks(one) for one in everyone) - before) * 1000 / os.sysconf("SC_CLK_TCK")
        memory = sum(pss(one) for one in everyone)
        end(pid, terminal)
        rows.append(row(f"idle memory, {name}", f"{memory:.0f} MB", f"{len(everyone)} processes", None, "≤ 40 MB"))
        rows.append(row(f"CPU of 5 s idle, {name}", f"{used:.0f} ms", "–", None, "0 ms"))
    return rows


print_rows_of(relay, round_trip, sessions)
