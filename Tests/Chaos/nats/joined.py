"""Two sessions on two hosts that are joined: each event of one arrives in the other once, and in the order of its sender."""

import json
import re
import sys

from round import HERE, Round

SESSION = """
name: {name}
services:
  counter:
    command: [{python}, {here}/counter.py, {own}, {other}, {folder}/NAME.result, {folder}/stop, "{rate}", LATE]
    sends: [{own}.output]
    receives: [{other}.output]
    depends_on: {{far: {{condition: service_healthy}}}}
  far: {{command: [viperline-nats, join, storm], receives: [{own}.output], sends: [{other}.output], restart: on-failure:1000, recovery: replay, environment: {shifted}}}
states: [{own}.output.stands, {other}.output.stands]
"""
# Of a hostile client alone.
THIRD = """
name: third
services:
  far: {command: [viperline-nats, join, storm], receives: [c.output], sends: [desk.output, office.output], recovery: replay}
  other: {command: [cat], receives: [desk.output, office.output], sends: [c.output]}
"""
#: How a join tells of lines that are lost: how many.
GAP = re.compile(r"(\d+) lines? (?:of|from) .*(?:lost|missing)")


class Joined(Round):
    """One session here, one there, and each writes."""

    FAULTS = {kind: names + {
        "kill": ["kill_join", "kill_join", "kill_both"], "stop": ["freeze_join", "freeze_join", "freeze_counter"], "cut": [],
        "clock": ["kill_join"], "hostile": ["freeze_join"], "twins": ["kill_join"],
        "mixed": ["kill_join", "kill_both", "freeze_join", "freeze_counter"],
    }.get(kind, []) for kind, names in Round.FAULTS.items()}

    def compose(self, dice):
        rate = dice.choice((200, 1000, 3000))
        files = {own: SESSION.format(
            name=own, own=own, other=other, python=sys.executable, here=HERE, folder=self.folder, rate=rate,
            shifted=json.dumps(self.shifted() if own == "desk" else {}))
            for own, other in (("desk", "office"), ("office", "desk"))}
        return files | ({"third": THIRD} if self.kind == "hostile" else {})

    def start(self):
        self.late = set()
        for name in ("desk", "office"):
            self.files[name] = self.files[name].replace("LATE", "first")
        self.run("office", self.hosts[2])
        self.run("desk", self.hosts[1])

    def start_twin(self, dice):
        if "twin" in self.sessions:
            return None
        whose = dice.choice(("desk", "office"))
        self.files["twin"] = self.files[whose].replace(", first]", ", late]")
        self.late.add("twin")
        self.run("twin", self.hosts[3])
        return f"a second {whose} starts"

    def attackers_names(self):
        return ["third", "third", "desk", "office"]

    def joins(self, name):
        return self.sessions[name].processes("viperline-nats", "join")

    def kill_join(self, dice):
        name = dice.choice(sorted(self.sessions))
        return self.kill(self.joins(name), "a join is killed")

    def kill_both(self, dice):
        return self.kill([pid for name in self.sessions for pid in self.joins(name)], "both joins are killed")

    def freeze_join(self, dice):
        return self.freeze(self.joins(dice.choice(sorted(self.sessions))), dice, "a join hangs")

    def freeze_counter(self, dice):
        return self.freeze(self.sessions[dice.choice(sorted(self.sessions))].processes("counter.py"), dice, "a role hangs")

    def told_gaps(self, name):
        return sum(int(count) for count in GAP.findall(self.sessions[name].log()))

    def problems(self):
        problems = []
        # A host may say what it likes of the types that it may publish.
        forged = {what.split()[0] for what in self.fired if "is hostile" in what}
        for name, result in self.results().items():
            if not result:
                problems.append(f"{name}: nothing has arrived")
                continue
            problems += [f"{name}: {one}" for one in result["problems"]]
            lost, exempt = 0, False
            for run, seen in result["runs"].items():
                if run.split("-")[0] in forged:
                    exempt = True
                    continue
                lost += seen["lost"]
                for what in ("doubled", "reordered"):
                    if seen[what]:
                        problems.append(f"{name}: {seen[what]} events of {run} are {what}")
            told = self.told_gaps(name)
            if lost > told and not exempt:
                problems.append(f"{name}: {lost} events are lost, and the log tells of {told}: {result['runs']}")
            elif lost:
                problems.append(f"{name}: {lost} events are lost (and told)")
        return problems + self.deaths()

    def flows(self):
        return all(one and one["runs"] for one in self.results().values())

    def counts(self):
        results = [one for one in self.results().values() if one]
        runs = [run for one in results for run in one["runs"].values()]
        total = {what: sum(run[what] for run in runs) for what in ("read", "lost", "gaps", "doubled", "reordered")}
        told = sum(self.told_gaps(name) for name in self.sessions)
        return ", ".join(f"{count} {what}" for what, count in total.items()) + f", {told} told"
