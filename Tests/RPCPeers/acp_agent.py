"""An ACP agent made with the Python SDK: it streams, asks for permission, and reads a file of the client."""
import asyncio
from uuid import uuid4

import acp
from acp.schema import AgentCapabilities, PermissionOption, ToolCallUpdate


class Agent(acp.Agent):
    def on_connect(self, connection):
        self.client = connection

    async def initialize(self, protocol_version, client_capabilities=None, client_info=None, **kwargs):
        return acp.InitializeResponse(protocol_version=protocol_version, agent_capabilities=AgentCapabilities())

    async def new_session(self, cwd, mcp_servers=None, **kwargs):
        return acp.NewSessionResponse(session_id=uuid4().hex)

    async def prompt(self, prompt, session_id, **kwargs):
        text = " ".join(block.text for block in prompt)
        for word in text.split():
            await self.client.session_update(session_id, acp.update_agent_message_text(word))
        answer = await self.client.request_permission(
            session_id=session_id, tool_call=ToolCallUpdate(tool_call_id=uuid4().hex, title="Read a file"),
            options=[PermissionOption(option_id="yes", name="Yes", kind="allow_once")])
        if answer.outcome.outcome == "selected":
            file = await self.client.read_text_file(session_id=session_id, path="/notes.txt")
            await self.client.session_update(session_id, acp.update_agent_message_text(file.content))
        return acp.PromptResponse(stop_reason="end_turn")

    async def cancel(self, session_id, **kwargs):
        pass


asyncio.run(acp.run_agent(Agent()))
