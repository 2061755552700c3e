"""Tests the commands of viperline rpc about a recording, with one dialogue of the Model Context Protocol.

usage: commands.py VIPERLINE FOLDER
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
viperline, folder = sys.argv[1], pathlib.Path(sys.argv[2])
server = folder / "answers.py"
cassette = folder / "commands.ndjson"
client = [sys.executable, HERE / "lines_client.py"]
failed = []

SERVER = """import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = {"protocolVersion": "2025-06-18"} if message["method"] == "initialize" else {"text": "ANSWER"}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def run(*command, given=""):
    done = subprocess.run([str(word) for word in command], input=given, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def expect(name, outcome, code, *texts):
    if outcome[0] != code or not all(text in outcome[1] for text in texts):
        failed.append(name)
        print(f"{name}: expected {code} and {texts}, got {outcome[0]}:\n{outcome[1]}")


def serve(answer):
    server.write_text(SERVER.replace("ANSWER", answer))


serve("red")
own = [sys.executable, server]
expect("the recorded run", run(*client, "a", viperline, "rpc", "--record", cassette, "--", *own), 0, "red")

expect("the double", run(*client, "a", viperline, "rpc", "double", cassette), 0, "red")
expect("a request that was not recorded", run(*client, "b", viperline, "rpc", "double", cassette), 0,
       '"code":-32602', "differs at params.name: expected \\\"a\\\", got \\\"b\\\"")
call = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/list"}) + "\n"
expect("exit code 65 at the end", run(viperline, "rpc", "double", cassette, given=call), 65, '"code":-32601', "tools/list was not recorded")
calls = "".join(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "a"}}) + "\n" for number in range(20000))
slow = "\"$1\" rpc double \"$2\" | (sleep 1; wc -l)"
expect("everything is written after the end of the input", run("sh", "-c", slow, "sh", viperline, cassette, given=calls), 0, "20000")
expect("nothing to read", run(viperline, "rpc", "double", folder / "none"), 69)
expect("not a dialogue", run(viperline, "rpc", "double", server), 65)

expect("verify", run(viperline, "rpc", "verify", cassette, "--", *own), 0, "2 messages as recorded")
part = folder / "part.ndjson"
part.write_bytes(b"".join(pathlib.Path(cassette).read_bytes().splitlines(True)[:-1]))
expect("a cut recording", run(viperline, "rpc", "verify", part, "--", *own), 65, "--partial")
expect("a part of it", run(viperline, "rpc", "verify", part, "--partial", "--", *own), 0, "as recorded")
expect("nothing of a cassette is started without --trust", run(viperline, "rpc", "verify", cassette), 64, "--trust")
expect("the recorded command", run(viperline, "rpc", "verify", cassette, "--trust"), 0, "as recorded")
expect("no such program", run(viperline, "rpc", "verify", cassette, "--", folder / "none"), 69)
serve("blue")
expect("a difference", run(viperline, "rpc", "verify", cassette, "--", *own), 65, "result.text\n  - \"red\"\n  + \"blue\"")
expect("an ignored difference", run(viperline, "rpc", "verify", cassette, "--ignore", "result.text", "--", *own), 0)
expect("accept", run(viperline, "rpc", "verify", cassette, "--accept", "--", *own), 0, "1 outputs changed")
expect("what was accepted", run(viperline, "rpc", "verify", cassette, "--", *own), 0)
expect("the double of what was accepted", run(*client, "a", viperline, "rpc", "double", cassette), 0, "blue")
expect("a server that ends at once", run(viperline, "rpc", "verify", cassette, "--patience", "2", "--", "true"), 65, "the program has ended")
serve("blue")
silent = [sys.executable, "-c", "import sys; sys.stdin.read()"]
expect("a server that never answers", run(viperline, "rpc", "verify", cassette, "--patience", "0.5", "--", *silent), 65, "is missing")

expect("verify a client", run(viperline, "rpc", "verify", cassette, "--client", "--", *client, "a", "{server}"), 0, "as recorded")
expect("a client that asks for something else", run(viperline, "rpc", "verify", cassette, "--client", "--", *client, "b", "{server}"),
       65, "params.name\n  - \"a\"\n  + \"b\"")
expect("a client that starts no server", run(viperline, "rpc", "verify", cassette, "--client", "--", "true", "{server}"), 65, "has not started")
expect("a client on a pipe", run(viperline, "rpc", "verify", cassette, "--client", "--", *client, "a"), 0, "as recorded")

script = "mkfifo \"$1/back\" && { \"$2\" rpc double --client \"$3\" <\"$1/back\"; echo $? >\"$1/code\"; } | \"$4\" \"$5\" >\"$1/back\"; cat \"$1/code\""
expect("the recorded client", run("sh", "-c", script, "sh", folder, viperline, cassette, *own), 0, "0\n")

redacted = folder / "redacted.ndjson"
run(viperline, "cassette", "redact", cassette, "-o", redacted)
expect("a redacted recording is refused", run(viperline, "rpc", "double", redacted), 65, "--allow-redacted")
expect("a redacted recording is allowed", run(*client, "a", viperline, "rpc", "double", "--allow-redacted", redacted), 0, "blue")

print(f"commands: {'failed: ' + ', '.join(failed) if failed else 'as expected'}")
sys.exit(1 if failed else 0)
