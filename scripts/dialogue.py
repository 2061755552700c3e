"""The dialogues of scripts/conform: what a program is sent, step by step, and what it must answer in between.

A dialogue is an object {"case": NAME, "steps": [STEP…]}; Tests/Conversations/README.md lists the steps. Whatever the
steps are, each line of output must be an event as protocols/README.md says, each action must have an answer, each scene
must have settled at the end, and the program must exit with 0 soon after the end of its input.
"""
import contextlib
import json
import os
import queue
import re
import select
import signal
import subprocess
import threading

LIMIT = 1 << 20
STRINGS = ("type", "source", "id", "subject", "correlationid", "causationid", "causationsource", "time", "specversion")
TYPE = re.compile(r"[a-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+")


class Failure(Exception):
    pass


class Dialogue:
    def __init__(self, command, environment, timeout, difference):
        self.command, self.environment, self.timeout, self.difference = command, environment, timeout, difference
        self.sent, self.due, self.busy, self.snapshot, self.opened = set(), {}, {}, None, {}
        self.is_heard = True
        self.absent = []

    def hold(self, steps):
        """The problem, or None; and what the last process wrote to standard error."""
        self.start({})
        try:
            for number, step in enumerate(steps, 1):
                try:
                    self.take(dict(step))
                except Failure as failure:
                    return f"step {number}, {json.dumps(step)[:200]}: {failure}", self.diagnostics
            self.finish()
        except Failure as failure:
            return str(failure), self.diagnostics
        finally:
            self.kill()
        return None, self.diagnostics

    def start(self, more):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**self.environment, "VIPERLINE_SERVICE": "app", "VIPERLINE_LINE_LIMIT": str(LIMIT), **more},
            start_new_session=True)
        self.lines, self.errors = queue.Queue(), []
        self.readers = [threading.Thread(target=self.read, args=[self.process.stdout, self.lines.put]),
                        threading.Thread(target=self.read, args=[self.process.stderr, self.errors.append])]
        for reader in self.readers:
            reader.start()

    def read(self, stream, take):
        """Takes line by line; an empty one is the end. Stops, and closes the stream, when nobody is to hear it."""
        begun = b""
        while self.is_heard or stream is self.process.stderr:
            if select.select([stream], [], [], 0.05)[0]:
                chunk = os.read(stream.fileno(), 1 << 16)
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    take(line + b"\n")
                if not chunk:
                    break
        if begun:
            take(begun)
        take(b"")
        stream.close()

    @property
    def diagnostics(self):
        return b"".join(self.errors)

    def kill(self):
        """Ends the process and all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    # What is sent

    def take(self, step):
        verb, value = next(iter(step.items()))
        method = getattr(self, f"do_{verb}", None)
        if method is None:
            raise Failure(f"there is no step {verb}")
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
        self.write(text.encode() + b"\n")

    def do_rest(self, text):
        """A line that never ends."""
        self.write(text.encode())

    def do_sent(self, id):
        """What a line has sent needs an answer too."""
        self.sent.add(id)
        self.due[id] = {"id": id}

    def do_press(self, _, id):
        """The last button of the alert that was shown last."""
        control = self.alert["buttons"][-1]["control"]
        self.do_send({"type": "view.output.didPress", "source": "view", "id": id, "data": {"control": control}})

    def do_bytes(self, digits):
        self.write(bytes.fromhex(digits) + b"\n")

    def do_nested(self, depth):
        self.write(b'{"type":"view.output.didSearch","data":' + b"[" * depth + b"]" * depth + b"}\n")

    def do_long(self, count):
        """A search of so many bytes."""
        self.write(b'{"type":"view.output.didSearch","source":"view","id":"long","subject":"home-1","data":{"query":"'
                   + b"x" * count + b'"}}\n')
        self.sent.add("long")

    def write(self, line):
        patience = threading.Timer(self.timeout, self.process.kill)
        patience.start()
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except BrokenPipeError:
            if self.is_heard:
                raise Failure("the program reads no longer") from None
        finally:
            patience.cancel()

    def do_end(self, _):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def do_restart(self, _):
        """Death, and a successor with the newest snapshot."""
        while not self.snapshot:
            self.next()
        self.kill()
        while (line := self.lines.get(timeout=self.timeout)) != b"":
            self.check(line)
        snapshot, self.snapshot = self.snapshot, None
        self.start({"VIPERLINE_RESTORED": "1"})
        self.do_line(json.dumps({"type": "process.input.restore", "data": snapshot}))

    def do_deaf(self, _):
        """Nobody hears the program any more."""
        self.is_heard = False
        self.readers[0].join()

    # What is expected

    def do_absent(self, text):
        """A text that no line may contain."""
        self.absent.append(text)

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
        try:
            line = self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise Failure(f"no such event within {self.timeout:g} s") from None
        if line == b"":
            raise Failure("the program ended before")
        return self.check(line)

    def check(self, line):
        """The event of a line of output, if the protocol allows it."""
        def problem(text):
            return Failure(f"{text}: {line[:300].decode(errors='replace')}")
        if not line.endswith(b"\n") or len(line) > LIMIT:
            raise problem("a line without an end" if len(line) <= LIMIT else f"a line of {len(line)} bytes")
        try:
            event = json.loads(line.decode(), object_pairs_hook=unique, parse_constant=refuse)
        except ValueError as error:
            raise problem(f"no JSON ({error})") from None
        if not isinstance(event, dict) or not TYPE.fullmatch(str(event.get("type"))):
            raise problem("no event")
        if not all(isinstance(event.get(name, ""), str) for name in STRINGS) or not isinstance(event.get("data", {}), dict):
            raise problem("attributes are strings, and data is an object")
        if "causationid" in event and event["causationid"] not in self.sent:
            raise problem("its cause was never sent")
        if any(text.encode() in line for text in self.absent):
            raise problem("this must be in no line")
        self.note(event)
        return event

    def note(self, event):
        kind, data = event["type"], event.setdefault("data", {})
        if kind == "process.output.snapshot":
            self.snapshot = data
        elif kind.startswith(("view.input.", "router.input.")):
            self.due.pop(event.get("correlationid"), None)
        if kind == "router.input.open":
            self.opened = {"scene": f"{data['name']}-{len(self.sent)}", "name": data["name"],
                           "parameters": data.get("parameters", {})}
        if kind == "view.input.show":
            screen = data.get("screen")
            if not (isinstance(screen, dict) and isinstance(screen.get("title"), str) and isinstance(screen.get("parts"), list)):
                raise Failure(f"no screen: {json.dumps(event)[:300]}")
            self.busy[event.get("subject")] = screen.get("activity")
            self.alert = screen.get("alert")

    def finish(self):
        """The end of the input, and of the program."""
        if not self.process.stdin.closed:
            self.do_end(True)
        if self.is_heard:
            while (line := self.wait()) != b"":
                self.check(line)
        try:
            status = self.process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            raise Failure(f"it did not exit within {self.timeout:g} s after the end of its input") from None
        if status != 0:
            raise Failure(f"exit code {status}, not 0")
        if self.is_heard and self.due:
            raise Failure(f"no answer to {json.dumps(next(iter(self.due.values())))}")
        busy = [scene for scene in self.busy if self.busy[scene]]
        if self.is_heard and busy:
            raise Failure(f"{busy[0]} has not settled: {self.busy[busy[0]]}")

    def wait(self):
        try:
            return self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise Failure(f"it did not exit within {self.timeout:g} s after the end of its input") from None


def unique(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member stands twice")
    return members


def refuse(constant):
    raise ValueError(f"{constant} is no number")
