"""Measures services elsewhere, over a NATS server on this machine: the delay that it adds, events a second, a pool's scaling, memory.
The peers are the local pipe, and a C program that speaks to the server itself, at most once.

Called by scripts/bench nats with the folder of the release executables and the checkout.
"""

import atexit
import os
import statistics
import subprocess
import sys
import time

from checked import expect, expect_that, expect_times, run, scaled
from table import benchmarks, compile, path, print_rows_of, products, row, say, viperline, write, write_events

program = os.path.join(products, "viperline-nats")
environment = dict(os.environ, PATH=os.path.abspath(products) + ":" + os.environ["PATH"])


def server():
    """A server; it ends with this process."""
    process = subprocess.Popen(
        [os.environ["NATS_SERVER"], "-a", "127.0.0.1", "-p", "-1"], stderr=subprocess.PIPE, text=True)
    atexit.register(process.kill)
    for line in process.stderr:
        if "Listening for client connections on" in line:
            url = "nats://" + line.rsplit(" ", 1)[1].strip()
        if line.endswith("Server is ready\n"):
            return process, url
    raise SystemExit("bench: the server has ended")


def compose(name, text):
    return write(f"{name}.yaml", text)


class Process:
    """Runs while measured; ends at the end of a `with`."""

    def __init__(self, *command, output=None):
        self.command, self.output = command, output

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, env=environment, stdin=subprocess.PIPE, stdout=self.output or subprocess.PIPE,
            stderr=open(path("log"), "a"))
        return self.process

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def p50_and_p99(what, file, count):
    times = sorted(expect_times(what, file, count))
    return times[len(times) // 2] / 1000, times[int(len(times) * 0.99)] / 1000


PIPE = """
services:
  ping:
    command: [sh, -c, "exec {ping} {count} b.output.answered 2> {times}"]
    sends: [ping.output]
    receives: [b.output]
    exit_on_end: true
  role: {{command: [{role}], receives: [ping.output], sends: [b.output]}}
"""
CALL = """
services:
  ping:
    command: [sh, -c, "exec {ping} {count} b.output.answered 2> {times}"]
    sends: [ping.output]
    receives: [b.output]
    exit_on_end: true
    depends_on: {{far: {{condition: service_healthy}}}}
  far: {{command: [viperline-nats, call, role], receives: [ping.output], sends: [b.output], recovery: redeliver, restart: on-failure}}
"""
HERE = """
services:
  ping:
    command: [sh, -c, "exec {ping} {count} b.output.answered 2> {times}"]
    sends: [ping.output]
    receives: [b.output]
    exit_on_end: true
    depends_on: {{far: {{condition: service_healthy}}}}
  far: {{command: [viperline-nats, join, bench], receives: [ping.output], sends: [b.output], recovery: replay, restart: on-failure}}
"""
THERE = """
services:
  far: {{command: [viperline-nats, join, bench], receives: [b.output], sends: [ping.output], recovery: replay, restart: on-failure}}
  role: {{command: [{role}], receives: [ping.output], sends: [b.output], exit_on_end: true}}
"""


def delay(rounds=5, count=1_000):
    """From ping to a role and back. Short rounds of all in turns; each figure is the median of the rounds'."""
    say("delay")
    compile("ping", "role")
    count = scaled(count)
    names = {"ping": path("ping"), "role": path("role"), "count": count}

    def pipe():
        run("pipe", [viperline, "run", compose("pipe", PIPE.format(times=path("times"), **names))], env=environment)

    def request():
        with Process(path("nats_peer"), "pong", url) as pong:
            pong.stdout.readline()
            run("C", [path("nats_peer"), "ping", url, str(count)], stderr=open(path("times"), "w"))

    def call():
        file = compose("call", CALL.format(times=path("times"), **names))
        with Process(program, "serve", "role", "--", path("role"), output=subprocess.DEVNULL) as worker:
            run("call", [viperline, "run", file], env=environment)
            expect("call", worker.poll(), None, "exit code of the worker")

    def join():
        there, here = compose("there", THERE.format(**names)), compose("here", HERE.format(times=path("times"), **names))
        with Process(viperline, "run", there) as far:
            run("join", [viperline, "run", here], env=environment)
            expect_that(far.poll() in (None, 0), "join", f"the other session ended with {far.poll()}")

    ways = {"pipe": pipe, "C": request, "join": join, "call": call}
    times, costs = {name: [] for name in ways}, {name: [] for name in ways}
    for number in range(rounds):
        for name in sorted(ways, reverse=number % 2 == 1):
            before = processor_time(hub.pid)
            ways[name]()
            costs[name].append((processor_time(hub.pid) - before) / count * 1e6)
            times[name].append(p50_and_p99(name, path("times"), count))
            os.unlink(path("times"))
    middle = {name: [statistics.median(one[at] for one in all) for at in (0, 1)] for name, all in times.items()}
    rows = []
    for at, quantile in enumerate(("p50", "p99")):
        (pipe, peer) = (middle[name][at] for name in ("pipe", "C"))
        for name, words in (("join", "two sessions that are joined"), ("call", "a pool (`call`, `serve`)")):
            mine = middle[name][at]
            rows.append(row(
                f"round trip {quantile}, {words}", f"{mine:.0f} µs, {mine - pipe:.0f} more than the pipe's {pipe:.0f} µs",
                f"C, request and reply {peer:.0f} µs", mine / peer, "≤ 150 µs more" if at == 0 else "–"))
    words = " / ".join(f"{statistics.median(costs[name]):.0f}" for name in ("C", "join", "call"))
    rows.append(row("the server's processor time for one of these round trips: C / join / pool", f"{words} µs", "–", None, "–"))
    return rows


SENDING = """
services:
  source: {{command: [sh, -c, "cat {events}; exec cat > /dev/null"], sends: [a.output], receives: [sink.output], depends_on: {{far: {{condition: service_healthy}}}}}}
  far: {{command: [viperline-nats, join, oneway], receives: [a.output], sends: [sink.output], recovery: replay, restart: on-failure}}
"""
TAKING = """
services:
  far: {{command: [viperline-nats, join, oneway], receives: [sink.output], sends: [a.output], recovery: replay, restart: on-failure}}
  sink: {{command: [sh, -c, "exec {python} {counted} {count} 2> {seconds}"], receives: [a.output], sends: [sink.output], exit_on_end: true}}
"""


def memory(*pids):
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/smaps_rollup") as lines:
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def processor_time(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def programs(parent):
    found = [parent]
    for pid in found:
        for task in os.listdir(f"/proc/{pid}/task"):
            found += [int(child) for child in open(f"/proc/{pid}/task/{task}/children").read().split()]
    return [pid for pid in found if os.path.basename(open(f"/proc/{pid}/cmdline").read().split("\0")[0]) == "viperline-nats"]


def one_way(count=1_000_000):
    say("one way")
    names = {"python": sys.executable, "counted": os.path.join(benchmarks, "counted.py"), "seconds": path("seconds")}
    rates, sizes, costs = {}, {}, {}
    count = scaled(count, least=1000)
    for number in (count // 10, count):
        file = write_events(number)
        taking = compose("taking", TAKING.format(count=number, **names))
        sending = compose("sending", SENDING.format(events=file))
        before = processor_time(hub.pid)
        with Process(viperline, "run", sending) as sender:
            taker = subprocess.Popen([viperline, "run", taking], env=environment)
            highest = 0
            while taker.poll() is None:
                try:
                    highest = max(highest, memory(*programs(sender.pid), *programs(taker.pid)))
                except OSError:
                    pass
                time.sleep(0.1)
        expect("one way", taker.returncode, 0, "exit code of the session that takes")
        # counted.py has ended with 0, so it has had each line, and each was one of ours.
        rates[number], sizes[number] = number / float(open(path("seconds")).read()), highest
        os.unlink(path("seconds"))
        expect_that(highest > 1, "one way", f"memory of the joins: {highest} MB")
        costs[number] = (processor_time(hub.pid) - before) / number * 1e6
    with Process(path("nats_peer"), "take", url, str(count)) as taker:
        taker.stdout.readline()
        run("C, publish", [path("nats_peer"), "send", url, str(count)])
        peer = count / float(taker.stdout.readline())
    mine, few = rates[count], count // 10
    return [
        row("one way, 200-byte events, joined sessions", f"{mine / 1000:.0f} k/s",
            f"C, publish and subscribe {peer / 1000:.0f} k/s", mine / peer, "≥ 100 k/s"),
        row(f"memory of both joins, {few:,} and {count:,} events", f"{sizes[few]:.1f} and {sizes[count]:.1f} MB", "–",
            sizes[count] / sizes[few], "flat"),
        row("the server's processor time for one of these events", f"{costs[count]:.1f} µs", "–", None, "–"),
        row("memory of the server then", f"{memory(hub.pid):.0f} MB", "–", None, "–"),
    ]


ASK = """
services:
  ask:
    command: [sh, -c, "exec {ask} {count} b.output.answered 2> {seconds}"]
    sends: [ping.output]
    receives: [b.output]
    exit_on_end: true
    depends_on: {{far: {{condition: service_healthy}}}}
  far: {{command: [viperline-nats, call, slow], receives: [ping.output], sends: [b.output], recovery: redeliver, restart: on-failure}}
"""


def pool(each=80, milliseconds=50):
    say("pool")
    compile("ask", "slow")
    each = scaled(each)
    seconds = {}
    for workers in (1, 2, 4):
        count = each * workers
        file = compose("ask", ASK.format(ask=path("ask"), count=count, seconds=path("seconds")))
        running = []
        try:
            for _ in range(workers):
                one = Process(program, "serve", "slow", "--parallel", "2", "--", path("slow"), str(milliseconds), output=subprocess.DEVNULL)
                running.append(one)
                one.__enter__()
            run("pool", [viperline, "run", file], env=environment)
            expect("pool", [one.process.poll() for one in running], [None] * workers, "exit codes of the workers")
        finally:
            for one in running:
                one.__exit__()
        took, answers = open(path("seconds")).read().split()
        expect("pool", int(answers), count, "answers")
        os.unlink(path("seconds"))
        seconds[workers] = float(took)
        expect_that(seconds[workers] >= each * milliseconds / 1000 / 2, "pool", f"{count} answers in {took} s")
    ideal = each * milliseconds / 1000
    return [
        row(f"a pool of {workers}, {each * workers} requests of {milliseconds} ms", f"{seconds[workers]:.2f} s",
            f"at best {ideal:.2f} s", ideal / seconds[workers],
            "–" if workers == 1 else f"≥ 0.95 of linear: {seconds[1] / seconds[workers]:.2f}")
        for workers in seconds
    ]


def connections():
    """Sockets of the server."""
    folder = f"/proc/{hub.pid}/fd"
    return sum(is_socket(f"{folder}/{name}") for name in os.listdir(folder))


def is_socket(descriptor):
    try:
        return os.readlink(descriptor).startswith("socket:")
    except FileNotFoundError:  # It is closed since it was listed.
        return False


def wait_for_connections(what, holds):
    deadline = time.monotonic() + 20
    while not holds(now := connections()):
        expect_that(time.monotonic() < deadline, what, f"the server has {now} connections")
        time.sleep(0.01)


def started(what, count, command):
    """That many processes, whose inputs stay open; all that they do at the beginning is done, or 30 s have passed. All are connected."""
    before = connections()
    running = [subprocess.Popen(command(number), env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
               for number in range(count)]
    for _ in range(15):
        busy = processor_time(hub.pid)
        time.sleep(2)
        if processor_time(hub.pid) - busy < 0.1:
            break
    expect(what, [process.poll() for process in running], [None] * count, "exit codes")
    wait_for_connections(what, lambda now: now - before >= count)
    return running


def end(running):
    for process in running:
        process.terminate()
    for process in running:
        process.wait()


def carries():
    """What callers, workers and joins cost the server while nothing happens."""
    say("carries")

    def caller(number):
        return [program, "call", "carried", "--session", f"c{number}"]

    def worker(number):
        return [program, "serve", "carried", "--", "cat"]

    def join(number):
        mine, theirs = ("a.output", "b.output") if number % 2 else ("b.output", "a.output")
        return [program, "join", f"carried{number // 2}", "--as", f"host{number % 2}", "--receives", mine, "--sends", theirs]

    rows, alone = [], connections()
    for name, command, counts in (
            ("callers of a pool", caller, (1, 10, 100)), ("workers of a pool", worker, (1, 10, 100)), ("joins, two a session", join, (2, 20, 100))):
        sizes, before = [], memory(hub.pid)
        counts = counts if scaled(100) == 100 else counts[:2]
        for count in counts:
            running = started(name, count, command)
            sizes.append(memory(hub.pid))
            busy = processor_time(hub.pid)
            time.sleep(5)
            busy = processor_time(hub.pid) - busy
            expect(name, [process.poll() for process in running], [None] * count, "exit codes after five seconds")
            end(running)
            wait_for_connections(name, lambda now: now <= alone)
        words = " / ".join(f"{size:.0f}" for size in sizes)
        each = (sizes[-1] - before) / counts[-1]
        rows.append(row(f"memory of the server with {', '.join(map(str, counts))} {name}",
                        f"{words} MB ({before:.0f} before); {max(0, each) * 1000:.0f} KB each", "–", None, "–"))
        rows.append(row(f"… its processor time in 5 s with {counts[-1]} idle ones", f"{busy * 1000:.0f} ms", "–", None, "–"))
    return rows


compile("nats_peer", libraries=["-lnats"])
hub, url = server()
environment["NATS_URL"] = url
measurements = {one.__name__: one for one in (carries, delay, one_way, pool)}
print_rows_of(*(measurements[name] for name in sys.argv[3:] or measurements))
