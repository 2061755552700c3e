"""Opens a file in a language server, asks about it, and prints what it answers.

usage: lsp_client.py FOLDER FILE LANGUAGE LINE COLUMN METHODS SERVER [ARGUMENT...]
"""
import json
import pathlib
import sys

from framed import Connection

folder, name, language, line, column, methods = sys.argv[1:7]
path = pathlib.Path(folder) / name
connection = Connection(sys.argv[7:], folder)
number = 0


def answer(message):
    if "method" in message and "id" in message:
        items = len(message.get("params", {}).get("items", []))
        result = [None] * items if message["method"] == "workspace/configuration" else None
        connection.send({"jsonrpc": "2.0", "id": message["id"], "result": result})


def request(method, params):
    global number
    number += 1
    connection.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    mine = number
    reply = connection.wait(lambda message: message.get("id") == mine and "method" not in message, answer)
    outcome = reply.get("result", reply.get("error"))
    if method != "initialize":
        print(json.dumps([method, outcome], sort_keys=True))
    return outcome


def notify(method, params):
    connection.send({"jsonrpc": "2.0", "method": method, "params": params})


uri = path.as_uri()
capabilities = {"textDocument": {"publishDiagnostics": {}, "hover": {"contentFormat": ["plaintext"]}, "diagnostic": {}}}
request("initialize", {"processId": None, "rootUri": pathlib.Path(folder).as_uri(), "capabilities": capabilities})
notify("initialized", {})
notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": path.read_text()}})
if "publishDiagnostics" in methods:
    published = connection.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics", answer)
    print(json.dumps(published["params"], sort_keys=True))
for method in methods.split(","):
    if method.startswith("textDocument/"):
        position = {"line": int(line), "character": int(column)}
        params = {"textDocument": {"uri": uri}, "position": position}
        if method.endswith("formatting"):
            params = {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}
        if method.endswith("references"):
            params["context"] = {"includeDeclaration": True}
        request(method, params)
request("shutdown", None)
notify("exit", None)
connection.end()
