"""A session that asks a pool of workers on other hosts: each request is answered once."""

import sys

import rig
from round import HERE, Round

COMPOSE = """
name: pool
services:
  asker:
    command: [{python}, {here}/asker.py, "{count}", "{at_once}", {result}]
    sends: [far.input]
    receives: [far.output]
    exit_on_end: true
    depends_on: {{far: {{condition: service_healthy}}}}
  far:
    command: [viperline-nats, call, pool]
    receives: [far.input]
    sends: [far.output]
    restart: on-failure:1000
    recovery: redeliver
"""


class Pool(Round):
    """Three workers, two of them on one host."""

    def __init__(self, products, folder, hosts, dice, events):
        super().__init__(products, folder, hosts, dice, events)
        self.result = self.folder / "result"
        count, pause = events or dice.choice((200, 600)), dice.choice((0, 0.001, 0.005))
        compose = COMPOSE.format(
            python=sys.executable, here=HERE, count=count, at_once=dice.choice((1, 20, 400)), result=self.result)
        self.workers = [
            rig.Worker(
                products, self.folder / f"worker-{number}", host, "pool",
                ["--parallel", str(dice.choice((1, 4, 16)))], [sys.executable, str(HERE / "answerer.py"), str(pause)],
                self.environment)
            for number, host in enumerate((hosts[1], hosts[2], hosts[2]))]
        self.main = rig.Session(products, self.folder / "session", hosts[0], compose, self.environment)

    def faults(self):
        return [self.kill_worker, self.kill_child, self.freeze_worker, self.freeze_child, self.kill_caller, self.freeze_caller]

    def kill_worker(self, dice):
        worker = dice.choice(self.workers)
        if worker.process.poll() is None:
            worker.kill()
            self.later(dice.choice((0, 0.2, 1)), worker.start)
            return "a worker is killed"

    def kill_child(self, dice):
        children = dice.choice(self.workers).children()
        return self.kill(children[:1], "a worker's role is killed")

    def freeze_worker(self, dice):
        return self.freeze([dice.choice(self.workers).process.pid], dice, "a worker hangs")

    def freeze_child(self, dice):
        return self.freeze(dice.choice(self.workers).children(), dice, "a worker's role hangs")

    def kill_caller(self, dice):
        return self.kill(self.main.processes("viperline-nats", "call"), "the caller is killed")

    def freeze_caller(self, dice):
        return self.freeze(self.main.processes("viperline-nats", "call"), dice, "the caller hangs")

    def end(self):
        for one in (self.main, *self.workers):
            one.end()
        self.server.kill()

    def logs(self):
        workers = {f"worker {number}": worker.log_file.read_text() for number, worker in enumerate(self.workers)}
        return {"the session": self.main.log(), **workers}
