"""Calls an MCP server with the Python SDK and prints what it answers.

usage: mcp_client.py ERA CALLS SERVER [ARGUMENT...]     CALLS: a JSON list of [tool, arguments]
"""
import asyncio
import json
import sys

from mcp import types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters


async def elicit(context, params):
    return types.ElicitResult(action="accept", content={"colour": "green"})


def show(label, result):
    print(json.dumps([label, result.model_dump(mode="json", exclude_none=True)], sort_keys=True))


async def main(era, calls, command):
    seen = []

    async def progress(value, total, message):
        seen.append([value, total])

    parameters = StdioServerParameters(command=command[0], args=command[1:])
    async with Client(parameters, mode=era, elicitation_callback=elicit, read_timeout_seconds=30) as client:
        print(json.dumps(["version", client.protocol_version]))
        listed = await client.list_tools()
        show("tools", listed)
        for name, arguments in calls:
            try:
                result = await client.call_tool(name, arguments, progress_callback=progress)
                show(name, result)
            except Exception as error:  # the answer may be an error
                print(json.dumps([name, f"{type(error).__name__}: {error}"]))
        for label, ask in (("resources", client.list_resources), ("templates", client.list_resource_templates),
                           ("prompts", client.list_prompts)):
            try:
                show(label, await ask())
            except Exception as error:
                print(json.dumps([label, f"{type(error).__name__}: {error}"]))
    print(json.dumps(["progress", seen]))


asyncio.run(main(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3:]))
