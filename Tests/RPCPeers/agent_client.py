"""Uses applications over `viperline mcp` with the Python SDK of MCP, in both eras, and with FastMCP's client, without a look at a terminal.

usage: agent_client.py VIPERLINE [SESSIONS]     so many at once, 10 by default
"""
import asyncio
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

import fastmcp
from fastmcp.client.transports import StdioTransport
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import ElicitResult

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
APPLICATIONS = ROOT / "Tests/Applications"
SLOW = """import json, sys, time
rows = [{"id": f"r{n}", "title": f"Row {n}"} for n in range(1, 301)]
if sys.argv[1:2] == ["select"]: time.sleep(0.5)
print(json.dumps({"title": " ".join(sys.argv[1:]) or "Long", "rows": rows}))
"""


def offline(name):
    return ["mcp", f"{ROOT}/compose/{name}.yaml", "-f", f"{ROOT}/compose/offline.yaml"]


# By name: the arguments of viperline, a folder of files that the session has, and the calls: tool, arguments, whether it is refused, texts
# of the answer. In place of a call, a program that is killed.
TASKS = {
    "search and open": (offline("itunes"), None, [
        ("act", {"action": "search", "text": "metronome"}, False, ["== App Store =="]),
        ("act", {"action": "open", "row": "none"}, True, ["Possible: open one of"]),
        ("act", {"action": "open", "row": "?"}, False, ["Metronome"]),
    ]),
    "search and open by the verbs of a file": (offline("hackernews"), None, [
        ("search_stories", {"query": "a"}, False, ["points", "more rows: page"]),
        ("act", {"action": "page"}, False, ["+ [4031] Show HN"]),
        ("open_story", {"row": "?"}, False, ["points by"]),
        ("open_the_page_story", {}, False, ["not opened (viperline mcp --allow pages would): http"]),
        ("search_stories", {"query": "anvil"}, False, ["Hacker News"]),
    ]),
    "read an article in windows": (offline("wikipedia"), None, [
        ("search_pages", {"query": "a"}, False, ["words"]),
        ("open_article", {"row": "?"}, False, ["settled"]),
        ("read", {"part": 1, "count": 2}, False, ["settled"]),
        ("read", {"part": 99}, True, ["there is no part 99"]),
    ]),
    "sort a table": (offline("github"), None, [
        ("search_repositories", {"query": "swift"}, False, ["columns:"]),
        ("act", {"action": "sort", "column": "stars", "descending": True}, False, ["settled"]),
        ("open_repository", {"row": "?"}, False, ["settled"]),
    ]),
    "look something up, and go back": (offline("crates"), None, [
        ("search_crates", {"query": "anvil"}, False, ["[brisk-anvil]"]),
        ("open_crate", {"row": "?"}, False, ["License"]),
        ("act", {"action": "back"}, False, ["as version"]),
    ]),
    "find nothing, then something": (offline("npm"), None, [
        ("search_packages", {"query": "nothing has this name"}, False, ["settled"]),
        ("search_packages", {"query": "react"}, False, ["react"]),
        ("wait", {"text": "no such text", "seconds": 0}, True, ["settled"]),
    ]),
    "fill a form with an error and mend it; answer a question": (["mcp", "compose.yaml"], "todo", [
        ("screen", {}, False, ["[delete] Delete"]),
        ("act", {"action": "press", "control": "add"}, False, ["[text] Task"]),
        ("act", {"action": "submit", "values": {"text": ""}}, True, ["This is required"]),
        ("act", {"action": "submit", "values": {"text": "Buy stamps"}}, False, ["Buy stamps"]),
        ("act", {"action": "filter", "text": "stamps"}, False, ["[4: Buy stamps] Buy stamps"]),
        ("act", {"action": "press", "control": "delete", "row": "4: Buy stamps"}, False, ["- [4: Buy stamps]"]),
    ]),
    "mend what the application refuses": (["mcp", "compose.yaml"], "notes", [
        ("act", {"action": "press", "control": "new"}, False, ["[name] Name"]),
        ("act", {"action": "submit", "values": {"name": "a/b", "text": "x"}}, False, ["no other note's name"]),
        ("act", {"action": "submit", "values": {"name": "Bees", "text": "They hum."}}, False, ["[Bees] Bees"]),
        ("act", {"action": "search", "text": "hum"}, False, ["search: hum", "- [plans]"]),
    ]),
    "page through 300 rows, and wait for a slow answer": (["app", "--mcp", "--", sys.executable, "-c", SLOW], None, [
        ("screen", {}, False, ["[r20] Row 20", "280 more lines"]),
        ("read", {"part": 1, "from": 21, "count": 150}, False, ["[r21] Row 21", "130 more lines, from 171"]),
        ("read", {"part": 1, "from": 171}, False, ["[r171] Row 171", "[r300] Row 300"]),
        ("act", {"action": "open", "row": "r300", "seconds": 0.1}, False, ["not settled"]),
        ("wait", {"seconds": 20}, False, ["== select r300 =="]),
    ]),
    "go on after a role was killed": (offline("openlibrary"), None, [
        ("search_books", {"query": "the"}, False, ["search: the"]),
        "viperline-presenter",
        ("open_book", {"row": "?"}, False, ["settled"]),
        "--mcp",
        ("screen", {}, False, ["settled"]),
        ("act", {"action": "back"}, False, ["search: the"]),
    ]),
}


def kill(word):
    """Kills the service of our session that has this word in its command."""
    def parent(process):
        return (process / "stat").read_text().rsplit(")", 1)[1].split()[1]

    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (process / "cmdline").read_bytes() and parent(process.parent / parent(process)) == str(os.getpid()):
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            continue


async def do(calls, call):
    """- call: takes a tool and its arguments; returns the text and whether it was refused."""
    text, row = "", ""
    for step in calls:
        if isinstance(step, str):
            kill(step)
            continue
        tool, given, is_error, wanted = step
        if given.get("row") == "?":
            given = {**given, "row": row}
        text, was_error = await call(tool, given)
        assert was_error == is_error and all(part in text for part in wanted), (tool, given, text)
        lines = [line.removeprefix("+ ") for line in text.splitlines()]
        row = next((line[1:line.index("]")] for line in lines if line.startswith("[") and "]" in line), row)


def place_of(files):
    place = tempfile.TemporaryDirectory()
    if files:
        shutil.copytree(APPLICATIONS / files, place.name, dirs_exist_ok=True)
        shutil.copytree(APPLICATIONS / files / "tests/fixtures", place.name, dirs_exist_ok=True)
    return place


async def use(era, viperline, name):
    words, files, calls = TASKS[name]
    steps, asked = [], []

    async def progress(value, total, message):
        steps.append(value)

    async def answer(context, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"answer": params.requested_schema["properties"]["answer"]["enum"][0]})

    with place_of(files) as place:
        server = StdioServerParameters(command=viperline, args=words, cwd=place)
        async with Client(server, mode=era, read_timeout_seconds=60, elicitation_callback=answer) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert tools[:4] == ["screen", "act", "wait", "read"], tools

            async def call(tool, given):
                result = await client.call_tool(tool, given, progress_callback=progress)
                return "\n".join(block.text for block in result.content), result.is_error

            await do(calls, call)
            assert steps, "no progress while an action waits"
            assert ("question" in name) == bool(asked), asked
            print(f"viperline mcp, {client.protocol_version}: {name}")


async def use_fastmcp(viperline, name):
    words, files, calls = TASKS[name]
    with place_of(files) as place:
        async with fastmcp.Client(StdioTransport(viperline, words, cwd=place, keep_alive=False)) as client:
            async def call(tool, given):
                result = await client.call_tool(tool, given, raise_on_error=False)
                return "\n".join(block.text for block in result.content), result.is_error

            await do(calls, call)
    print(f"viperline mcp, FastMCP: {name}")


class Raw:
    """A client that writes lines itself."""

    def __init__(self, process):
        self.process, self.id = process, 0

    @classmethod
    async def start(cls, viperline, words):
        return cls(await asyncio.create_subprocess_exec(
            viperline, *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 22))

    def send(self, *messages):
        for message in messages:
            self.process.stdin.write(message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def read(self):
        return json.loads(await asyncio.wait_for(self.process.stdout.readline(), 60))

    async def call(self, tool, arguments):
        self.id += 1
        self.send({"id": self.id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        while True:
            answer = await self.read()
            if answer.get("id") == self.id:
                return answer

    async def begin(self):
        self.send({"id": "i", "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}})
        await self.read()

    async def end(self):
        self.process.stdin.close()
        rest = await asyncio.wait_for(self.process.stdout.read(), 60)
        return await self.process.wait(), rest


async def crowd(viperline, count):
    """Sessions at once: each one's own screen, and an end without a remainder."""
    began = time.monotonic()

    async def one():
        client = await Raw.start(viperline, ["mcp", f"{ROOT}/compose/greeting.yaml"])
        await client.begin()
        answer = await client.call("screen", {})
        assert "settled" in answer["result"]["content"][0]["text"], answer
        code, rest = await client.end()
        assert code == 0 and not rest, (code, rest)

    await asyncio.gather(*[one() for _ in range(count)])
    print(f"viperline mcp: {count} sessions at once, {time.monotonic() - began:.1f} s")


async def attack(viperline):
    """A hostile client gets errors, and the session stays as it is."""
    client = await Raw.start(viperline, offline("hackernews"))
    refused = [b"{\n", b"[]\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"x" * (300 << 10) + b"\n", b'{"jsonrpc":"2.0","id":{},"method":"ping"}\n']
    early = [{"id": 1, "method": "tools/list"}, {"id": 2, "method": "tools/call", "params": {"name": "screen"}}]
    client.send(*refused, *early)
    for _ in refused + early:
        answer = await client.read()
        assert "error" in answer, answer
    await client.begin()
    huge = {"action": "search", "text": "x" * 100_000}
    for arguments in [{"action": "open", "row": "\0"}, {"action": "press", "control": "x" * 10_000}, huge, {"action": 5}, {"version": 99},
                      {"action": "submit", "values": {"a": [[]]}}, {"action": "page", "from": -1}, {"action": "page", "from": 1 << 62}]:
        answer = await client.call("act", arguments)
        assert "error" in answer or answer["result"]["isError"], (arguments, answer)
    # A flood whose answers nobody reads for a while: 100 of the calls are open, an id of theirs is in use, and all are cancelled.
    count, calls = 1_000, {"name": "wait", "arguments": {"text": "never", "seconds": 300}}
    client.send(*[{"id": f"f{n}", "method": "tools/call", "params": calls} for n in range(count)],
                {"id": "f0", "method": "tools/call", "params": {"name": "screen"}}, {"id": "x", "result": {"action": "accept"}},
                *[{"method": "notifications/cancelled", "params": {"requestId": f"f{n}"}} for n in range(count)])
    for _ in range(count - 100 + 1):
        answer = await client.read()
        assert "error" in answer, answer
    answer = await client.call("search_stories", {"query": "a"})
    assert "points" in answer["result"]["content"][1]["text"], answer
    code, _ = await client.end()
    assert code == 0, code
    print("viperline mcp: a hostile client is refused, and the session goes on")


async def main(viperline, count):
    began = time.monotonic()
    for era in ("legacy", "auto"):
        await asyncio.gather(*[use(era, viperline, name) for name in TASKS if "killed" not in name])
        await use(era, viperline, "go on after a role was killed")
    await use_fastmcp(viperline, "search and open by the verbs of a file")
    await attack(viperline)
    await crowd(viperline, count)
    print(f"viperline mcp: {time.monotonic() - began:.1f} s in all")


asyncio.run(main(str(pathlib.Path(sys.argv[1]).resolve()), int([*sys.argv, "10"][2])))
