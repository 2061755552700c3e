"""An MCP server made with FastMCP."""
from fastmcp import FastMCP

server = FastMCP("viperline-fastmcp")


@server.tool
def multiply(a: float, b: float) -> float:
    """Multiplies two numbers."""
    return a * b


@server.resource("data://config")
def config() -> dict:
    return {"theme": "dark", "version": 1}


@server.prompt
def explain(topic: str) -> str:
    return f"Explain {topic}"


server.run(show_banner=False)
