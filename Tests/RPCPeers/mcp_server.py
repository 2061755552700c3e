"""An MCP server of both eras, made with the Python SDK: tools with progress, with a question to the user, and with a result that changes."""
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import Root  # noqa: F401
from pydantic import BaseModel

server = MCPServer("viperline-peer")
count = 0


class Answer(BaseModel):
    colour: str


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def next_number() -> int:
    """Returns another number each time."""
    global count
    count += 1
    return count


@server.tool()
async def work(steps: int, ctx: Context) -> str:
    """Reports progress."""
    for step in range(steps):
        await ctx.report_progress(step + 1, steps)
    return f"{steps} steps"


@server.tool()
async def ask(ctx: Context) -> str:
    """Asks the user."""
    result = await ctx.elicit("Which colour?", schema=Answer)
    return result.data.colour if result.action == "accept" else result.action


@server.resource("peer://greeting/{name}")
def greeting(name: str) -> str:
    return f"Hello, {name}"


@server.prompt()
def review(code: str) -> str:
    return f"Please review:\n{code}"


server.run()
