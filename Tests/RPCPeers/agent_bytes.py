"""Bytes that an agent reads for the same steps: the results of `viperline mcp`, or dumps of a terminal of 120 x 40 cells by tmux, with colours
and without. Prints the table of protocols/mcp.md.

usage: agent_bytes.py VIPERLINE
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VIPERLINE = str(pathlib.Path(sys.argv[1]).resolve())
OFFLINE = ["-f", f"{ROOT}/compose/offline.yaml"]
SEARCH = {"action": "search"}
BACK = {"action": "back"}
# By name: the words behind run and mcp, a yardstick's folder, the first screen, and the steps: keys, a text that the terminal then has, the arguments of act.
# A row of "?" is the first one.
APPLICATIONS = {
    "itunes": ([f"{ROOT}/compose/itunes.yaml", *OFFLINE], None, "App Store", [
        (["a", "Enter"], "★", {**SEARCH, "text": "a"}), (["Enter"], "Version", {"action": "open", "row": "?"}), (["Escape"], "⏎ open", BACK)]),
    "hackernews": ([f"{ROOT}/compose/hackernews.yaml", *OFFLINE], None, "Hacker News", [
        (["a", "Enter"], "points", {**SEARCH, "text": "a"}), (["Enter"], "points by", {"action": "open", "row": "?"}),
        (["Escape"], "1/30+", BACK)]),
    "wikipedia": ([f"{ROOT}/compose/wikipedia.yaml", *OFFLINE], None, "Wikipedia", [
        (["a", "Enter"], "words", {**SEARCH, "text": "a"}), (["Enter"], "› ", {"action": "open", "row": "?"}),
        (["Escape"], "1/20+", BACK)]),
    "todo": (["compose.yaml"], "todo", "Tasks", [
        (["a"], "Submit", {"action": "press", "control": "add"}),
        (["Buy stamps", "Enter"], "Buy stamps", {"action": "submit", "values": {"text": "Buy stamps"}}),
        (["d"], "done", {"action": "press", "control": "done", "row": "?"})]),
    "notes": (["compose.yaml"], "notes", "Notes", [
        (["n"], "New note", {"action": "press", "control": "new"}),
        (["Bees", "Tab", "They hum.", "C-s"], "They hum", {"action": "submit", "values": {"name": "Bees", "text": "They hum."}})]),
    "tickets": (["compose.yaml"], "tickets", "Tickets", [
        (["a"], "New ticket", {"action": "press", "control": "add"}),
        (["Lamp", "Enter"], "Lamp", {"action": "submit", "values": {"title": "Lamp"}})]),
}


def tmux(*words):
    return subprocess.run(["tmux", "-L", "agent-bytes", *words], capture_output=True, text=True, check=True).stdout


def await_text(text):
    for _ in range(400):
        plain = tmux("capture-pane", "-p")
        if text in plain:
            time.sleep(0.2)  # the rest of the frame
            return len(tmux("capture-pane", "-p", "-e").encode()), len(tmux("capture-pane", "-p").encode())
        time.sleep(0.05)
    raise AssertionError(f"no {text} on the terminal:\n{plain}")


def terminal(words, place, first, steps):
    """The bytes of the dumps, with colours and without."""
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", "-c", place, VIPERLINE, "run", *words)
    try:
        sums = [await_text(first)]
        for keys, text, _ in steps:
            for key in keys:
                tmux("send-keys", key)
            sums.append(await_text(text))
        return [sum(column) for column in zip(*sums)]
    finally:
        tmux("kill-server")


def agent(words, place, _, steps):
    """The bytes of the texts of the results."""
    server = subprocess.Popen([VIPERLINE, "mcp", *words], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    row = ""

    def ask(method, params):
        nonlocal row
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        server.stdin.flush()
        line = server.stdout.readline()
        result = json.loads(line)["result"]
        assert not result.get("isError"), (params, line)
        texts = [block["text"] for block in result.get("content", [])]
        lines = [text.removeprefix("+ ") for text in "\n".join(texts[1:]).splitlines()]
        row = next((text[1:text.index("]")] for text in lines if text.startswith("[")), row)
        return len("\n".join(texts).encode())

    ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
    count = ask("tools/call", {"name": "screen", "arguments": {}})
    for _, _, arguments in steps:
        given = {**arguments, "row": row} if arguments.get("row") == "?" else arguments
        count += ask("tools/call", {"name": "act", "arguments": given})
    server.stdin.close()
    assert server.wait() == 0
    return count


def main():
    print("| application | steps | results | dump with colours | dump without | share of the dump with colours |\n|---|---|---|---|---|---|")
    sums = [0, 0, 0]
    for name, (words, files, first, steps) in APPLICATIONS.items():
        numbers = []
        for measure in (agent, terminal):
            with tempfile.TemporaryDirectory() as place:
                if files:
                    shutil.copytree(ROOT / "Tests/Applications" / files, place, dirs_exist_ok=True)
                    shutil.copytree(ROOT / "Tests/Applications" / files / "tests/fixtures", place, dirs_exist_ok=True)
                found = measure(words, place, first, steps)
                numbers += found if isinstance(found, list) else [found]
        sums = [a + b for a, b in zip(sums, numbers)]
        print(f"| {name} | {len(steps) + 1} | {' | '.join(f'{number:,}' for number in numbers)} | {numbers[0] / numbers[1]:.0%} |")
    print(f"| all | | {' | '.join(f'{number:,}' for number in sums)} | {sums[0] / sums[1]:.0%} |")


main()
