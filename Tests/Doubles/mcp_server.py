"""An MCP server for tests, of either era, without an SDK.

    mcp_server.py [--modern] [--tools N] [--page N] [--start SECONDS] [--silent] [--die-on-discover] [--noise] [--secret] [--pid FILE]

Its tools: echo (any arguments back, as structured content), add, slow (answers after a cancel at most), progress, big (so many bytes),
fail (isError), crash, note (each kind of field), picture.
"""
import argparse
import json
import os
import sys
import threading
import time

PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
MODERN, LEGACY = "2026-07-28", "2025-11-25"

options = argparse.ArgumentParser()
options.add_argument("--modern", action="store_true")
options.add_argument("--tools", type=int, default=0)
options.add_argument("--start", type=float, default=0)
options.add_argument("--silent", action="store_true", help="no answer to what it does not know")
options.add_argument("--die-on-discover", action="store_true")
options.add_argument("--noise", action="store_true", help="prints a line that is no message")
options.add_argument("--page", type=int, default=1000, help="tools of a page")
options.add_argument("--secret", action="store_true", help="the tool note has a secret argument")
options.add_argument("--pid", help="a file for its process id")
options = options.parse_args()


def schema(properties, *required):
    return {"type": "object", "properties": properties, "required": list(required)}


TOOLS = [
    {"name": "echo", "title": "Echo", "description": "Gives the arguments back.",
     "inputSchema": schema({"text": {"type": "string", "description": "What to say"}}, "text")},
    {"name": "add", "description": "Adds two numbers.",
     "inputSchema": schema({"a": {"type": "integer", "minimum": -1000, "maximum": 1000}, "b": {"type": "number", "default": 1}}, "a")},
    {"name": "note", "title": "Write a note", "description": "Has a field of each kind.", "annotations": {"destructiveHint": True},
     "inputSchema": schema(
         {"title": {"type": "string", "title": "Title"}, "body": {"type": "string", "maxLength": 5000},
          "stars": {"type": "integer", "minimum": 0, "maximum": 5, "default": 3}, "public": {"type": "boolean", "default": True},
          "colour": {"type": "string", "enum": ["red", "green", "blue"]}, "tags": {"type": "array", "items": {"type": "string"}},
          "when": {"type": "string", "format": "date"}, **({"api_key": {"type": "string"}} if options.secret else {}),
          "options": {"type": "object", "description": "Anything else"}}, "title", "colour")},
    {"name": "slow", "description": "Never answers.", "inputSchema": schema({})},
    {"name": "progress", "description": "Reports its progress.", "inputSchema": schema({})},
    {"name": "big", "description": "Answers with so many bytes.", "inputSchema": schema({"bytes": {"type": "integer"}}, "bytes")},
    {"name": "fail", "description": "Fails.", "inputSchema": schema({})},
    {"name": "crash", "description": "Ends the server.", "inputSchema": schema({})},
    {"name": "picture", "description": "A picture, a link and a table.", "inputSchema": schema({})},
]
TOOLS += [{"name": f"tool-{n}", "description": f"Tool number {n}.", "inputSchema": schema({})} for n in range(1, options.tools + 1)]
lock = threading.Lock()


def write(message):
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def text(value, **more):
    return {"content": [{"type": "text", "text": value}], **more}


def call(number, params):
    name, values = params["name"], params.get("arguments", {})
    if name == "slow":
        return None
    if name == "crash":
        print("it has crashed", file=sys.stderr)
        os._exit(3)
    if name == "progress":
        for done in range(1, 4):
            write({"method": "notifications/progress",
                   "params": {"progressToken": params["_meta"]["progressToken"], "progress": done, "total": 3, "message": f"step {done}"}})
        return text("done")
    if name == "big":
        return text("x" * values["bytes"])
    if name == "fail":
        return text("The disk is full.", isError=True)
    if name == "add":
        return text(str(values["a"] + values.get("b", 1)), structuredContent={"sum": values["a"] + values.get("b", 1)})
    if name == "picture":
        return {"content": [
            {"type": "image", "mimeType": "image/png", "data": PIXEL},
            {"type": "resource_link", "uri": "note://1", "name": "First note", "mimeType": "text/plain"}],
            "structuredContent": {"rows": [{"id": 1, "name": "one"}, {"id": 2, "name": "two"}]}}
    if name == "echo":
        return text(values["text"])
    return text(json.dumps(values, sort_keys=True), structuredContent=values)


def page(name, entries, params):
    first = int((params or {}).get("cursor") or 0)
    result = {name: entries[first:first + options.page]}
    if first + options.page < len(entries):
        result["nextCursor"] = str(first + options.page)
    return result


def answer(method, params, number):
    info = {"serverInfo": {"name": "double", "version": "1.0"}, "capabilities": {"tools": {"listChanged": True}, "resources": {}, "prompts": {}},
            "instructions": "A server for tests."}
    if method == "initialize" and not options.modern:
        return {"protocolVersion": LEGACY, **info}
    if method == "server/discover" and options.modern:
        return {"supportedVersions": [MODERN], "resultType": "complete", **info}
    if options.modern and "io.modelcontextprotocol/protocolVersion" not in params.get("_meta", {}):
        raise KeyError("no version in _meta")
    if method == "tools/list":
        return page("tools", TOOLS, params)
    if method == "resources/list":
        return {"resources": [{"uri": "note://1", "name": "First note", "mimeType": "text/plain", "description": "A note"}]}
    if method == "resources/templates/list":
        return {"resourceTemplates": [{"uriTemplate": "note://{number}", "name": "Any note"}]}
    if method == "resources/read":
        return {"contents": [{"uri": params["uri"], "mimeType": "text/plain", "text": f"The text of {params['uri']}."}]}
    if method == "prompts/list":
        return {"prompts": [{"name": "review", "description": "Reviews code.", "arguments": [
            {"name": "code", "description": "The code", "required": True}, {"name": "style"}]}]}
    if method == "prompts/get":
        return {"messages": [{"role": "user", "content": {"type": "text", "text": f"Review {params['arguments']['code']}"}}]}
    if method == "tools/call":
        return call(number, params)
    raise LookupError(method)


if options.pid:
    with open(options.pid, "w", encoding="utf-8") as file:
        file.write(str(os.getpid()))
time.sleep(options.start)
if options.noise:
    print("Server is listening", flush=True)
for line in sys.stdin:
    message = json.loads(line)
    number, method = message.get("id"), message.get("method")
    if number is None or method is None:
        continue
    if method == "server/discover" and options.die_on_discover:
        sys.exit(1)
    try:
        result = answer(method, message.get("params") or {}, number)
        if result is not None:
            write({"id": number, "result": result})
    except LookupError as error:
        if not options.silent:
            write({"id": number, "error": {"code": -32601, "message": f"no method {error}"}})
    except (KeyError, TypeError, ValueError) as error:
        write({"id": number, "error": {"code": -32602, "message": f"bad parameters: {error}"}})
