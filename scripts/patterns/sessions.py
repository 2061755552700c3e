"""Runs sessions on the embedded catalog, with commands from a pipe, and reads what they recorded."""

import dataclasses
import json
import os
import pathlib
import select
import subprocess
import time

from . import package, roles

OFFLINE = "offline"


def typed(recording):
    """The commands that were typed in a recorded session."""
    with open(recording, encoding="utf-8") as lines:
        events = [json.loads(line).get("event", {}) for line in lines]
    return "".join(event["data"]["text"] for event in events if event.get("type") == "process.output.entered").splitlines()


#: What the user does in every pattern: a search, a row's detail, its page in the store, a screenshot, and back.
SEARCH = tuple(typed(roles.CASSETTES / "patterns" / "viper.ndjson"))


@dataclasses.dataclass
class Session:
    transcript: str
    status: int
    #: The passages of its recording, without those of the processes' own protocol.
    passages: list


def command(viperline, name, *options, root=package.ROOT):
    compose = root / "compose"
    return [viperline, "run", str(compose / f"{name}.yaml"), "-f", str(compose / f"{OFFLINE}.yaml"),
            "--env", "BROWSER=true", *options]


def run(viperline, name, script, folder):
    """A whole session."""
    recording = pathlib.Path(folder) / f"{name.replace('/', '-')}.ndjson"
    done = subprocess.run(
        command(viperline, name, "--record", str(recording)), input="".join(f"{line}\n" for line in script),
        capture_output=True, text=True, timeout=120)
    return Session(done.stdout, done.returncode, passages(recording))


def passages(recording):
    with open(recording, encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines][1:]
    return [one for one in found if "event" in one and not one["event"]["type"].startswith("process.")]


def events_of_a_search(viperline, name, folder):
    """What a search adds to a session that does nothing else."""
    counts = [len(run(viperline, name, script, folder).passages) for script in (("search music", "quit"), ("quit",))]
    return counts[0] - counts[1]


class Conversation:
    """A session that is given one command after another."""

    def __init__(self, viperline, name, options=()):
        self.viperline = viperline
        self.process = subprocess.Popen(
            command(viperline, name, *options), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, bufsize=0)
        self.transcript = b""

    def send(self, line):
        try:
            self.process.stdin.write(f"{line}\n".encode())
        except BrokenPipeError:
            pass

    def read_until(self, length, seconds=4.0):
        """Until the transcript has this many bytes, the session has ended, or time is over."""
        deadline = time.monotonic() + seconds
        while len(self.transcript) < length:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            new = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not new:
                return
            self.transcript += new

    def processes(self):
        """Of each service, the id of its process."""
        return services(self.viperline, self.process.pid)

    def end(self):
        self.process.stdin.close()
        self.read_until(1 << 30, seconds=6)
        try:
            return self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def services(viperline, session=None, environment=None):
    """Of each service of a session, the id of its process. Without a session: of the only one that this environment sees."""
    command = [viperline, "ps", *([str(session)] if session else []), "--json"]
    listed = subprocess.run(command, capture_output=True, text=True, env=environment)
    if listed.returncode != 0:
        return {}
    return {service["name"]: service.get("pid") for service in json.loads(listed.stdout)["services"]}
