"""Prompts an ACP agent with the Python SDK and prints what it sends.

usage: acp_client.py SERVER [ARGUMENT...]
"""
import asyncio
import json
import sys

import acp
from acp.schema import AllowedOutcome, ClientCapabilities, FileSystemCapabilities


class Client(acp.Client):
    async def session_update(self, session_id, update, **kwargs):
        print(json.dumps(["update", update.content.text]))

    async def request_permission(self, session_id, tool_call, options, **kwargs):
        print(json.dumps(["permission", tool_call.title, [option.option_id for option in options]]))
        return acp.RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=options[0].option_id))

    async def read_text_file(self, session_id, path, line=None, limit=None, **kwargs):
        return acp.ReadTextFileResponse(content=f"the content of {path}")


async def main(command):
    async with acp.spawn_agent_process(Client(), command[0], *command[1:]) as (agent, process):
        capabilities = ClientCapabilities(fs=FileSystemCapabilities(read_text_file=True))
        greeting = await agent.initialize(protocol_version=acp.PROTOCOL_VERSION, client_capabilities=capabilities)
        print(json.dumps(["version", greeting.protocol_version]))
        for text in ("one two", "three"):
            session = await agent.new_session(cwd="/", mcp_servers=[])
            result = await agent.prompt(prompt=[acp.text_block(text)], session_id=session.session_id)
            print(json.dumps(["stop", result.stop_reason]))


asyncio.run(main(sys.argv[1:]))
