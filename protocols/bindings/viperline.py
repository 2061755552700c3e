"""A terminal application in one file: user actions come in, whole screens go out. README.md has examples."""
import difflib
import inspect
import json
import os
import queue
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

__version__ = "0.2.0"
LIMIT = int(os.environ.get("VIPERLINE_LINE_LIMIT") or 1 << 20)  # of a line, in bytes
SERVICE = os.environ.get("VIPERLINE_SERVICE", "app")
WIRING = json.loads(os.environ.get("VIPERLINE_WIRING") or "null")  # nothing outside a session
ACTIONS = {"Search": ["query"], "Select": ["row"], "Press": ["control", "row"], "Submit": ["values", "secrets"],
           "Change": ["value", "field"], "Sort": ["column", "descending"], "Highlight": ["row"],
           "Toggle": ["row", "expanded"], "Scroll": ["first", "count"], "Resize": ["columns", "rows"],
           "ReachEnd": [], "Run": ["status", "failure"], "end": []}  # the arguments of functions, from the data
MEMBERS = ["title", "prompt", "activity", "head", "parts", "alert", "hasMore", "preview", "highlight", "resize", "keys",
           "words", "notice"]  # of a screen
CLOSE = {"control": "viperline.close", "title": "Close", "role": "cancel"}
OWN, TICKED = "app.output.", "app.output.ticked"  # events that an application sends to itself
OUTPUT = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # printed text, also of child processes, is a diagnostic
sys.stdout = sys.stderr
Function = TypeVar("Function", bound=Callable[..., Any])


class RequestFailed(Exception):
    """The answer to `ask` was a failure; `data` has its kind, message, ...."""

    def __init__(self, data: dict):
        super().__init__(data.get("message", "the request failed"))
        self.data = data


class InputEnded(BaseException):
    """The end of a function that waits for an answer: it has no reply, and a successor handles its event again."""


# The function, if it can be called with these arguments; without `names`, with any.
def callee(function: Any, decorator: str, names: list[str] | None = None) -> Any:
    kinds = [inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction]
    if any(it(function) or it(type(function).__call__) for it in kinds):
        raise TypeError(f"write @app.{decorator} above a function without async and yield; nothing would run {function!r:.100}")
    with suppress(ValueError):  # some functions in C do not tell
        try:
            signature = inspect.signature(function, follow_wrapped=False)
            names is None or signature.bind(*names)
        except TypeError:
            kind = "a function" if names is None else f"a function of ({', '.join(names)})"
            raise TypeError(f"write @app.{decorator} above {kind}; {function!r:.100} is not one") from None
    return function


class App:
    def __init__(self) -> None:
        self.state: dict = {}  # the application's state, as JSON; a successor of this process has it too
        self.event: dict = {}  # the current one; for a "replayed" one, do not repeat effects outside the session
        self.scene: dict = {}  # the scene of the event: "name", "parameters", "query", "sort", "screen"
        self.words: dict = {}  # the view's own words in your language, for all screens
        self._scenes, self._seen, self._timers = [], [], []
        self._newest = self._left = self._asked = 0  # numbers: newest action read, newest that leaves a scene; requests
        # A reply is due; an activity is shown; the function may be ended; an own event is under way; the input has ended.
        self._is_due = self._is_busy = self._can_end = self._is_flying = self._is_over = False
        self._events, self._room = queue.SimpleQueue(), threading.Event()  # what the reader has read
        self._posts, self._slots, self._open, self._answers = deque(), threading.Semaphore(100), {}, {}
        self._functions = {"view.output.didGoBack": lambda data: self.back(),
                           "view.output.didFollow": lambda data: self.open(data["url"]), "end": lambda: None,
                           "unreadable": lambda data: self.send("process.output.refused", data)}
        self.on_search, self.on_select, self.on_press = map(self._action, ["Search", "Select", "Press"])
        self.on_submit, self.on_change, self.on_sort = map(self._action, ["Submit", "Change", "Sort"])
        self.on_highlight, self.on_toggle, self.on_scroll = map(self._action, ["Highlight", "Toggle", "Scroll"])
        self.on_resize, self.on_reach_end, self.on_run = map(self._action, ["Resize", "ReachEnd", "Run"])

    def on(self, type: str) -> Callable[[Function], Function]:
        """Registers a function that gets the data of each event of this type."""
        return self._named("on", type, names=ACTIONS.get(str(type).removeprefix("view.output.did"), ["data"]))

    def on_open(self, name: str) -> Callable[[Function], Function]:
        """Registers the function that shows the first screen of such a scene. It gets the parameters by name."""
        return self._named("on_open", name, "open ")

    def on_return(self, name: str) -> Callable[[Function], Function]:
        """Registers a function for such a scene, which is on top again after another one. It gets the parameters by name."""
        return self._named("on_return", name, "return ")

    def on_end(self, function: Function) -> Function:
        """Registers the function that is called after the last event."""
        return self.on("end")(callee(function, "on_end", []))

    def every(self, seconds: float) -> Callable[[Function], Function]:
        """Registers a function that gets the time (seconds since 1970) again and again, as an event of the session."""
        if not isinstance(seconds, (int, float)) or not 0.1 <= seconds <= 86400:
            raise ValueError(f"every({seconds!r:.100}): from 0.1 to 86400 seconds")
        return lambda it: self._timers.append((seconds, callee(it, f"every({seconds})", ["time"]), threading.Event())) or it

    @property
    def rows(self) -> list[str]:
        """The marked rows of the action, or else its row."""
        data = self.event.get("data", {})
        return data.get("rows") or ([data["row"]] if "row" in data else [])

    def show(self, title: str | None = None, text: Any = None, rows: list | None = None, prompt: str | dict | None = None,
             parts: list | tuple = (), **members: Any) -> None:
        """Shows a whole screen. An activity lasts until the function ends or shows another one. Rows may be strings."""
        self._expect_function("show")
        for name in {*members} - {*MEMBERS}:
            meant = difflib.get_close_matches(name, [*MEMBERS, "text", "rows"], 1)
            raise TypeError(f"a screen has no {name}" + (f" (did you mean {meant[0]}?)" if meant else ""))
        if rows is not None:
            rows = [{"id": row, "title": row} if isinstance(row, str) else row for row in rows]
            parts = [{"list": {"rows": rows, "empty": "Nothing found."}}, *parts]
            if len(rows) > len({str(row.get("id")) for row in rows}):
                print("two rows have the same id; the view shows only one of them", file=sys.stderr)
        parts = [*parts] if text is None else [{"text": {"body": str(text)}}, *parts]
        if prompt is not None:
            prompt = prompt if isinstance(prompt, dict) else {"placeholder": str(prompt)}
            members["prompt"] = {"text": self.scene["query"], **prompt}
        if notice := members.get("notice"):  # it stays until another one comes
            notice = {"text": notice} if isinstance(notice, str) else notice
            self.scene["notice"] = {"id": str(self.event.get("id", self.event["number"])), **notice}
        more = {"words": self.words, "notice": self.scene.get("notice")}
        members = {**members, **{name: it for name, it in more.items() if it and (name == "notice" or name not in members)}}
        screen = {"title": self.scene["screen"]["title"] if title is None else str(title), **members, "parts": parts}
        self.send("view.input.show", {"screen": screen | self.scene.get("failure", {})})
        self.scene["screen"] = {name: screen[name] for name in screen if name != "activity"}

    def open(self, target: str, /, **parameters: Any) -> None:
        """Opens a scene by its name, or a web page in the browser."""
        self._settle("open")
        if target.startswith(("http:", "https:")):
            return self.send("router.input.openURL", {"url": target})
        self.send("router.input.open", {"name": target, "parameters": {key: str(it) for key, it in parameters.items()}})

    def back(self) -> None:
        """Closes the scene; closing the first one ends the session."""
        self._settle("back")
        self._can_end, scene = False, self.scene
        for below in self._scenes[-2:-1]:
            if scene is self._scenes[-1] and "return " + below["name"] in self._functions:
                self.scene = below  # the view waits for its function, so that nobody acts on an old screen
                self.send("view.input.show", {"screen": below["screen"] | {"activity": "…"}})
                self.scene = scene
        self.send("router.input.back", {})

    def copy(self, text: str) -> None:
        """Puts a text on the user's clipboard."""
        self.send("view.input.copy", {"text": str(text)})

    def execute(self, *command: str, folder: str | None = None) -> None:
        """Hands the user's terminal to a command, such as an editor. `on_run` gets its exit code, or why it did not run."""
        self.send("view.input.run", {"command": [*map(str, command)]} | ({"folder": str(folder)} if folder else {}))

    def ask(self, type: str, data: dict, timeout: float = 60) -> dict:
        """Sends a request and returns the data of its answer. A failure is a `RequestFailed`, none in time a `TimeoutError`."""
        self._expect_function("ask")
        self._asked, role = self._asked + 1, type.split(".")[0]
        identity = f"{SERVICE}-ask-{self.event.get('id', self.event['number'])}-{self._asked}"  # the same in a successor
        answers = self._answers.setdefault(identity, queue.SimpleQueue())
        try:
            self._open[identity] = (self.scene["chain"], role)
            self.send(type, data, id=identity)
            self._room.set()
            if self._is_over: answers.put(None)
            event = answers.get(timeout=timeout)
        except (queue.Empty, KeyboardInterrupt) as reason:
            self.send(role + ".input.cancel", {"id": identity})
            problem = TimeoutError(f"no answer to {type} within {timeout:g} seconds: does a service of the session answer it?")
            raise problem if isinstance(reason, queue.Empty) else reason from None
        finally:
            self._open.pop(identity, None)
            self._answers.pop(identity, None)
        if event is None:
            self._is_flying = True  # so that no post leaves either
            raise InputEnded
        if event["type"].endswith(".failed"):
            raise RequestFailed(event["data"])
        return event["data"]

    def post(self, type: str, data: dict) -> None:
        """Sends an event that answers none, from any thread; an `app.output` event comes back to this application."""
        if type.startswith(OWN) and not self._is_wired(type):
            return
        line = self._encode(type, {"specversion": "1.0", "type": type, "data": data})
        is_foreign = threading.current_thread() is not threading.main_thread()
        is_foreign and self._slots.acquire()  # a thread that is too fast waits here
        self._posts.append((type, line, is_foreign))
        self._events.put(False)

    def send(self, type: str, data: dict, **attributes: str) -> None:
        """Sends an event of any type in reply to the current one, or as a request on behalf of it."""
        self._expect_function("send", needs_scene=False)
        scene, event = self.scene, self.event or {"id": "start", "source": "viperline"}
        line = {"specversion": "1.0", "type": type, "subject": scene.get("scene", event.get("subject")),
                "correlationid": scene.get("chain", event.get("chain")), "causationid": event.get("id"),
                "causationsource": event.get("source"), "data": data, **attributes}
        line = self._encode(type, {name: value for name, value in line.items() if value is not None})
        can_end, self._can_end = self._can_end, False
        self._write(line)
        if type.startswith(("view.input.show", "router.input.")):
            self._is_due, self._is_busy = False, "activity" in data.get("screen", {})
        self._can_end = can_end and (self._is_due or self._is_busy)  # after a reply, the function may finish
        self._check()

    def run(self) -> None:
        """Handles events, one at a time, until the input ends."""
        signal.signal(signal.SIGUSR1, lambda *_: self._check())
        for number in [it for it, _ in enumerate(self._timers) if self._is_wired(TICKED)]:
            threading.Thread(target=self._tick, args=[number], daemon=True).start()
        threading.Thread(target=self._read, daemon=True).start()
        while (event := self._events.get()) is not None:
            self._room.set()
            try:
                try:
                    if event:
                        self._is_flying = self._is_flying and not self._is_own(event)
                        self._handle(event, event["type"], event["data"])
                        self._take_snapshot()
                finally:  # what waits leaves also after an event that fails
                    self._send_posts()
            except InputEnded:
                break
            except Exception:  # data of a wrong shape, or a state that does not fit into a line
                sys.excepthook(*sys.exc_info())
        self._functions["end"]()

    def _handle(self, event, type, data):
        named = [scene for scene in self._scenes if scene["scene"] == event.get("subject")]
        self.event, self.scene, self._asked = event, (named or self._scenes[-1:] or [{}])[0], 0
        if type == "process.input.restore":
            self.state, self._scenes = data["state"], data["scenes"]
            for scene in self._scenes[-1:] if os.environ.get("VIPERLINE_RESTORED") == "swap" else []:
                self._show_again(scene)
        elif type == "router.output.didNavigate":
            known, stack, self._scenes = self._scenes, [*data["stack"]], []
            for entry in stack:
                self._scenes += [scene for scene in known if entry.items() <= scene.items()] or [self._begin(entry)]
            if any(scene is self._scenes[-1] for scene in known[:-1] if self._scenes):
                self._return(self._scenes[-1])
        elif type == TICKED and self._is_own(event):
            _, function, is_over = self._timers[data["timer"]]
            self._call(lambda: function(data["time"]), is_due=False)
            is_over.set()
        elif type.startswith("view.output.") and self.scene:
            identity, names = (event.get("source"), event.get("id")), ACTIONS.get(type[15:])
            is_old = identity in self._seen or "subject" in event and not named
            is_void = is_old or data.get("control") == CLOSE["control"] or type[15:] != "Run" and {*(names or [])[:1]} - {*data}
            self._seen = [*self._seen, identity][-1000:] if "id" in event else self._seen
            self.scene.update(chain=event["chain"], query=str(data.get("query", self.scene["query"])))
            self.scene.update(sort=data) if type == "view.output.didSort" else None
            if not is_old and type[15:] not in ("Highlight", "ReachEnd", "Resize", "Run", "Scroll"):  # no answer to an alert
                self.scene.pop("failure", None)
            function = None if is_void else self._functions.get(type)
            self._call(function and (lambda: function(data) if names is None else function(*map(data.get, names))))
        elif type in self._functions and not type.startswith("view."):
            self._call(lambda: self._functions[type](data), is_due=False)

    def _begin(self, entry):
        title = entry["name"].capitalize()
        self.scene = {"parameters": {}, **entry, "query": "", "chain": self.event["chain"], "screen": {"title": title, "parts": []}}
        function = self._functions.get("open " + entry["name"], lambda **_: self.show(title, prompt="Search"))
        self._call(lambda: function(**entry.get("parameters", {})))
        return self.scene

    def _show_again(self, scene):
        """Asks the function of the scene on top, whose code may be another now."""
        self.scene, search = scene, self._functions.get("view.output.didSearch")
        function = self._functions.get("return " + scene["name"]) or self._functions.get("open " + scene["name"])
        if scene["query"] and search:
            self._call(lambda: search(scene["query"]))
        elif function:
            self._call(lambda: function(**scene.get("parameters", {})))

    def _return(self, scene):
        self.scene, function = scene, self._functions.get("return " + scene["name"])
        if function:
            scene["chain"] = self.event["chain"]
            self._call(lambda: function(**scene.get("parameters", {})))

    def _call(self, function, is_due=True):
        """Answers the current event. Changes of the state count only if the function finishes."""
        self._is_due, self._is_busy, state, alert = is_due, False, json.dumps(self.state), {}
        with suppress(KeyboardInterrupt):
            try:
                self._can_end = not self.event.get("replayed")
                if inspect.iscoroutine(self._check() or function and function()):
                    raise TypeError(f"write the function for {self.event['type']} without async: nothing runs its coroutine")
                state, self._can_end = json.dumps(self.state, allow_nan=False), False
            except Exception as error:
                self._can_end = False
                sys.excepthook(*sys.exc_info())
                alert = {"title": "Something went wrong", "message": str(error)[:1000], "failure": True, "buttons": [CLOSE]}
        self.state = json.loads(state)
        if self.scene and (self._is_due or self._is_busy or alert):
            self.scene.update({"failure": {"alert": alert}} if alert else {})  # until the user answers it
            self.send("view.input.show", {"screen": self.scene["screen"] | self.scene.get("failure", {})})

    def _check(self):
        """Interrupts a function, as Ctrl-C would, after a newer action or, if it opens a scene, after leaving that."""
        is_action = self._can_end and self.event["type"].startswith("view.")
        if self._can_end and (self._newest if is_action else self._left) > self.event["number"]:
            self._can_end = False
            raise KeyboardInterrupt

    def _expect_function(self, name, needs_scene=True):
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError(f"functions that handle events may call {name}(); a thread calls post(type, data)")
        if needs_scene and not self.scene:
            raise RuntimeError(f"{name}() needs a scene: call it in a function that handles an event, after run()")

    def _settle(self, name):
        self._expect_function(name)
        if self._is_busy:
            self.send("view.input.show", {"screen": self.scene["screen"]})

    def _encode(self, type, line):
        try:
            line = json.dumps(line, ensure_ascii=False, allow_nan=False).encode(errors="replace") + b"\n"
        except ValueError:
            raise ValueError(f"{type}: JSON has neither NaN nor infinity, and no loops") from None
        if len(line) > LIMIT * 7 // 8:  # the bus adds attributes
            raise ValueError(f"{type} would have {len(line)} bytes; a line may have {LIMIT}")
        return line

    def _write(self, line):
        try:
            OUTPUT.write(line)
            OUTPUT.flush()
        except BrokenPipeError:
            os._exit(0)

    def _action(self, name):
        decorator = "on" + "".join("_" + it.lower() if it.isupper() else it for it in name)
        return lambda function: self.on("view.output.did" + name)(callee(function, decorator, ACTIONS[name]))

    def _named(self, decorator, name, prefix="", names=None):
        if not isinstance(name, str):
            raise TypeError(f'write @app.{decorator}("NAME") above a function; {name!r:.100} is not a name')
        return lambda it: self._functions.update({prefix + name: callee(it, f"{decorator}({name!r})", names)}) or it

    def _is_own(self, event):
        return event["type"].startswith(OWN) and event.get("source", SERVICE) == SERVICE

    def _is_wired(self, type):
        """Whether an event comes back. Outside a session none does: there, events of the recording take its place."""
        missing = " and ".join(f"`{key}`" for key in ("receives", "sends") if WIRING
                               and not any(f"{type}.".startswith(f"{pattern}.") for pattern in WIRING.get(key, [])))
        if missing:
            raise ValueError(f"add app.output to {missing} of {SERVICE} in the compose file: {type} comes back over the bus")
        return bool(WIRING)

    def _tick(self, number):
        seconds, _, is_over = self._timers[number]
        while True:
            time.sleep(seconds)
            self.post(TICKED, {"timer": number, "time": round(time.time(), 3)})
            is_over.wait()
            is_over.clear()

    def _send_posts(self):
        """Events that come back leave one at a time, so that they never fill the application's own queue."""
        count = len(self._posts)
        while self._posts and not self._is_flying:
            type, line, is_foreign = self._posts.popleft()
            self._is_flying = type.startswith(OWN)
            self._write(line)
            self._slots.release() if is_foreign else None
        if len(self._posts) < count: self._take_snapshot()  # so that a successor does not count these lines

    def _take_snapshot(self):
        self.scene = {}
        if "VIPERLINE_SERVICE" in os.environ and self.event.get("id", self.event == {}):
            self.send("process.output.snapshot", {"state": self.state, "scenes": self._scenes})

    def _read(self):
        """Reads ahead, so that newer actions can interrupt the current function, and answers reach it."""
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
                if self._is_answer(event, type):
                    continue
            except Exception as error:
                data = {"reason": str(error)[:200], "line": line[:200].decode(errors="replace")}
                event = {"type": "unreadable", "number": number, "data": data}
            while self._events.qsize() >= (10_000 if self._open else 100):
                self._room.wait()
                self._room.clear()
            self._events.put(event)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
        self._is_over = True
        for answers in [*self._answers.values()]:
            answers.put(None)
        self._events.put(None)

    def _is_answer(self, event, type):
        """Passes an answer to `ask`, which names the request or at least its chain; the second one goes nowhere."""
        role, _, message = type.partition(".output.")
        asks = [it for it, about in [*self._open.items()] if about == (event["chain"], role)]
        identity = event.get("causationid", (asks or [""])[0])
        if not message or not identity.startswith(f"{SERVICE}-ask-"):
            return False
        if message != "progress":
            self._answers.setdefault(identity, queue.SimpleQueue()).put(event)
            for old in [*self._answers][:-100]:
                self._answers.pop(old, None)
        return True


app = App()
