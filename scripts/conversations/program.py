"""A program that scripts/conform tests: its process, and its output as events."""
import contextlib
import glob
import json
import os
import queue
import re
import select
import signal
import subprocess
import threading
import time

LIMIT = 1 << 20
ATTRIBUTES = ("type", "source", "id", "subject", "correlationid", "causationid", "causationsource", "time", "specversion")
TYPE = re.compile(r"[a-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+")
#: Of its diagnostics, how many bytes are kept.
LAST = 2000


class Failure(Exception):
    """The program does not conform."""


class Program:
    def __init__(self, command, environment, timeout):
        self.timeout, self.lines, self.diagnostics, self.is_read = timeout, queue.Queue(), b"", True
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            env={**environment, "VIPERLINE_LINE_LIMIT": str(LIMIT)})
        self.readers = [threading.Thread(target=self.read, args=arguments, daemon=True)
                        for arguments in ((self.process.stdout, self.lines.put), (self.process.stderr, self.note))]
        for reader in self.readers:
            reader.start()

    def read(self, stream, take):
        """Passes each line on, and an empty one at the end. A line that never ends is cut."""
        begun = b""
        while self.is_read or stream is self.process.stderr:
            if not select.select([stream], [], [], 0.05)[0]:
                continue
            chunk = os.read(stream.fileno(), 1 << 16)
            *lines, begun = (begun + chunk).split(b"\n")
            for line in lines:
                take(line + b"\n")
            if begun and (len(begun) > LIMIT or not chunk):
                take(begun)
                begun = b""
            if not chunk:
                break
        take(b"")
        stream.close()

    def note(self, line):
        self.diagnostics = (self.diagnostics + line)[-LAST:]

    def write(self, data):
        patience = threading.Timer(self.timeout, self.process.kill)
        patience.start()
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            if self.is_read:
                raise Failure("the program no longer reads its input") from None
        finally:
            patience.cancel()

    def line(self, problem):
        """The next line, empty after the last one. problem: the failure if none comes in time."""
        try:
            return self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise Failure(f"{problem} within {self.timeout:g} s") from None

    def is_still(self):
        """Whether all threads of its processes wait, at three looks in a row."""
        for _ in range(3):
            time.sleep(0.01)
            for path in glob.glob("/proc/[0-9]*/task/*/stat"):
                with contextlib.suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
                    state, _, group, *_ = file.read().rpartition(")")[2].split()
                    if int(group) == self.process.pid and state != "S":
                        return False
        return True

    def stop_reading(self):
        """Its output goes nowhere from here on."""
        self.is_read = False
        self.readers[0].join()

    def end_input(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def rest(self):
        """The lines that follow the end of its input."""
        while line := self.line("it did not exit after the end of its input"):
            yield line

    def expect_exit(self):
        try:
            status = self.process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            raise Failure(f"it did not exit after the end of its input within {self.timeout:g} s") from None
        if status != 0:
            raise Failure(f"exit code {status}, not 0")

    def kill(self):
        """Ends the process and all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for reader in self.readers:
            reader.join(1)
        with contextlib.suppress(OSError):
            self.process.stdin.close()


def event_of(line):
    """The event in a line of output, if the protocol allows it."""
    def need(holds, problem):
        if not holds:
            raise Failure(f"{problem}: {line[:300].decode(errors='replace')}")
    need(len(line) <= LIMIT, f"a line of more than {LIMIT} bytes")
    need(line.endswith(b"\n"), "a line without an end")
    try:
        event = json.loads(line.decode(), object_pairs_hook=unique, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        need(False, f"not JSON ({error})")
    need(isinstance(event, dict) and TYPE.fullmatch(str(event.get("type"))), "not an event")
    for name in ATTRIBUTES:
        need(isinstance(event.get(name, ""), str), f"{name} is not a string")
    need(isinstance(event.setdefault("data", {}), dict), "data is not an object")
    return event


def unique(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a duplicate member")
    return members


def refuse(constant):
    raise ValueError(f"{constant} is not a number")
