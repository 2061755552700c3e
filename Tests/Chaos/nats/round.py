"""What rounds of both parts have: a server, sessions, their faults, and what must be true at the end."""

import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import rig

HERE = pathlib.Path(__file__).resolve().parent

#: What a kind of round does, for its users.
KINDS = {
    "kill": "processes and the server are killed",
    "stop": "processes and the server hang for a while, or the server is stopped",
    "cut": "links are cut both ways",
    "half": "links are cut one way: a host sends and receives nothing, or receives and cannot answer",
    "clock": "the clock of one host is an hour off, and jumps",
    "twins": "two sessions have the same name",
    "hostile": "a client with a host's own permissions replays, forges, floods, and copies what the host may receive",
    "mixed": "kills, stops and cuts at once",
}
#: These need hosts of their own.
NEED_ROOT = {"cut", "half"}


class Round:
    """Sessions that run until all faults have happened and everything has arrived. Faults that last end at the next one or later."""

    #: The faults of each kind, by the names of methods, of which the first comes first; a part adds its own.
    FAULTS = {
        "kill": ["kill_server"], "stop": ["stop_server", "freeze_server"], "cut": ["cut"], "half": ["cut_one_way"],
        "clock": ["shift_clock", "kill_server"], "twins": ["start_twin"], "hostile": ["attack"],
        "mixed": ["kill_server", "stop_server", "freeze_server"],
    }

    def __init__(self, products, folder, hosts, kind, dice):
        self.products, self.folder, self.hosts, self.kind = products, pathlib.Path(folder), hosts, kind
        self.fired, self.told, self.began = collections.Counter(), [], time.monotonic()
        # What ends a fault that lasts: when, and how.
        self.healing = []
        # The only fault, where one is looked at alone.
        self.only = ""
        self.stop, self.clock = self.folder / "stop", self.folder / "clock"
        self.sessions, self.attackers, self.last_logs = {}, [], {}
        (self.folder / "server").mkdir()
        self.files = self.compose(dice)
        for name, text in self.files.items():
            (self.folder / f"{name}.yaml").write_text(text)
        users = self.permissions() if kind == "hostile" else ""
        self.server = rig.Server(self.folder / "server", hosts[0], users)
        self.start()

    # What a part has.

    def compose(self, dice):
        """The compose files, by their hosts' names."""

    def start(self):
        """Starts everything."""

    def problems(self):
        """What is wrong at the end."""

    def counts(self):
        """For one line about the round."""

    def flows(self):
        """Whether something has arrived."""

    # Sessions.

    def environment(self, user):
        environment = {"NATS_URL": self.server.url, "PATH": os.path.abspath(self.products) + ":" + os.environ["PATH"]}
        if self.kind == "hostile":
            environment |= {"NATS_USER": user, "NATS_PASSWORD": "secret", "VIPERLINE_NATS_SESSION": user}
        return environment

    def run(self, name, host):
        """Starts a session."""
        environment = self.environment(self.files[name].split()[1])
        self.sessions[name] = rig.Session(self.products, self.folder / name, host, self.files[name].replace("NAME", name), environment)

    def shifted(self):
        """The environment of programs that have another clock, if this is such a round."""
        if self.kind != "clock":
            return {}
        library = self.folder / "clock.so"
        if not library.exists():
            self.clock.write_text("3600\n")
            subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, HERE / "clock.c"], check=True)
        return {"LD_PRELOAD": str(library), "CLOCK": str(self.clock)}

    def results(self):
        found = {}
        for name in self.sessions:
            try:
                found[name] = rig.read_json(self.folder / f"{name}.result")
            except OSError:
                found[name] = None
        return found

    def waits(self, seconds):
        """Waits that long; faults that last may end meanwhile. Returns whether everything has arrived."""
        until = time.monotonic() + seconds
        while True:
            self.heal(before=time.monotonic())
            if self.is_complete() or time.monotonic() >= until:
                return self.is_complete()
            time.sleep(0.05)

    def is_complete(self):
        results = self.results().values()
        return self.stop.exists() and all(one and one["complete"] for one in results)

    def deaths(self):
        """Sessions that have ended, and processes that have ended by themselves."""
        found = [f"the session {name} has ended" for name, one in self.sessions.items() if one.process.poll() is not None]
        for name, one in self.sessions.items():
            for line in one.log().splitlines():
                if re.search(r"ended with exit code|killed by signal (?!9\b)", line):
                    found.append(f"{name}: {line[:200]}")
        return found

    def end(self):
        for one in self.attackers:
            one.kill()
            one.wait()
        for one in self.sessions.values():
            one.end()
        self.server.end()

    def logs(self):
        return {f"session {name}": one.log() + one.status() for name, one in self.sessions.items()} | {"server": "".join(self.server.log)}

    # Permissions.

    def permissions(self):
        """The users of the printed configuration, with passwords in the place of keys."""
        words = ["permissions", *(str(self.folder / f"{name}.yaml") for name in self.files), *self.served(), "--users-only"]
        made = subprocess.run([os.path.join(self.products, "viperline-nats"), *words], capture_output=True, text=True, check=True)
        self.allowed = {}
        for name, publish, subscribe in re.findall(
                r"# (\S+)\n\s+\{\n\s+nkey:.*\n\s+permissions \{\n\s+publish \{ allow: \[([^]]*)\] \}\n\s+subscribe \{ allow: \[([^]]*)\] \}", made.stdout):
            self.allowed[name] = {"publish": re.findall('"(.*)"', publish), "subscribe": re.findall('"(.*)"', subscribe)}
        return re.sub(r"# (\S+)\n(\s+\{\n\s+)nkey:.*", r'# \1\n\2user: \1, password: secret', made.stdout)

    def served(self):
        return []

    # Faults.

    def disturb(self, dice):
        names = self.FAULTS[self.kind] if not self.only else [self.only]
        name = getattr(self, dice.choice(names) if self.fired else names[0])(dice)
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

    def cut_one_way(self, dice):
        hub, host = self.hosts[0], dice.choice(self.hosts[1:])
        silent, deaf = dice.choice(((hub, host), (host, hub)))
        silent.stop_sending(deaf)
        self.later(dice.choice((0.3, 1, 3)), lambda: silent.send_again(deaf))
        return "a host receives nothing" if silent is hub else "a host sends and nothing arrives"

    def shift_clock(self, dice):
        self.clock.write_text(dice.choice(("3600", "-3600", "0", "7200", "-90000")) + "\n")
        return "a clock jumps"

    def attack(self, dice):
        name = dice.choice(self.attackers_names())
        permissions = self.folder / f"{name}.permissions"
        permissions.write_text(json.dumps(self.allowed[name]))
        seconds = dice.choice((0.5, 1, 2))
        words = [
            sys.executable, str(HERE / "hostile.py"), f"{self.server.host.address}:{self.server.port}", name, "secret", str(permissions),
            str(dice.randrange(1 << 30)), str(seconds)]
        self.attackers.append(rig.start(self.hosts[-1].command(words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        return f"{name} is hostile"

    def awaited(self):
        """The hostile hosts for which sessions wait, as their status shows."""
        hostile = {what.split()[0] for what in self.fired if "is hostile" in what}
        statuses = " ".join(one.status() for one in self.sessions.values())
        return ", ".join(sorted(name for name in hostile if f"waiting for {name}_" in statuses))

    def attacks(self):
        """What the attackers have done, as they tell."""
        done = collections.Counter()
        for one in self.attackers:
            text = one.communicate()[0]
            try:
                done.update(json.loads(text.splitlines()[-1]))
            except (ValueError, IndexError):
                done[f"failed: {text[-300:]}"] += 1
        return done

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
