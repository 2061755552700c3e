"""Uses applications over `viperline mcp` with the Python SDK of MCP, in both eras, without a look at a terminal.

usage: agent_client.py VIPERLINE
"""
import asyncio
import pathlib
import shutil
import sys
import tempfile

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TODO = ROOT / "Tests/Applications/todo"
# By name: the arguments of viperline, and the calls: tool, arguments, whether it is refused, a text of the answer.
TASKS = {
    "search and open": (["mcp", f"{ROOT}/compose/itunes.yaml", "--replace", f"fetcher=python3 '{ROOT}/Tests/Doubles/fetcher.py'"], [
        ("screen", {}, False, "== App Store =="),
        ("act", {"action": "search", "text": "paper"}, False, "[2] Paper Piano"),
        ("act", {"action": "open", "row": "9"}, True, "Possible: open one of 3 rows"),
        ("act", {"action": "open", "row": "2"}, False, "Softer keys."),
        ("wait", {"text": "softer"}, False, "settled"),
        ("act", {"action": "back"}, False, "[3] Paper Drums"),
        ("wait", {"text": "harp", "seconds": 0}, True, "settled"),
    ]),
    "fill a form with an error and mend it; answer a question": (["mcp", "compose.yaml"], [
        ("screen", {}, False, "[delete] Delete"),
        ("act", {"action": "press", "control": "add"}, False, "[text] Task"),
        ("act", {"action": "submit", "values": {"text": ""}}, True, "This is required"),
        ("act", {"action": "submit", "values": {"text": "Buy stamps"}}, False, "Buy stamps"),
        ("act", {"action": "filter", "text": "stamps"}, False, "[4: Buy stamps] Buy stamps"),
        ("act", {"action": "press", "control": "delete", "row": "4: Buy stamps"}, False, "Delete the tasks?"),
        ("act", {"action": "press", "control": "yes"}, False, "- [4: Buy stamps] Buy stamps"),
    ]),
}


async def use(era, viperline, name, folder):
    words, calls = TASKS[name]
    steps = []

    async def progress(value, total, message):
        steps.append(value)

    server = StdioServerParameters(command=viperline, args=words, cwd=folder)
    async with Client(server, mode=era, read_timeout_seconds=60) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert tools == ["screen", "act", "wait", "read"], tools
        for tool, given, is_error, wanted in calls:
            result = await client.call_tool(tool, given, progress_callback=progress)
            text = "\n".join(block.text for block in result.content)
            assert result.is_error == is_error and wanted in text, (era, tool, given, text)
        assert steps, "no progress while an action waits"
        print(f"viperline mcp, {client.protocol_version}: {name}")


for era in ("legacy", "auto"):
    for name in TASKS:
        with tempfile.TemporaryDirectory() as place:
            shutil.copytree(TODO, place, dirs_exist_ok=True)
            shutil.copytree(TODO / "tests/fixtures", place, dirs_exist_ok=True)
            asyncio.run(use(era, str(pathlib.Path(sys.argv[1]).resolve()), name, place))
