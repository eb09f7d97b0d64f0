"""Connects with the address of an MCP server only, as an application on a Python framework does, and calls tools.

The framework opens the browser, which prints the address of the sign-in, and listens for the code.
"""

import asyncio
import json
import shutil
import sys
from pathlib import Path

address, framework, calls = sys.argv[1:]


def show(tools):
    print("result", json.dumps({"tools": len(tools)}), flush=True)


def show_result(result):
    texts = [part.text for part in result.content if part.type == "text"]
    print("result", json.dumps(texts), flush=True)


async def with_fastmcp():
    from fastmcp import Client

    async with Client(address, auth="oauth") as client:
        show(await client.list_tools())
        for name, arguments in json.loads(calls):
            show_result(await client.call_tool(name, arguments, raise_on_error=False))


async def session_of_mcp_use(auth):
    from mcp_use import MCPClient

    # Another scope needs another sign-in, so the stored tokens of an earlier session are removed.
    shutil.rmtree(Path.home() / ".mcp_use", ignore_errors=True)
    server = {"url": address, "auth": {"callback_port": 53684, **auth}}
    client = MCPClient(config={"mcpServers": {"server": server}})
    return client, await client.create_session("server")


async def with_mcp_use():
    client, session = await session_of_mcp_use({})
    show(await session.list_tools())
    first, *others = json.loads(calls)
    show_result(await session.call_tool(*first))
    await client.close_all_sessions()
    if not others:
        return
    # Without a configured scope it requests none, which permits reading, and it does not react to insufficient_scope.
    client, session = await session_of_mcp_use({"scope": "admin:read admin:write"})
    for call in others:
        show_result(await session.call_tool(*call))
    await client.close_all_sessions()


asyncio.run({"FastMCP": with_fastmcp, "mcp-use": with_mcp_use}[framework]())
