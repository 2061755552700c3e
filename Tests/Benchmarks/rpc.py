"""Measures viperline rpc beside cat, a plain relay, and beside mcp-recorder, in the same run; prints a Markdown table.

Called by scripts/bench with the folder of the release executables and the checkout. MCP_RECORDER is that program's path.
"""

import http.client
import json
import os
import random
import statistics
import subprocess
import time

from checked import expect, expect_that, expect_times, run, scaled
from table import compile, path, print_rows_of, row, say, viperline


def server(*relay):
    return " ".join([*relay, path("rpc"), "answer"])


def round_trip(rounds=15, count=5_000):
    """From the client to the server and back: through viperline rpc, through a cat for each direction, and without any of them."""
    say("round trip")
    compile("rpc")
    os.mkfifo(path("back"))
    count = scaled(count)

    def command(name, line):
        return f"{path('rpc')} call {count} < {path('back')} 2> {path(name)} | {line} > {path('back')}"

    commands = {
        "direct": command("direct", server()),
        "cat": command("cat", f"cat | {server()} | cat"),
        "ours": command("ours", server(viperline, "rpc", "--")),
        "recorded": command("recorded", server(viperline, "rpc", "--record", path("dialogue.ndjson"), "--")),
    }
    times = {name: [] for name in commands}
    for number in range(rounds):
        for name in sorted(commands, reverse=number % 2 == 1):
            run(f"round trip, {name}", ["sh", "-c", commands[name]])
            times[name].append(statistics.median(expect_times(f"round trip, {name}", path(name), count)) / 1000)
    medians = {name: statistics.median(values) for name, values in times.items()}
    rows = []
    for name, what in (("ours", "added to a round trip p50"), ("recorded", "the same with `--record`")):
        added, other = medians[name] - medians["direct"], medians["cat"] - medians["direct"]
        rows.append(row(what, f"{added:.0f} µs", f"two cat {other:.0f} µs", added / max(other, 0.001), "≤ 40 µs"))
    return rows


def peer(rounds=5, count=500):
    """The same client, in Python: on pipes through viperline rpc --record, and over HTTP through mcp-recorder, which has no other side."""
    program = os.environ.get("MCP_RECORDER")
    if not program:
        return []
    say("mcp-recorder")
    count = scaled(count)
    call = lambda number: json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "echo"}}).encode()
    times = {"ours": [], "peer": []}

    def measure(name, ask):
        for number in range(count):
            start = time.perf_counter()
            reply = ask(call(number))
            times[name].append((time.perf_counter() - start) * 1e6)
            expect_that(f'"id":{number},' .encode() in reply.replace(b" ", b""), name, f"this is no answer: {reply[:200]!r}")

    for _ in range(rounds):
        relay = subprocess.Popen([viperline, "rpc", "--record", path("ours.ndjson"), "--", path("rpc"), "answer"],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def ask(message):
            relay.stdin.write(message + b"\n")
            relay.stdin.flush()
            return relay.stdout.readline()

        measure("ours", ask)
        relay.stdin.close()
        expect("viperline rpc", relay.wait(), 0, "exit code")
    port = random.randrange(20_000, 30_000)
    proxy = subprocess.Popen([program, "record", "--target-stdio", server(), "--port", str(port), "--output", path("peer.json")],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

        def post(message):
            connection.request("POST", "/mcp", message, headers)
            return connection.getresponse().read()

        deadline = time.monotonic() + 30
        while True:
            try:
                post(call(0))
                break
            except OSError:
                connection.close()
                expect_that(time.monotonic() < deadline, "mcp-recorder", "it does not listen")
                time.sleep(0.1)
        for _ in range(rounds):
            measure("peer", post)
    finally:
        proxy.terminate()
        proxy.wait()
    mine, other = (statistics.median(times[name]) for name in ("ours", "peer"))
    return [row("round trip p50 of a client in Python, recorded", f"{mine:.0f} µs", f"mcp-recorder {other:.0f} µs", other / mine, "≥ 1")]


def start(rounds=200):
    """What a start through the relay takes more than one without it."""
    say("start")
    times = {"direct": [], "ours": []}
    commands = {"direct": ["true"], "ours": [viperline, "rpc", "--", "true"]}
    for _ in range(scaled(rounds)):
        for name, command in commands.items():
            begin = time.perf_counter()
            run("start", command, stdin=subprocess.DEVNULL)
            times[name].append((time.perf_counter() - begin) * 1000)
    direct, ours = (statistics.median(times[name]) for name in ("direct", "ours"))
    return [row("start and end of `viperline rpc -- true`", f"{ours - direct:.1f} ms more", f"true {direct:.1f} ms", None, "≤ 3 ms")]


def frames(size):
    """Writes random frames; returns the file's path."""
    choose = random.Random(1)
    name = path("frames")
    block = bytearray()
    while len(block) < min(size, 50_000_000):
        pad = "".join(choose.choices("abcdefgh ijklmnop\\\\é", k=choose.randrange(20, 2000)))
        block += json.dumps({"jsonrpc": "2.0", "id": len(block), "method": "tools/call", "params": {"text": pad}}).encode() + b"\n"
    with open(name, "wb") as file:
        for _ in range(max(1, size // len(block))):
            file.write(block)
    return name


def throughput(rounds=5, size=1_000_000_000):
    """Frames of a kilobyte, one way; and their bytes after both ways."""
    say("throughput")
    name = frames(scaled(size))
    length = os.path.getsize(name)
    sink = "sh -c 'exec cat > /dev/null'"
    commands = {"ours": f"cat {name} | {viperline} rpc -- {sink} 2> {path('words')}", "cat": f"cat {name} | cat | {sink}"}
    rates = {"ours": [], "cat": []}
    for number in range(rounds):
        for who in sorted(commands, reverse=number % 2 == 1):
            begin = time.perf_counter()
            run("throughput", ["sh", "-c", commands[who]])
            rates[who].append(length / (time.perf_counter() - begin) / 1e6)
    run("unchanged", ["sh", "-c", f"cat {name} | {viperline} rpc -- cat 2> {path('words')} | cmp - {name}"])
    mine, other = (statistics.median(rates[who]) for who in ("ours", "cat"))
    return [
        row("frames of a kilobyte, one way", f"{mine:.0f} MB/s", f"cat {other:.0f} MB/s", mine / other, "≥ 500 MB/s"),
        row(f"{length / 1e9:.2g} × 10⁹ bytes both ways", "unchanged", "–", None, "unchanged")]


def memory(count=2_000):
    """Of the relay, after as many round trips."""
    relay = subprocess.Popen([viperline, "rpc", "--", path("rpc"), "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for number in range(count):
        relay.stdin.write(b'{"jsonrpc":"2.0","id":%d,"method":"tools/call"}\n' % number)
        relay.stdin.flush()
        relay.stdout.readline()
    with open(f"/proc/{relay.pid}/smaps_rollup") as rollup:
        size = next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1000
    relay.stdin.close()
    expect("memory", relay.wait(), 0, "exit code")
    return [row("memory of the relay (PSS)", f"{size:.1f} MB", "–", None, "≤ 5 MB")]


print_rows_of(round_trip, peer, start, throughput, memory)
