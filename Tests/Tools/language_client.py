#!/usr/bin/env python3
"""A client of a language server: opens files in it, and prints what it says of them.

usage: language_client.py COMMAND [ARGUMENT...] < FILES

FILES is a JSON array of paths. Prints a JSON object: "diagnostics", a list for each file of pairs of line (from 1) and message; and
"code", the server's exit code after shutdown and exit. One file is open at a time.
"""
import json
import pathlib
import subprocess
import sys


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.requests = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = None
        while (line := self.process.stdout.readline().strip()) or length is None:
            if not line:
                sys.exit("language_client: the server has ended")
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params=None):
        self.requests += 1
        self.send({"id": self.requests, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.requests:
            pass
        return message["result"]

    def notify(self, method, params=None):
        self.send({"method": method, "params": params})

    def published(self, uri):
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return [[found["range"]["start"]["line"] + 1, found["message"]] for found in message["params"]["diagnostics"]]


def main():
    server = Server(sys.argv[1:])
    server.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    server.notify("initialized", {})
    found = []
    for path in json.load(sys.stdin):
        uri = pathlib.Path(path).as_uri()
        text = pathlib.Path(path).read_bytes().decode()
        server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        found.append(server.published(uri))
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        server.published(uri)
    server.request("shutdown")
    server.notify("exit")
    server.process.stdin.close()
    json.dump({"diagnostics": found, "code": server.process.wait(timeout=10)}, sys.stdout)


main()
