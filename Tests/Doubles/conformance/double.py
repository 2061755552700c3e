"""A fetcher, a router, an application and a view, as small as the protocol allows, for `viperline conform`; each breaks one rule on request.

usage: double.py fetcher|router|application|view [RULE]
"""
import json
import os
import signal
import sys

role, broken = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
count = 0


def write(type, cause=None, data=None, subject=None, id=None):
    global count
    count += 1
    event = {"type": type, "source": role, "id": id or f"{role}-{count}", "subject": subject, "data": data or {}}
    if cause:
        event["correlationid"] = cause.get("correlationid") or cause.get("id")
        event["causationid"] = cause.get("id")
    line = json.dumps({name: value for name, value in event.items() if value is not None})
    try:
        print(line, flush=True)
    except BrokenPipeError:
        if broken != "deaf":
            os._exit(0)


def lines():
    if broken == "chatty":
        print("starting", flush=True)
    for line in sys.stdin.buffer:
        try:
            event = json.loads(line)
            if isinstance(event, dict) and isinstance(event.get("type"), str):
                if broken == "strict" and "extension" in event:
                    os._exit(1)
                if broken == "unknown" and "unheard" in event["type"]:
                    write(OUTPUT, event, ANYTHING, subject="home-1")
                yield event
        except (ValueError, RecursionError):
            if broken == "unreadable":
                os._exit(1)
    if broken == "code":
        os._exit(3)
    if broken == "endless":
        signal.pause()


def fetcher():
    items = [{"id": str(number), "name": f"item {number}"} for number in range(6)]
    late = []
    for event in lines():
        data, subject, verb = event.get("data", {}), event.get("subject"), event["type"].rpartition(".")[2]
        if not event["type"].startswith("interactor.input.") or verb == "cancel" and broken != "cancel":
            continue
        if broken == "subject":
            subject = "another"
        if broken == "chain" and "correlationid" in event:
            event["correlationid"] = event["correlationid"] + "x"
        if broken == "id" and "correlationid" not in event:
            event = {}
        if data.get("source") == "no.such.source":
            if broken != "source":
                write("interactor.output.failed", event, {"kind": "invalidRequest", "message": "no such source", "retryable": False}, subject)
            continue
        if verb == "lookup":
            found = [item for item in items if item["id"] == data["id"]] or items[:1] * (broken == "missing")
            found = found[:0] if broken == "lookup" else found
        else:
            start = int(data.get("cursor", 0))
            found = items[start:start + 3]
        answer = {"source": data.get("source"), "items": [] if broken == "nothing" else found}
        if broken == "counts":
            answer["total"] = "six"
        if broken == "repeat":
            answer["source"] = "another"
        if broken == "subjects" and verb == "lookup":
            subject = "list-1"
        if verb == "search" and (data.get("cursor") is None or broken == "pages"):
            answer["cursor"] = "3"
        if broken == "ids":
            answer["items"] = found[:1] * 2 if verb == "search" else found
            answer.pop("cursor", None)
        if broken == "bare" and "id" not in event:
            subject = "list-1"
        if broken == "work":
            late.append((event, answer, subject))
            if "list-1" == subject and event.get("correlationid") == "v1" and select():
                continue
        write("interactor.output.found", event, answer, subject)
        if broken == "twice" and subject == "list-20":
            write("interactor.output.found", event, answer, subject)


def select():
    """Whether the input has ended."""
    import select as system
    return system.select([sys.stdin.buffer], [], [], 0.2)[0] and not sys.stdin.buffer.peek(1)


def router():
    number, stack = 1, [{"scene": "home-1", "name": "home", "parameters": {}}]
    if broken == "first":
        stack = stack + [{"scene": "more-1", "name": "more", "parameters": {}}]
    tell = lambda cause=None: write("router.output.didNavigate", cause, {"stack": stack[::-1] if broken == "order" and len(stack) == 2 else stack})
    tell()
    if broken == "random":
        number = os.getpid()
    for event in lines():
        data = event.get("data", {})
        if event["type"] == "router.input.open":
            if not data.get("name"):
                if broken != "nameless":
                    write("router.output.didFail", event, {"action": "open", "message": "no name"})
                continue
            number += 1
            if broken == "reuse":
                number = len(stack) + 1
            parameters = {} if broken == "parameters" else data["parameters"]
            stack = stack + [{"scene": f"{data['name']}-{number}", "name": data["name"], "parameters": parameters}]
            tell(event)
        elif event["type"] == "router.input.back":
            if broken != "back" or len(stack) == 1:
                stack = stack if broken == "last" and len(stack) == 1 else stack[:-1]
            tell(event)
        elif event["type"] == "router.input.openURL":
            write("router.output.didOpenURL" if broken == "url" else "router.output.didFail", event, {"action": "openURL", "url": data["url"], "message": "no"})


def application():
    scenes, shown, searched = [], 0, 0
    def show(event, scene, activity=None):
        nonlocal shown
        shown += 1
        title = str(os.getpid()) if broken == "random" else "teas"
        screen = {"title": title, "parts": None if broken == "parts" else []}
        write("view.input.show", event, {"screen": screen | ({"activity": activity} if activity else {})}, scene)
    for event in lines():
        kind, subject = event["type"], event.get("subject")
        if kind == "router.output.didNavigate":
            stack = [entry["scene"] for entry in event["data"]["stack"]]
            if broken == "empty" and not stack:
                os._exit(1)
            for scene in stack[:1] if broken == "instance" else stack:
                if scene not in scenes:
                    show({"id": "router-1"} | ({"correlationid": "other"} if broken == "first" else event), scene)
            scenes = stack
        elif kind.startswith("view.output.") and scenes:
            if broken == "data" and event["data"].get("query") == 7:
                os._exit(1)
            if subject is None and broken == "nameless" or broken == "report" and kind.endswith("didSort"):
                continue
            if subject is not None and subject not in scenes:
                if broken != "gone":
                    show(event, scenes[-1])
                continue
            busy = broken == "settle" and kind.endswith("didSearch")
            if broken == "successor" and os.environ.get("VIPERLINE_RUN") == "2":
                continue
            show(event, subject or scenes[-1], "Searching" if busy else None)


def view():
    screens, stack = {}, []
    terminal = os.fdopen(4, "w")
    commands, reports = os.fdopen(3), 0
    for event in lines():
        if event["type"] == "router.output.didNavigate":
            stack = [entry["scene"] for entry in event["data"]["stack"]]
            if not stack:
                os._exit(1 if broken == "empty" else 0)
        elif event["type"] == "view.input.show":
            if event["subject"] in screens and broken == "newer":
                continue
            if broken == "top" and len(stack) > 1:
                continue
            screens[event["subject"]] = event["data"]["screen"]
            rows = []
            for part in event["data"]["screen"]["parts"]:
                if broken == "kinds" and "hologram" in part or broken == "numbers" and "table" in part:
                    os._exit(1)
                text = part.get("label", {}).get("text") or "".join(row["title"] for row in part.get("list", {}).get("rows", []))
                rows += [row["id"] for row in part.get("list", {}).get("rows", [])]
                print(text if broken == "hostile" else "".join(c for c in text if c.isprintable()), file=terminal, flush=True)
            if "row-7" in rows and commands.readline() == "select 1\n":
                write("view.output.didSelect", None, {"row": "row-7"}, "elsewhere-1" if broken == "subject" else event["subject"])


OUTPUT = {"fetcher": "interactor.output.found", "router": "router.output.didNavigate", "application": "view.input.show", "view": "view.output.didPress"}[role]
ANYTHING = {"source": "x", "items": [], "stack": [], "screen": {"title": "x", "parts": []}}
{"fetcher": fetcher, "router": router, "application": application, "view": view}[role]()
