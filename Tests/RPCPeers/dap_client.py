"""Stops a program at a breakpoint, looks at its variables, and prints what the debug adapter answers.

usage: dap_client.py FOLDER PROGRAM SOURCE LINE LAUNCH SERVER [ARGUMENT...]     LAUNCH: JSON, more arguments of `launch`
"""
import json
import sys

from framed import Connection

folder, program, source, line, launch = sys.argv[1:6]
connection = Connection(sys.argv[6:], folder)
number = 0


def send(command, arguments=None):
    global number
    number += 1
    connection.send({"seq": number, "type": "request", "command": command, "arguments": arguments or {}})
    return number


def reply(mine):
    message = connection.wait(lambda message: message["type"] == "response" and message["request_seq"] == mine, ignore)
    return message


def event(name):
    return connection.wait(lambda message: message["type"] == "event" and message["event"] == name, ignore)


def ignore(message):
    pass


def call(command, arguments=None):
    message = reply(send(command, arguments))
    print(json.dumps([command, message["success"]]))
    return message.get("body") or {}


call("initialize", {"adapterID": "test", "linesStartAt1": True, "columnsStartAt1": True, "pathFormat": "path"})
started = send("launch", {"program": program, "cwd": folder, **json.loads(launch)})
event("initialized")
print(json.dumps(call("setBreakpoints", {"source": {"path": source}, "breakpoints": [{"line": int(line)}]})["breakpoints"][0].get("line")))
call("configurationDone")
print(json.dumps(["launch", reply(started)["success"]]))
stopped = event("stopped")["body"]
thread = stopped["threadId"]
print(json.dumps(stopped["reason"]))
frames = call("stackTrace", {"threadId": thread, "levels": 1})["stackFrames"]
print(json.dumps([frames[0]["name"], frames[0]["line"]]))
scopes = call("scopes", {"frameId": frames[0]["id"]})["scopes"]
variables = call("variables", {"variablesReference": scopes[0]["variablesReference"]})["variables"]
print(json.dumps(sorted([variable["name"], variable["value"]] for variable in variables if variable["name"] in ("total", "n"))))
call("continue", {"threadId": thread})
event("terminated")
call("disconnect", {"terminateDebuggee": True})
connection.end()
