"""A session that asks a pool of workers on other hosts: each request is answered once."""

import json
import sys

import rig
from round import HERE, Round

SESSION = """
name: {name}
services:
  asker:
    command: [{python}, {here}/asker.py, "{at_once}", {folder}/NAME.result, {folder}/stop]
    sends: [far.input]
    receives: [far.output]
    depends_on: {{far: {{condition: service_healthy}}}}
  far:
    command: [viperline-nats, call, pool]
    receives: [far.input]
    sends: [far.output]
    restart: on-failure:1000
    recovery: redeliver
    environment: {shifted}
"""


class Pool(Round):
    """Three workers, two of them on one host."""

    FAULTS = {kind: names + {
        "kill": ["kill_worker", "kill_child", "kill_caller"] * 2, "stop": ["freeze_worker", "freeze_child", "freeze_caller"] * 2,
        "clock": ["kill_caller", "kill_worker"], "twins": ["kill_caller"], "hostile": ["kill_worker"],
        "mixed": ["kill_worker", "kill_child", "freeze_worker", "freeze_child", "kill_caller", "freeze_caller"],
    }.get(kind, []) for kind, names in Round.FAULTS.items()}

    def compose(self, dice):
        self.pause, self.parallel = dice.choice((0, 0.001, 0.005)), [dice.choice((1, 4, 16)) for _ in range(3)]
        at_once = dice.choice((1, 20, 100))
        names = ["desk", "other"] if self.kind == "hostile" else ["desk"]
        return {name: SESSION.format(name=name, python=sys.executable, here=HERE, folder=self.folder, at_once=at_once,
            shifted=json.dumps(self.shifted())) for name in names}

    def served(self):
        return ["--serve", "pool=worker"]

    def start(self):
        environment = self.environment("worker")
        self.workers = [
            rig.Worker(
                self.products, self.folder / f"worker-{number}", host, "pool", ["--parallel", str(parallel)],
                [sys.executable, str(HERE / "answerer.py"), str(self.pause)],
                environment | (self.shifted() if number == 0 else {}))
            for number, (host, parallel) in enumerate(zip((self.hosts[2], self.hosts[3], self.hosts[3]), self.parallel))]
        self.run("desk", self.hosts[1])

    def start_twin(self, dice):
        if "twin" in self.sessions:
            return None
        self.files["twin"] = self.files["desk"]
        self.run("twin", self.hosts[2])
        return "a second desk starts"

    def attackers_names(self):
        return ["other", "other", "worker"]

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

    def callers(self, dice):
        return self.sessions[dice.choice(sorted(self.sessions))].processes("viperline-nats", "call")

    def kill_caller(self, dice):
        return self.kill(self.callers(dice), "a caller is killed")

    def freeze_caller(self, dice):
        return self.freeze(self.callers(dice), dice, "a caller hangs")

    def problems(self):
        problems = []
        # A worker may answer as it likes.
        forged = any(what == "worker is hostile" for what in self.fired)
        for name, result in self.results().items():
            if not result:
                problems.append(f"{name}: there is no result")
                continue
            for what in ("open", "doubled"):
                if result[what]:
                    problems.append(f"{name}: {result[what]} requests are {what}")
            if not forged:
                problems += [f"{name}: {one}" for one in result["problems"]]
                problems += [f"{name}: the request {number} has failed: {why}" for number, why in result["failed"].items()]
        problems += [f"worker {number} has ended" for number, one in enumerate(self.workers) if one.process.poll() is not None]
        return problems + self.deaths()

    def flows(self):
        return all(one and one["answered"] for one in self.results().values())

    def counts(self):
        results = [one for one in self.results().values() if one]
        return ", ".join(f"{sum(one[what] for one in results)} {what}" for what in ("sent", "answered", "open", "doubled"))

    def end(self):
        for one in self.workers:
            one.end()
        super().end()

    def logs(self):
        workers = {f"worker {number}": worker.log_file.read_text(errors="replace") for number, worker in enumerate(self.workers)}
        return super().logs() | workers
