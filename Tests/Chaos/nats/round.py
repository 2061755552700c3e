"""What rounds of both kinds have: a server, its faults, and the faults of hosts and processes."""

import collections
import os
import pathlib
import signal
import subprocess
import time

import rig

HERE = pathlib.Path(__file__).resolve().parent


class Round:
    """One session or two, with the server, until everything has arrived. Faults that last end at the next one or later."""

    def __init__(self, products, folder, hosts, dice, events):
        self.products, self.folder, self.hosts = products, pathlib.Path(folder), hosts
        self.fired, self.told, self.began = collections.Counter(), [], time.monotonic()
        # What ends a fault that lasts: when, and how.
        self.healing = []
        # The only fault, where one is looked at alone.
        self.only = ""
        (self.folder / "server").mkdir()
        self.server = rig.Server(self.folder / "server", hosts[0])
        self.environment = {
            "NATS_URL": self.server.url,
            "PATH": os.path.abspath(products) + ":" + os.environ["PATH"],
        }

    # What a kind of round has: its own faults, and whether it is done.

    def faults(self):
        return []

    def waits(self, seconds):
        """Waits for the end at most that long; returns whether it has come."""
        self.heal(before=time.monotonic())
        try:
            self.main.process.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False

    def problems(self):
        try:
            return rig.read_json(self.result)["problems"]
        except OSError:
            return ["there is no result"]

    # Faults.

    def disturb(self, dice):
        common = [self.kill_server, self.kill_server, self.stop_server, self.freeze_server]
        if self.hosts[0].network:
            common += [self.cut, self.cut]
        faults = [one for one in common + self.faults() + self.faults() if self.only in ("", one.__name__)]
        name = dice.choice(faults)(dice)
        if name:
            self.fired[name] += 1
            self.told.append(f"{time.monotonic() - self.began:.2f} s: {name}")

    def later(self, seconds, heal):
        self.healing.append((time.monotonic() + seconds, heal))

    def heal(self, before=float("inf")):
        for one in sorted(self.healing, key=lambda one: one[0]):
            if one[0] <= before:
                self.healing.remove(one)
                one[1]()

    def _end_server(self, number, dice):
        if self.server.process.poll() is not None:
            return False
        self.server.kill(number)
        self.later(dice.choice((0, 0.05, 0.3, 1)), self.server.start)
        return True

    def kill_server(self, dice):
        return "the server is killed" if self._end_server(signal.SIGKILL, dice) else None

    def stop_server(self, dice):
        return "the server is stopped" if self._end_server(signal.SIGTERM, dice) else None

    def freeze_server(self, dice):
        if self.server.process.poll() is not None:
            return None
        self.server.send(signal.SIGSTOP)
        self.later(dice.choice((0.05, 0.5, 1.5)), self.thaw_server)
        return "the server hangs"

    def thaw_server(self):
        if self.server.process.poll() is None:
            self.server.send(signal.SIGCONT)

    def cut(self, dice):
        host = dice.choice(self.hosts)
        host.cut()
        self.later(dice.choice((0.1, 0.5, 1.5)), host.heal)
        return "a link is cut"

    def freeze(self, pids, dice, name):
        if not pids:
            return None
        pid = dice.choice(pids)
        rig.send_signal(pid, signal.SIGSTOP)
        self.later(dice.choice((0.05, 0.3, 1)), lambda: rig.send_signal(pid, signal.SIGCONT))
        return name

    def kill(self, pids, name):
        for pid in pids:
            rig.send_signal(pid, signal.SIGKILL)
        return name if pids else None
