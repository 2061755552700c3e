"""Sends two requests and prints the answers. It starts its server, or has it on its stdin and stdout.

usage: lines_client.py NAME [SERVER [ARGUMENT...]]
"""
import json
import subprocess
import sys

if len(sys.argv) > 2:
    process = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    writer, reader = process.stdin, process.stdout
else:
    writer, reader = sys.stdout, sys.stdin

for number, (method, params) in enumerate([
    ("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "lines", "version": "1"}}),
    ("tools/call", {"name": sys.argv[1]}),
]):
    writer.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    writer.flush()
    line = reader.readline()
    if writer is not sys.stdout:
        print(line, end="")
writer.close()
