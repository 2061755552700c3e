"""Sessions in a terminal: how long a key takes to the screen, and the memory of a session that waits."""

import fcntl
import os
import pty
import select
import struct
import termios
import time

from . import package, sessions

ROWS, COLUMNS = 24, 80
PATIENCE = 10


class Terminal:
    """A session in full screen."""

    def __init__(self, command):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read_until(self, text):
        seen, deadline = b"", time.monotonic() + PATIENCE
        while text not in seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise SystemExit(f"compare-patterns: the screen never showed {text!r}: {seen[-500:]!r}")
            seen += os.read(self.terminal, 1 << 16)

    def settle(self, seconds=0.05):
        """Until the terminal has been quiet for a while."""
        while select.select([self.terminal], [], [], seconds)[0]:
            os.read(self.terminal, 1 << 16)

    def press(self, keys, awaited):
        """The seconds until the screen shows what is awaited."""
        start = time.perf_counter()
        os.write(self.terminal, keys)
        self.read_until(awaited)
        return time.perf_counter() - start

    def end(self):
        os.write(self.terminal, b"\x03")
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def key_to_screen(viperline, name, rounds):
    """Sorted seconds: into the first row's detail and back again."""
    session = Terminal(sessions.command(viperline, name))
    session.read_until(b"Search apps")
    session.press(b"music\r", b"1/50")
    times = []
    for _ in range(rounds):
        times.append(session.press(b"\r", "› ".encode()))
        session.settle()
        times.append(session.press(b"h", b"1/50"))
        session.settle()
    session.end()
    return sorted(times)


def quantile(times, share):
    return times[min(len(times) - 1, int(len(times) * share))]


def memory(viperline, name):
    """The proportional memory, in bytes, of a session that waits for the user; without the catalog."""
    session = Terminal([viperline, "run", str(package.ROOT / "compose" / f"{name}.yaml")])
    session.read_until(b"Search apps")
    session.settle(1)
    total = sum(proportional_memory(process) for process in descendants(session.process))
    session.end()
    return total


def descendants(process):
    found = [process]
    for parent in found:
        for task in os.listdir(f"/proc/{parent}/task"):
            with open(f"/proc/{parent}/task/{task}/children", encoding="ascii") as children:
                found += [int(child) for child in children.read().split()]
    return found


def proportional_memory(process):
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
