"""The dialogues of scripts/conform: what they send to a program, step by step, and what it must answer.

A dialogue is an object {"case": NAME, "steps": [STEP…]}; Tests/Conversations/README.md lists the steps. Whatever the
steps are, each line of output must be an event as protocols/events.md defines it, each action must have an answer, each scene
must have settled at the end, and the program must exit with 0 soon after the end of its input.
"""
import json
import time

from . import program
from .program import Failure


#: What the compose file of the application would say.
WIRING = {"session": "conform", "receives": ["view.output", "router.output", "interactor.output", "app.output"],
          "sends": ["view.input", "router.input", "interactor.input", "app.output"]}


class Dialogue:
    def __init__(self, command, environment, timeout, difference):
        self.command, self.environment, self.timeout, self.difference = command, environment, timeout, difference
        self.sent, self.due, self.busy, self.snapshot, self.opened = set(), {}, {}, None, {}
        self.absent, self.asked, self.own, self.is_running = [], None, 0, True

    def hold(self, steps):
        """The problem, or None; and what the last process wrote to standard error."""
        self.start({})
        try:
            for number, step in enumerate(steps, 1):
                self.deadline = time.monotonic() + self.timeout
                try:
                    self.take(dict(step))
                except Failure as failure:
                    return f"step {number}, {json.dumps(step)[:200]}: {failure}", self.program.diagnostics
            self.finish()
        except Failure as failure:
            return str(failure), self.program.diagnostics
        finally:
            self.program.kill()
        return None, self.program.diagnostics

    def start(self, more):
        environment = {**self.environment, "VIPERLINE_SERVICE": "app", "VIPERLINE_WIRING": json.dumps(WIRING), **more}
        self.program, self.is_running = program.Program(self.command, environment, self.timeout), True

    # What is sent

    def take(self, step):
        verb, value = next(iter(step.items()))
        method = getattr(self, f"do_{verb}", None)
        if method is None:
            raise Failure(f"unknown step {verb}")
        method(value, **{name: step[name] for name in step if name != verb})

    def do_start(self, scene):
        self.do_navigate([{"scene": scene, "name": scene.split("-")[0], "parameters": {}}], id="r0")
        self.do_show("", to="r0", subject=scene)

    def do_navigate(self, stack, id):
        """A stack; where an entry is null, the scene that the program has asked for."""
        stack = [entry or self.opened for entry in stack]
        self.busy = {entry["scene"]: self.busy.get(entry["scene"]) for entry in stack}
        self.do_send({"type": "router.output.didNavigate", "source": "router", "id": id, "correlationid": id,
                      "data": {"stack": stack}})

    def do_search(self, query, id, **attributes):
        self.do_send({"type": "view.output.didSearch", "source": "view", "id": id, "subject": "home-1",
                      "data": {"query": query}} | attributes)

    def do_send(self, event):
        if event["type"].startswith("view.output.") and "id" in event:
            self.due[event.get("correlationid", event["id"])] = event
        self.sent.add(event.get("id"))
        self.do_line(json.dumps(event))

    def do_line(self, text):
        self.program.write(text.encode() + b"\n")

    def do_rest(self, text):
        """A line that never ends."""
        self.program.write(text.encode())

    def do_sent(self, id):
        """What a line has sent needs an answer too."""
        self.sent.add(id)
        self.due[id] = {"id": id}

    def do_answer(self, data, type="interactor.output.got", **attributes):
        """The answer to the newest request; `null` as an attribute leaves it out."""
        event = {"type": type, "source": "fetcher", "id": f"f{len(self.sent)}", "causationid": self.asked["id"], "data": data,
                 "correlationid": self.asked.get("correlationid")} | attributes
        self.do_send({name: value for name, value in event.items() if value is not None})

    def do_press(self, _, id):
        """The last button of the alert that was shown last."""
        control = self.alert["buttons"][-1]["control"]
        self.do_send({"type": "view.output.didPress", "source": "view", "id": id, "data": {"control": control}})

    def do_bytes(self, digits):
        self.program.write(bytes.fromhex(digits) + b"\n")

    def do_nested(self, depth):
        self.program.write(b'{"type":"view.output.didSearch","data":' + b"[" * depth + b"]" * depth + b"}\n")

    def do_long(self, count):
        """A search of so many bytes."""
        self.program.write(b'{"type":"view.output.didSearch","source":"view","id":"long","subject":"home-1","data":{"query":"'
                   + b"x" * count + b'"}}\n')
        self.sent.add("long")

    def do_end(self, _):
        self.is_running = False
        self.program.end_input()

    def do_restart(self, _):
        """Death, and a successor with the newest snapshot."""
        while not self.snapshot:
            self.next()
        self.is_running = False
        self.program.kill()
        for line in self.program.rest():
            self.check(line)
        snapshot, self.snapshot = self.snapshot, None
        self.start({"VIPERLINE_RESTORED": "1"})
        self.do_line(json.dumps({"type": "process.input.restore", "data": snapshot}))

    def do_still(self, _):
        """Until each thread of the program waits, such as that of a request for the answer."""
        while not self.program.is_still():
            if time.monotonic() > self.deadline:
                raise Failure(f"it waits for nothing within {self.timeout:g} s")

    def do_wiring(self, wiring, told):
        """Another process, with this wiring and no input, and what it must report."""
        other = program.Program(self.command, {**self.environment, "VIPERLINE_WIRING": json.dumps(wiring)}, self.timeout)
        other.end_input()
        try:
            list(other.rest())
        finally:
            other.kill()
        if told not in other.diagnostics.decode(errors="replace"):
            raise Failure(f"it reports {other.diagnostics.decode(errors='replace')[-500:]!r}, not {told!r}")

    def do_deaf(self, _):
        """The program's output goes nowhere from here on."""
        self.program.stop_reading()

    # What is expected

    def do_absent(self, text):
        """A text that no line may contain."""
        self.absent.append(text)

    def do_unanswered(self, id):
        """Until the program ends: it does no more than to end, and a successor handles this event again."""
        lines = list(self.program.rest())
        self.program.lines.put(b"")
        for event in map(self.check, lines):
            if event["type"] != "process.output.status":
                raise Failure(f"it sends {json.dumps(event)[:300]}")
        if not self.due.pop(id, None):
            raise Failure("it was answered")

    def do_receive(self, wanted):
        """The next event that is neither of process.output nor another answer to the same."""
        while True:
            event = self.next()
            if event["type"] == wanted["type"] and not self.difference(wanted, event, ""):
                return

    def do_show(self, text, to, **members):
        """A screen with a text, as the answer to an event: with an activity or an alert only if they are asked for."""
        while True:
            event = self.next()
            screen = event["data"].get("screen")
            if event["type"] == "view.input.show" and event.get("correlationid") == to and text in json.dumps(screen):
                wanted = {name: members[name] for name in members if name != "subject"} or {"activity": None, "alert": None}
                subject = members.get("subject", event.get("subject"))
                if not self.difference(wanted, screen, "") and subject == event.get("subject"):
                    return

    def next(self):
        if time.monotonic() > self.deadline:
            raise Failure(f"no such event within {self.timeout:g} s, although others came")
        line = self.program.line("no such event")
        if line == b"":
            raise Failure("the program ended before")
        return self.check(line)

    def check(self, line):
        """The event of a line of output, if the protocol and the dialogue allow it."""
        event = program.event_of(line)
        if "causationid" in event and event["causationid"] not in self.sent | {"start"}:
            raise Failure(f"its cause was never sent: {json.dumps(event)[:300]}")
        if any(text.encode() in line for text in self.absent):
            raise Failure(f"no line may contain this: {json.dumps(event)[:300]}")
        self.note(event)
        return event

    def note(self, event):
        kind, data = event["type"], event["data"]
        if kind == "process.output.snapshot":
            self.snapshot = data
        elif kind.startswith("app.output.") and self.is_running:  # it comes back, as over the bus
            self.own += 1
            self.do_send({**event, "source": "app", "id": f"own-{self.own}"})
        elif kind.startswith("interactor.input.") and kind != "interactor.input.cancel":
            self.asked = event
        elif kind.startswith(("view.input.", "router.input.")):
            self.due.pop(event.get("correlationid"), None)
        if kind == "router.input.open":
            self.opened = {"scene": f"{data['name']}-{len(self.sent)}", "name": data["name"],
                           "parameters": data.get("parameters", {})}
        if kind == "view.input.show":
            screen = data.get("screen")
            if not (isinstance(screen, dict) and isinstance(screen.get("title"), str) and isinstance(screen.get("parts"), list)):
                raise Failure(f"not a screen: {json.dumps(event)[:300]}")
            self.busy[event.get("subject")] = screen.get("activity")
            self.alert = screen.get("alert")

    def finish(self):
        """The end of the input, and of the program."""
        self.do_end(True)
        if not self.program.is_read:
            return self.program.expect_exit()
        for line in self.program.rest():
            self.check(line)
        self.program.expect_exit()
        if self.due:
            raise Failure(f"no answer to {json.dumps(next(iter(self.due.values())))}")
        busy = [scene for scene in self.busy if self.busy[scene]]
        if busy:
            raise Failure(f"{busy[0]} has not settled: {self.busy[busy[0]]}")
