"""Two sessions on two hosts that are joined: events of two protocols arrive once, and in the order of their sender."""

import sys

import rig
from round import HERE, Round

# A wide queue, because the source and the join say more than a listener on another host takes.
SENDING = """
name: sending
services:
  source:
    command: [{python}, {here}/source.py, "{count}", "{run}"]
    sends: [a.output, b.output]
    receives: [sink.output]
    exit_on_end: true
    depends_on: {{far: {{condition: service_healthy}}}}
  far: {{command: [viperline-nats, join, storm], receives: [a.output, b.output], sends: [sink.output], restart: on-failure:1000, recovery: replay}}
"""
TAKING = """
name: taking
services:
  far: {{command: [viperline-nats, join, storm], receives: [sink.output], sends: [a.output, b.output], restart: on-failure:1000, recovery: replay}}
  sink: {{command: [{python}, {here}/sink.py, {result}, "{every}"], receives: [a.output, b.output], sends: [sink.output], exit_on_end: true}}
"""


class Joined(Round):
    """One source here, one sink there."""

    def __init__(self, products, folder, hosts, dice, events):
        super().__init__(products, folder, hosts, dice, events)
        self.result = self.folder / "result"
        self.count = events or dice.choice((1000, 20_000, 60_000))
        names = {"python": sys.executable, "here": HERE, "result": self.result}
        self.taking = rig.Session(
            products, self.folder / "taking", hosts[2], TAKING.format(every=self.count // 10, **names), self.environment)
        self.main = rig.Session(
            products, self.folder / "sending", hosts[1], SENDING.format(count=self.count, run="first", **names), self.environment)

    def faults(self):
        return [self.kill_sender, self.kill_taker, self.kill_both, self.freeze_sender, self.freeze_taker, self.freeze_sink]

    def joins(self, session):
        return session.processes("viperline-nats", "join")

    def kill_sender(self, dice):
        return self.kill(self.joins(self.main), "the join that sends is killed")

    def kill_taker(self, dice):
        return self.kill(self.joins(self.taking), "the join that takes is killed")

    def kill_both(self, dice):
        return self.kill(self.joins(self.main) + self.joins(self.taking), "both joins are killed")

    def freeze_sender(self, dice):
        return self.freeze(self.joins(self.main), dice, "the join that sends hangs")

    def freeze_taker(self, dice):
        return self.freeze(self.joins(self.taking), dice, "the join that takes hangs")

    def freeze_sink(self, dice):
        return self.freeze(self.taking.processes("sink.py"), dice, "the sink hangs")

    def problems(self):
        try:
            result = rig.read_json(self.result)
        except OSError:
            return ["nothing has arrived"]
        seen = result["seen"].get("first", -1) + 1
        return result["problems"] + ([f"{seen} of {self.count} have arrived"] if seen != self.count else [])

    def end(self):
        for one in (self.main, self.taking):
            one.end()
        self.server.kill()

    def logs(self):
        return {"the session that sends": self.main.log(), "the session that takes": self.taking.log()}
