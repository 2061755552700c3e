"""Measures the costs of recording a session and of reading recordings; prints a Markdown table.

Called by scripts/bench with the folder of the release executables and the checkout.
"""

import gzip
import json
import os
import shutil
import statistics
import subprocess
import time

from checked import expect, expect_counted, expect_status, expect_that, expect_times, run, scaled
from table import benchmarks, compile, path, print_rows_of, row, say, viperline, write, write_events

KINDS = {"": None, "plain": "recorded.ndjson", "gz": "recorded.ndjson.gz"}


def options(name):
    return ["--record", path(name)] if name else []


def counts(name):
    """The number of events in a cassette, and of those that it reports as missed."""
    opener = gzip.open if name.endswith(".gz") else open
    held = missed = 0
    with opener(path(name), "rb") as lines:
        expect_that(next(lines).startswith(b'{"viperline":"cassette"'), name, "no cassette")
        for line in lines:
            if line.startswith(b'{"missed":'):
                missed += json.loads(line)["missed"]
            elif b'"event":' in line:
                held += 1
            else:
                expect_that(False, name, f"no passage: {line[:200]!r}")
    return held, missed


def ui_rate(rounds=9, count=2000):
    """A thousand requests per second and their answers, alternately with and without recording."""
    say("a thousand events a second")
    compile("pong")
    count = scaled(count)
    compose = write("paced.yaml", f"""
services:
  ping:
    command: [python3, {os.path.join(benchmarks, "paced.py")}, "{count}", {path("times")}]
    sends: [ping.output]
    receives: [pong.output]
    exit_on_end: true
  pong: {{command: [{path("pong")}], sends: [pong.output], receives: [ping.output]}}
""")
    times = {kind: [] for kind in KINDS}
    lost = {}
    for _ in range(rounds):
        for kind, name in KINDS.items():
            run("recording", [viperline, "run", compose, *options(name)])
            times[kind].append(sorted(time / 1000 for time in expect_times("recording", path("times"), count)))
            os.unlink(path("times"))
            if name:
                held, missed = counts(name)
                expect_that(held + missed <= 2 * count, "recording", f"{held} events held and {missed} missed of {2 * count}")
                lost[kind] = lost.get(kind, 0) + 2 * count - held
    rows = []
    for quantile in (0.5, 0.99):
        medians = {kind: statistics.median(one[int(count * quantile)] for one in times[kind]) for kind in KINDS}
        bare = medians[""]
        for kind in ("plain", "gz"):
            ours = medians[kind]
            rows.append(row(f"round trip at 1,000 a second, recorded ({kind}), p{quantile * 100:.0f}; "
                            f"{lost[kind]} of {2 * count * rounds} lost",
                            f"{ours:.0f} µs", f"not recorded {bare:.0f} µs", ours / bare, "≤ 1.10, 0 lost"))
    return rows


def flat_out(rounds=3, count=2_000_000):
    """At the bus's full rate: senders wait for the disk, and events that it cannot take are counted."""
    say("flat out")
    compile("count")
    count = scaled(count)
    write_events(count)
    compose = write("relay.yaml", f"""
services:
  source: {{command: [cat, {path("events")}], sends: [a.output]}}
  sink: {{command: [{path("count")}, {path("sum")}], receives: [a.output]}}
""")
    rates = {kind: [] for kind in KINDS}
    kept = {}
    for _ in range(rounds):
        for kind, name in KINDS.items():
            start = time.perf_counter()
            run("flat out", [viperline, "run", compose, *options(name), "--log", path("log")], stderr=subprocess.DEVNULL)
            rates[kind].append(count / (time.perf_counter() - start))
            expect_counted("flat out", path("sum"), count, "a.output.ticked")
            os.unlink(path("sum"))
            if name:
                held, missed = counts(name)
                expect("flat out", held + missed, count, "events held or missed")
                kept[kind] = held / count
    bare = statistics.median(rates[""])
    return [row(f"relay flat out, recorded ({kind}); {kept[kind] * 100:.0f} % kept, the rest counted",
                f"{statistics.median(rates[kind]) / 1e6:.1f} M/s", f"not recorded {bare / 1e6:.1f} M/s",
                statistics.median(rates[kind]) / bare, aim) for kind, aim in (("plain", "≥ 0.6, all kept"), ("gz", "all kept"))]


def reading(count=1_000_000):
    """Reads a long cassette from start to end."""
    say("reading")
    compile("count")
    count = scaled(count)
    with open(path("long.ndjson"), "w") as file:
        file.write('{"viperline":"cassette","version":1,"composition":"long","started":"2026-01-01T00:00:00Z","services":{}}\n')
        for number in range(count):
            event = ('{"specversion":"1.0","type":"a.output.ticked","source":"a","id":"a-1-%d","subject":"s-1",'
                     '"correlationid":"a-1-%d","data":{"number":%d,"text":"%s"}}') % (number, number, number, "x" * 60)
            file.write('{"t":%.6f,"from":"a","to":["b"],"event":%s}\n' % (number / 1000, event))
    with open(path("long.ndjson"), "rb") as plain, gzip.open(path("long.ndjson.gz"), "wb", 1) as packed:
        shutil.copyfileobj(plain, packed)
    rows = []
    for name in ("long.ndjson", "long.ndjson.gz"):
        for flags in ([], ["--normalised"]):
            start = time.perf_counter()
            # What it prints must be read by somebody, or it might not be made.
            counter = subprocess.Popen([path("count"), path("sum")], stdin=subprocess.PIPE)
            child = subprocess.Popen([viperline, "cassette", "show", path(name), *flags], stdout=counter.stdin)
            counter.stdin.close()
            _, status, usage = os.wait4(child.pid, 0)
            elapsed = time.perf_counter() - start
            expect_status("cassette show", child.args, os.waitstatus_to_exitcode(status))
            child.returncode = 0
            expect_status("cassette show", "count", counter.wait())
            expect_shown(path("sum"), count, flags)
            os.unlink(path("sum"))
            rows.append(row(f"cassette show {' '.join(flags)} of {count:,} events ({name.removeprefix('long.')})",
                            f"{count / elapsed / 1e3:.0f} k/s, {usage.ru_maxrss / 1024:.0f} MB", "–", None,
                            "constant memory"))
    return rows


def expect_shown(file, count, flags):
    """Each event, and the last one last; what is normalised has numbers in the order of appearance for its ids."""
    with open(file, "rb") as report:
        lines, first, last = report.read().split(b"\n", 2)
    expect("cassette show", int(lines), count, "lines")
    for line, number in ((first, 0), (last, count - 1)):
        expect_that(f'"number":{number},'.encode() in line and b'"a.output.ticked"' in line, "cassette show", f"not event {number}: {line!r}")
        expect_that((b'"id":"a-1-' in line) != bool(flags), "cassette show", f"ids that are not as they should be: {line!r}")


print_rows_of(ui_rate, flat_out, reading)
