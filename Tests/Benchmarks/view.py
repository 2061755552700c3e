"""Measures the view on a terminal: what a key costs, how fast rows are filtered, its first frame, its memory; beside fzf and less.

Called by scripts/bench with the folder of the release executables and the checkout. The terminal is a pseudo-terminal that
takes all at once, so what is measured are the programs.
"""

import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import statistics
import struct
import subprocess
import termios
import threading
import time

from checked import expect, expect_that, scaled
from table import path, print_rows_of, products, row, say, write

COLUMNS, ROWS = 100, 30
END_OF_FRAME = b"\x1b[?2026l"
FZF = os.environ.get("FZF", "fzf")
ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[?2004$p": b"\x1b[?2004;2$y"}
KEYS = int(os.environ.get("KEYS", scaled(300)))
WORDS = "amber birch cedar delta ember fjord glade heath inlet juniper kelp larch maple north ocean pine quartz river slate tundra".split()


class Program:
    """A program on a terminal of its own."""

    def __init__(self, command, reads_bus=False, environment=None):
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(environment or {})}
        self.started = time.perf_counter()
        self.rows = ROWS
        if reads_bus:
            name = os.ttyname(theirs)
            self.process = subprocess.Popen(
                ["sh", "-c", f'exec "$0" 3<>{name} 4>&3'] + command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env=environment)
        else:
            self.process = subprocess.Popen(
                command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, preexec_fn=self.take_terminal)
        # Kept open: without anybody at its other side, the terminal cannot be read.
        self.theirs = theirs

    @staticmethod
    def take_terminal():
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def say(self, *events):
        for event in events:
            self.process.stdin.write(event)
        self.process.stdin.flush()

    def type(self, text):
        os.write(self.terminal, text)

    def read(self, timeout):
        """What comes within that time; nothing otherwise."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return b""
        try:
            came = os.read(self.terminal, 1 << 16)
        except OSError:
            return b""
        # fzf asks where the cursor is, and draws nothing for half a second if nobody answers.
        for question, answer in ANSWERS.items():
            os.write(self.terminal, answer * came.count(question))
        return came

    def wait(self, *texts, timeout=10):
        """Until the output has one of these texts. Returns what came."""
        came = b""
        deadline = time.perf_counter() + timeout
        while not any(text in came for text in texts):
            chunk = self.read(min(1, max(0, deadline - time.perf_counter())))
            if not chunk:
                # What it has written last may still be on its way.
                status = self.process.poll()
                expect_that(time.perf_counter() < deadline and status is None, "view",
                            f"waited for {texts}, got {came[-300:]!r} (exit code {status})")
            came += chunk
        return came

    def last_frame(self):
        """When the output came after which nothing comes for a while."""
        last = time.perf_counter()
        patience = 30
        while self.read(patience):
            last = time.perf_counter()
            patience = 0.5
        return last

    def settle(self, quiet=0.2):
        while self.read(quiet):
            pass

    def redrawn(self):
        """All that is on the screen, which a new size makes a program draw again."""
        expect("view", self.process.poll(), None, "exit code")
        self.rows -= 1
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, COLUMNS, 0, 0))
        self.process.send_signal(signal.SIGWINCH)
        came = b""
        while chunk := self.read(0.3 if came else 10):
            came += chunk
        return came

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
        os.close(self.theirs)
        if self.process.stdin:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass


def event(type_, data, subject=None):
    members = {"specversion": "1.0", "type": type_, "source": "bench", "id": "bench-1-1", "data": data}
    if subject:
        members["subject"] = subject
    return json.dumps(members, separators=(",", ":")).encode() + b"\n"


def titles(count):
    chosen = random.Random(1)
    return [f"{' '.join(chosen.choice(WORDS) for _ in range(4))} {number}" for number in range(count)]


def screen(rows, title="Bench", **members):
    return event(
        "view.input.show",
        {"screen": {"title": title, "parts": [{"list": {"rows": [{"id": str(n), "title": t} for n, t in enumerate(rows)], **members}}]}},
        "rows-1")


STACK = event("router.output.didNavigate", {"stack": [{"scene": "rows-1", "name": "rows"}]})


def view(rows):
    program = Program(
        [os.path.join(products, "viperline-view")], reads_bus=True, environment={"VIPERLINE_LINE_LIMIT": str(1 << 27)})
    program.say(STACK, screen(rows))
    return program


def milliseconds(times, share):
    return statistics.quantiles(times, n=100)[share - 1] * 1000 if len(times) > 1 else times[0] * 1000


def keys(program, key, done, times=KEYS):
    """Seconds from a key to the frame that shows it, the bytes of each, and the last frame."""
    seconds, sizes = [], []
    for number in range(times):
        began = time.perf_counter()
        program.type(key(number))
        came = program.wait(done(number))
        seconds.append(time.perf_counter() - began)
        sizes.append(len(came))
        time.sleep(0.02)
    return seconds, sizes, came


def at_rest():
    say("keys at rest")
    ours = view(titles(1000))
    ours.settle()
    seconds, sizes, _ = keys(ours, lambda _: b"j", lambda _: END_OF_FRAME)
    # Each key has moved the selection by one.
    expect_that(f"{KEYS + 1}/1000".encode() in ours.redrawn(), "key to frame at rest", "the selection has not moved with each key")
    ours.end()
    names = write("names", "\n".join(titles(1000)) + "\n")
    peer = Program(["sh", "-c", f"exec less -S {names}"])
    peer.settle()
    less, _, last = keys(peer, lambda _: b"j", lambda _: b"\r\x1b[K")
    expect_that(f" {ROWS - 2 + KEYS}".encode() in last, "less", f"it has not scrolled with each key: {last!r}")
    peer.end()
    peer = Program(["sh", "-c", f"exec {FZF} --no-mouse <{names}"])
    peer.settle()
    # Up and down in turns, so that the list does not scroll.
    fzf, *_ = keys(peer, lambda number: (b"\x1b[A", b"\x1b[B")[number % 2], lambda _: "▌".encode())
    expect("fzf", peer.process.poll(), None, "exit code")
    peer.end()
    for share in (50, 99):
        own, pager, finder = (milliseconds(times, share) for times in (seconds, less, fzf))
        aim = "p50 ≤ 0.35 ms" if share == 50 else "≤ 3 ms"
        yield row(f"key to frame at rest, p{share}", f"{own:.2f} ms", f"fzf {finder:.2f} ms", own / finder, aim)
        yield row("…", f"{own:.2f} ms", f"less {pager:.2f} ms", own / pager, "–")
    yield row("one step of the selection", f"{statistics.median(sizes):.0f} bytes", "–", None, "≤ 200 bytes")


def under_a_flood():
    say("keys while screens arrive")
    ours = view(titles(20))
    ours.settle()
    rows = titles(20)
    # A second's screens. A view that keeps up draws the last one of each batch, so each has a title of its own.
    flood = [screen(rows, title=f"Bench {number}") for number in range(5000)]
    stop = threading.Event()
    sent = [0]

    def pour():
        began = time.perf_counter()
        while not stop.is_set():
            batch = sent[0] % len(flood)
            ours.say(*flood[batch : batch + 100])
            sent[0] += 100
            time.sleep(max(0, began + sent[0] / 5000 - time.perf_counter()))

    thread = threading.Thread(target=pour, daemon=True)
    began = time.perf_counter()
    thread.start()
    # Only the title changes by itself; the mark of the selection moves with the key.
    came = b""
    while time.perf_counter() < began + 1:
        came += ours.read(0.1)
    titles_shown = len(set(re.findall(rb"Bench (\d+)\x07", came)))
    expect_that(titles_shown > 5 and "▸".encode() not in came, "under a flood", f"{titles_shown} titles: {came[-300:]!r}")
    seconds, *_ = keys(ours, lambda number: b"jk"[number % 2:][:1], lambda _: "▸".encode(), scaled(200))
    expect("under a flood", ours.process.poll(), None, "exit code")
    rate = sent[0] / (time.perf_counter() - began)
    stop.set()
    thread.join()
    ours.end()
    p50, p99 = milliseconds(seconds, 50), milliseconds(seconds, 99)
    told = f"{rate:.0f} screens/s, of which it draws {titles_shown} a second"
    yield row("key to frame, p50", f"{p50:.1f} ms", told, None, "–")
    yield row("key to frame, p99", f"{p99:.1f} ms", told, None, "≤ 16 ms")


def filtering():
    say("100,000 rows filtered")
    count = scaled(100_000)
    rows = titles(count)
    word = "mplrv"
    # The letters, one after the other: what both of them look for.
    matches = sum(re.search(".*".join(word), title) is not None for title in rows)
    ours = view(rows)
    ours.wait(f"1/{count}".encode(), timeout=60)
    ours.settle()
    ours.type(b"f")
    ours.settle()
    own = [typed_at_once(ours, word)]
    for _ in range(4):
        ours.type(b"\x15")
        ours.settle()
        own.append(typed_at_once(ours, word))
    expect_that(f"1/{matches}".encode() in ours.redrawn(), "filtering", f"it does not tell {matches} matches")
    ours.end()
    names = write("many", "\n".join(rows) + "\n")
    peers = []
    peer = Program(["sh", "-c", f"exec {FZF} <{names}"])
    peer.wait(f"{count}/{count}".encode(), timeout=60)
    peer.settle()
    for _ in range(5):
        peers.append(typed_at_once(peer, word, shows=f"{matches}/{count}"))
        peer.type(b"\x15")
        peer.settle()
    peer.end()
    first, best, fzf = own[0] * 1000, statistics.median(own[1:]) * 1000, statistics.median(peers) * 1000
    yield row(f"{count:,} rows by five letters, the first time", f"{first:.0f} ms", f"fzf {fzf:.0f} ms", first / fzf, "≤ 1")
    yield row("… and again", f"{best:.0f} ms", f"fzf {fzf:.0f} ms", best / fzf, "≤ 1")


def picker():
    say("a picker of 1,000,000 rows")
    count = scaled(1_000_000)
    chosen = random.Random(1)
    lines = [f"{chosen.choice(WORDS)} {chosen.choice(WORDS)} {number:09}"[:24] for number in range(count)]
    names = write("rows", "\n".join(lines) + "\n")
    word = "mplrv"
    matches = sum(re.search(".*".join(word), line) is not None for line in lines)
    # The view gets no more than 1,000 rows of a search.
    programs = {
        "ours": (f"{products}/viperline app", f"1/{count}", f"1/{min(matches, 1000)}"),
        "fzf": (FZF, f"{count}/{count}", f"{matches}/{count}"),
    }
    counted, settled = ({name: [] for name in programs} for _ in range(2))
    for _ in range(scaled(5, least=2)):
        for name, (command, all_rows, some) in programs.items():
            program = Program(["sh", "-c", f"exec {command} <{names}"])
            counted[name].append(program.last_frame() - program.started)
            expect_that(all_rows.encode() in program.redrawn(), name, f"it does not show {all_rows}")
            settled[name].append(typed_at_once(program, word))
            expect_that(some.encode() in program.redrawn(), name, f"it does not show {some}")
            program.end()
    for what, times in (("all counted", counted), ("settled after five letters", settled)):
        ours, fzf = (statistics.median(times[name]) * 1000 for name in programs)
        yield row(f"a picker of {count:,} rows of 25 bytes, {what}", f"{ours:.0f} ms", f"fzf {fzf:.0f} ms", ours / fzf, "≤ 0.5")


def typed_at_once(program, word, shows=""):
    """Seconds until the last frame after five letters that come as fast as a terminal sends them; one shows that text."""
    began = time.perf_counter()
    last = began
    came = b""
    for letter in word:
        program.type(letter.encode())
        time.sleep(0.001)
    patience = 30
    while chunk := program.read(patience):
        last = time.perf_counter()
        came += chunk
        patience = 0.3
    expect_that(came and shows.encode() in came, "filtering", f"no {shows} in {came[-300:]!r}")
    return last - began


def first_frames():
    say("first frames")
    rows = titles(1000)
    names = write("names", "\n".join(rows) + "\n")
    wanted = rows[3].split()[0].encode()
    programs = {
        "ours": lambda: view(rows),
        "fzf": lambda: Program(["sh", "-c", f"exec {FZF} <{names}"]),
        "less": lambda: Program(["less", "-S", names]),
    }
    times = {name: [] for name in programs}
    for _ in range(scaled(20)):
        for name, start in programs.items():
            program = start()
            program.wait(wanted)
            times[name].append(time.perf_counter() - program.started)
            program.end()
    ours, fzf, less = (statistics.median(times[name]) * 1000 for name in ("ours", "fzf", "less"))
    yield row("first frame of the view alone", f"{ours:.1f} ms", f"fzf {fzf:.1f} ms", ours / fzf, "≤ 1")
    yield row("…", f"{ours:.1f} ms", f"less {less:.1f} ms", ours / less, "–")


def memory():
    say("memory")

    def of(count, **members):
        rows = titles(min(count, 100))
        program = Program(
            [os.path.join(products, "viperline-view")], reads_bus=True, environment={"VIPERLINE_LINE_LIMIT": str(1 << 27)})
        program.say(STACK, screen(rows, **members))
        total = members.get("total", len(rows))
        program.wait(f"1/{total}".encode())
        program.settle()
        expect("memory", program.process.poll(), None, "exit code")
        used = program.memory()
        program.end()
        return used

    few, many = of(100), of(1_000_000, offset=0, total=1_000_000)
    yield row("memory for a list of 1,000,000 rows, of which it has 100, over one of 100", f"{many - few:.1f} MB", f"{few:.1f} MB", None, "≤ 5 MB")


print_rows_of(at_rest, under_a_flood, filtering, picker, first_frames, memory)
