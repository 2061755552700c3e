"""Calls an MCP server with FastMCP's client and prints what it answers.

usage: fastmcp_client.py SERVER [ARGUMENT...]
"""
import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main(command):
    async with Client(StdioTransport(command[0], command[1:], keep_alive=False)) as client:
        tools = await client.list_tools()
        print(json.dumps(sorted(tool.name for tool in tools)))
        result = await client.call_tool("multiply", {"a": 3, "b": 2.5})
        print(json.dumps(result.data))
        print(json.dumps([block.text for block in await client.read_resource("data://config")]))
        prompt = await client.get_prompt("explain", {"topic": "bees"})
        print(json.dumps([message.content.text for message in prompt.messages]))


asyncio.run(main(sys.argv[1:]))
