"""A terminal application in one file: user actions come in, whole screens go out. README.md has examples."""
import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress

LIMIT = int(os.environ.get("VIPERLINE_LINE_LIMIT") or 1 << 20)  # of a line, in bytes
ACTIONS = {"Search": ["query"], "Select": ["row"], "Press": ["control", "row"], "Submit": ["values", "secrets"],
           "Change": ["value", "field"]}  # the arguments of functions, from the data
CLOSE = {"control": "viperline.close", "title": "Close", "role": "cancel"}
OUTPUT = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # printed text, also of child processes, is a diagnostic
sys.stdout = sys.stderr


class App:
    def __init__(self):
        self.state = {}  # the application's state, as JSON; a successor of this process has it too
        self.event = {}  # the current one; for a "replayed" one, do not repeat effects outside the session
        self.scene = {}  # the scene of the event: "name", "parameters", "query", "screen"
        self._scenes, self._seen, self._events = [], [], queue.Queue(100)
        self._newest = self._left = 0  # numbers: the newest action read, the newest that leaves a scene
        self._is_due = self._is_busy = self._can_end = False  # a reply is due; activity; may be ended
        self._functions = {"view.output.didGoBack": lambda data: self.send("router.input.back", {}),
                           "view.output.didFollow": lambda data: self.open(data["url"]),
                           "unreadable": lambda data: self.send("process.output.refused", data)}
        for name in ACTIONS:  # on_search(function), …
            setattr(self, "on_" + name.lower(), self.on("view.output.did" + name))

    def on(self, type):
        """Registers a function that gets the data of each event of this type."""
        return lambda function: self._functions.update({type: function}) or function

    def on_open(self, name):
        """Registers the function that shows the first screen of such a scene. It gets the parameters by name."""
        return self.on("open " + name)

    def show(self, title, text=None, rows=None, prompt=None, parts=(), **members):
        """Shows a whole screen. An activity lasts until the function ends or shows another one. Rows may be strings."""
        if rows is not None:
            rows = [{"id": row, "title": row} if isinstance(row, str) else row for row in rows]
            parts = [{"list": {"rows": rows, "empty": "Nothing found."}}, *parts]
        parts = [*parts] if text is None else [{"text": {"body": str(text)}}, *parts]
        if prompt is not None:
            members["prompt"] = {"placeholder": prompt, "text": self.scene["query"]}
        screen = {"title": title, **members, "parts": parts}
        self.send("view.input.show", {"screen": screen})
        self.scene["screen"] = {name: screen[name] for name in screen if name != "activity"}

    def open(self, target, **parameters):
        """Opens a scene by its name, or a web page in the browser."""
        if self._is_busy:
            self.send("view.input.show", {"screen": self.scene["screen"]})
        if target.startswith(("http:", "https:")):
            return self.send("router.input.openURL", {"url": target})
        self.send("router.input.open", {"name": target, "parameters": {key: str(it) for key, it in parameters.items()}})

    def send(self, type, data):
        """Sends an event of any type in reply to the current one, or as a request on behalf of it."""
        scene, event = self.scene, self.event
        line = {"specversion": "1.0", "type": type, "subject": scene.get("scene", event.get("subject")),
                "correlationid": scene.get("chain", event.get("chain")), "causationid": event.get("id"),
                "causationsource": event.get("source"), "data": data}
        line = {name: value for name, value in line.items() if value is not None}
        line = json.dumps(line, ensure_ascii=False, allow_nan=False).encode(errors="replace") + b"\n"
        if len(line) > LIMIT * 7 // 8:  # the bus adds attributes
            raise ValueError(f"{type} would have {len(line)} bytes; a line may have {LIMIT}")
        can_end, self._can_end = self._can_end, False
        try:
            OUTPUT.write(line)
            OUTPUT.flush()
        except BrokenPipeError:
            os._exit(0)
        self._is_due, self._is_busy = False, "activity" in data.get("screen", {})
        self._can_end = can_end and self._is_busy  # after a reply, the function may finish
        self._check()

    def run(self):
        """Handles events, one at a time, until the input ends."""
        signal.signal(signal.SIGUSR1, lambda *_: self._check())
        threading.Thread(target=self._read, daemon=True).start()
        while event := self._events.get():
            try:
                self._handle(event, event["type"], event["data"])
                self.scene = {}
                if "VIPERLINE_SERVICE" in os.environ and "id" in event:
                    self.send("process.output.snapshot", {"state": self.state, "scenes": self._scenes})
            except Exception:  # data of a wrong shape, or a state that does not fit into a line
                sys.excepthook(*sys.exc_info())

    def _handle(self, event, type, data):
        named = [scene for scene in self._scenes if scene["scene"] == event.get("subject")]
        self.event, self.scene = event, (named or self._scenes[-1:] or [{}])[0]
        if type == "process.input.restore":
            self.state, self._scenes = data["state"], data["scenes"]
        elif type == "router.output.didNavigate":
            known, stack, self._scenes = self._scenes, [*data["stack"]], []
            for entry in stack:
                self._scenes += [scene for scene in known if entry.items() <= scene.items()] or [self._begin(entry)]
        elif type.startswith("view.output.") and self.scene:
            identity, names = (event.get("source"), event.get("id")), ACTIONS.get(type[15:], [])
            is_old = identity in self._seen or "subject" in event and not named
            is_void = is_old or data.get("control") == CLOSE["control"] or {*names[:1]} - {*data}
            self._seen = [*self._seen, identity][-1000:] if "id" in event else self._seen
            self.scene.update(chain=event["chain"], query=str(data.get("query", self.scene["query"])))
            function = None if is_void else self._functions.get(type)
            self._call(function and (lambda: function(*map(data.get, names)) if names else function(data)))
        elif type in self._functions and not type.startswith("view."):
            self._call(lambda: self._functions[type](data), is_due=False)

    def _begin(self, entry):
        title = entry["name"].capitalize()
        self.scene = {**entry, "query": "", "chain": self.event["chain"], "screen": {"title": title, "parts": []}}
        function = self._functions.get("open " + entry["name"], lambda **_: self.show(title, prompt="Search"))
        self._call(lambda: function(**entry.get("parameters", {})))
        return self.scene

    def _call(self, function, is_due=True):
        """Answers the current event. Changes of the state count only if the function finishes."""
        self._is_due, self._is_busy, state, alert = is_due, False, json.dumps(self.state), {}
        with suppress(KeyboardInterrupt):
            try:
                self._can_end = not self.event.get("replayed")
                self._check() or function and function()
                state, self._can_end = json.dumps(self.state, allow_nan=False), False
            except Exception as error:
                self._can_end = False
                sys.excepthook(*sys.exc_info())
                alert = {"title": "Something went wrong", "message": str(error)[:1000], "failure": True,
                         "buttons": [CLOSE]}
        self.state = json.loads(state)
        if self.scene and (self._is_due or self._is_busy or alert):
            self.send("view.input.show", {"screen": self.scene["screen"] | ({"alert": alert} if alert else {})})

    def _check(self):
        """Interrupts a function, as Ctrl-C would, after a newer action or, if it opens a scene, after leaving that."""
        is_action = self._can_end and self.event["type"].startswith("view.")
        if self._can_end and (self._newest if is_action else self._left) > self.event["number"]:
            self._can_end = False
            raise KeyboardInterrupt

    def _read(self):
        """Reads ahead, so that newer actions can interrupt the current function."""
        stream, number = os.fdopen(0, "rb"), 0
        while line := stream.readline(LIMIT + 1):
            rest, number = line, number + 1
            while rest[-1:] not in (b"", b"\n"):  # if a line is over the limit, its beginning is refused
                rest = stream.readline(LIMIT)
            try:
                event = {"data": {}, **json.loads(line.decode()), "number": number}
                event["data"], type = {**event["data"]}, event["type"]  # raises an error unless it is an object
                event["chain"] = event.get("correlationid", event.get("id"))
                self._newest = number if type.startswith("view.") and type in self._functions else self._newest
                self._left = number if type == "view.output.didGoBack" else self._left
            except Exception as error:
                data = {"reason": str(error)[:200], "line": line[:200].decode(errors="replace")}
                event = {"type": "unreadable", "number": number, "data": data}
            self._events.put(event)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
        self._events.put(None)


app = App()
