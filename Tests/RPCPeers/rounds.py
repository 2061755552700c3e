"""Records each peer once, then repeats: its client against the double, and the recorded client against the server.

usage: rounds.py VIPERLINE FOLDER [--rounds N] [--peer NAME]...

With - in place of VIPERLINE it only looks at the other arguments.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = sys.executable
TOOLS = pathlib.Path(sys.executable).parent
CALLS = [["add", {"a": 1, "b": 2}], ["next_number", {}], ["next_number", {}], ["work", {"steps": 3}], ["ask", {}], ["unknown", {}]]
TIMES = [["get_current_time", {"timezone": "Europe/Berlin"}],
         ["convert_time", {"source_timezone": "UTC", "time": "12:30", "target_timezone": "Asia/Tokyo"}]]

PROGRAM = """def area(width, height):
    total = width * height
    return total


print(area(2, 3))
"""
C_PROGRAM = """#include <stdio.h>

static int twice(int n) {
    int total = 2 * n;
    return total;
}

int main(void) {
    printf("%d\\n", twice(21));
    return 0;
}
"""
SWIFT_PROGRAM = """func twice(_ n: Int) -> Int {
    2 * n
}

print(twice(21))
"""


class Peer:
    """- ignored: what differs from run to run beyond the protocol's table."""

    def __init__(self, name, client, server, ignored=()):
        self.name, self.client, self.server, self.ignored = name, client, server, list(ignored)


def mcp(name, era, calls, server, ignored=()):
    return Peer(name, [PYTHON, HERE / "mcp_client.py", era, json.dumps(calls)], server, ignored)


def lsp(name, folder, file, language, line, column, methods, server, ignored=()):
    client = [PYTHON, HERE / "lsp_client.py", folder, file, language, str(line), str(column), ",".join(methods)]
    return Peer(name, client, server, ignored)


def prepare(folder):
    """Writes what some peers work on."""
    for name, text in (("area.py", PROGRAM), ("twice.c", C_PROGRAM), ("twice.swift", SWIFT_PROGRAM)):
        (folder / name).write_text(text)
    repository = folder / "repository"
    repository.mkdir()
    for command in (["init", "-q"], ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "First"]):
        subprocess.run(["git", "-C", repository, *command], check=True)
    if shutil.which("clang"):
        subprocess.run(["clang", "-g", "-O0", "-o", folder / "twice", folder / "twice.c"], check=True)


def peers(folder, viperline):
    repository = folder / "repository"
    own = [PYTHON, HERE / "mcp_server.py"]
    clock = [TOOLS / "mcp-server-time", "--local-timezone", "UTC"]
    logs = [["git_status", {"repo_path": str(repository)}], ["git_log", {"repo_path": str(repository), "max_count": 1}]]
    hover, definition, symbols = "textDocument/hover", "textDocument/definition", "textDocument/documentSymbol"
    diagnostics, references, formatting = "publishDiagnostics", "textDocument/references", "textDocument/formatting"
    application = [viperline, "mcp", HERE.parent.parent / "compose/hackernews.yaml", "-f", HERE.parent.parent / "compose/offline.yaml"]
    uses = [["screen", {}], ["search_stories", {"query": "a"}], ["act", {"action": "open", "row": "none"}], ["wait", {"text": "points"}]]
    found = [
        mcp("viperline-mcp", "auto", uses, application),
        mcp("mcp-legacy", "legacy", CALLS, own), mcp("mcp-modern", "auto", CALLS, own),
        mcp("mcp-server-time-legacy", "legacy", TIMES, clock), mcp("mcp-server-time", "auto", TIMES, clock),
        mcp("mcp-server-git", "auto", logs, [TOOLS / "mcp-server-git"]),
        mcp("mcp-server-fetch", "legacy", [["fetch", {"url": "http://127.0.0.1:9/"}]], [TOOLS / "mcp-server-fetch", "--ignore-robots-txt"]),
        Peer("fastmcp", [PYTHON, HERE / "fastmcp_client.py"], [PYTHON, HERE / "fastmcp_server.py"]),
        Peer("acp", [PYTHON, HERE / "acp_client.py"], [PYTHON, HERE / "acp_agent.py"]),
        lsp("pylsp", folder, "area.py", "python", 0, 5, [diagnostics, hover, definition, symbols, references], [TOOLS / "pylsp"]),
        lsp("ruff", folder, "area.py", "python", 0, 5, ["textDocument/diagnostic", formatting], [TOOLS / "ruff", "server"]),
        lsp("jedi", folder, "area.py", "python", 0, 5, [hover, definition, symbols, references], [TOOLS / "jedi-language-server"]),
        lsp("ty", folder, "area.py", "python", 0, 5, [hover, definition, symbols, "textDocument/diagnostic"], [TOOLS / "ty", "server"]),
        Peer("debugpy", [PYTHON, HERE / "dap_client.py", folder, folder / "area.py", folder / "area.py", "3",
                         json.dumps({"console": "internalConsole", "python": [PYTHON]})], [PYTHON, "-m", "debugpy.adapter"]),
    ]
    if shutil.which("clangd"):
        found.append(lsp("clangd", folder, "twice.c", "c", 2, 12, [diagnostics, hover, definition, symbols, references], ["clangd"]))
    if shutil.which("sourcekit-lsp"):
        found.append(lsp("sourcekit-lsp", folder, "twice.swift", "swift", 0, 6, [hover, symbols], ["sourcekit-lsp"]))
    # That of the toolchain needs a Python that Debian 12 does not have.
    if shutil.which("clang") and run(["lldb-dap", "--help"])[0] == 0:
        client = [PYTHON, HERE / "dap_client.py", folder, folder / "twice", folder / "twice.c", "5", "{}"]
        found.append(Peer("lldb-dap", client, ["lldb-dap"]))
    return found


def run(command, seconds=90):
    """The exit code, the output, and what stands on stderr."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=seconds)
    except FileNotFoundError as missing:
        return 127, "", str(missing)
    except subprocess.TimeoutExpired as late:
        return 124, "", f"no end within {seconds} s: {late.cmd[0]}"
    return done.returncode, done.stdout, done.stderr


def rounds(peer, viperline, folder, count):
    """A row of the table, and why it failed."""
    cassette = folder / f"{peer.name}.ndjson"
    ignored = [word for path in peer.ignored for word in ("--ignore", path)]
    for _ in range(3):  # on a busy machine, debugpy's adapter fails at its end now and then
        code, recorded, words = run([*peer.client, viperline, "rpc", "--record", cassette, "--", *peer.server])
        if code != 0 or '"exit":1' not in cassette.read_text().splitlines()[-1]:
            break
    if code != 0 or not recorded:
        return (0, 0, 0), f"the recorded run ended with {code}: {words[-2000:]}"
    same, verified, trouble = 0, 0, ""
    for _ in range(count):
        code, answers, words = run([*peer.client, viperline, "rpc", "double", *ignored, cassette])
        if code == 0 and answers == recorded:
            same += 1
        elif not trouble:
            trouble = f"double, {code}: {first_difference(recorded, answers)}{words[-2000:]}"
        code, output, words = run([viperline, "rpc", "verify", *ignored, cassette, "--", *peer.server])
        if code == 0:
            verified += 1
        elif not trouble:
            trouble = f"verify, {code}: {output}{words[-2000:]}"
    return (len(cassette.read_text().splitlines()) - 1, same, verified), trouble


def first_difference(recorded, answers):
    for old, new in zip(recorded.splitlines() + [""], answers.splitlines() + [""]):
        if old != new:
            return f"\n- {old[:400]}\n+ {new[:400]}\n"
    return ""


def main():
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, add_help=False, allow_abbrev=False)
    parser.error = usage
    parser.add_argument("viperline")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", action="append", default=[])
    options = parser.parse_args()
    found = peers(options.folder, options.viperline)
    if unknown := {*options.peer} - {peer.name for peer in found}:
        usage(f"there is no peer {', '.join(sorted(unknown))}; there are {', '.join(peer.name for peer in found)}")
    if options.rounds < 1:
        usage("--rounds is at least 1")
    if options.viperline == "-":
        return
    prepare(options.folder)
    chosen = [peer for peer in found if not options.peer or peer.name in options.peer]
    failed = 0
    print(f"{'peer':24} {'messages':>8} {'double':>9} {'verify':>9} {'seconds':>8}")
    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        began = time.monotonic()
        jobs = [(peer, pool.submit(timed, peer, options)) for peer in chosen]
        for peer, job in jobs:
            (messages, same, verified), trouble, seconds = job.result()
            print(f"{peer.name:24} {messages:8} {same:5}/{options.rounds:<3} {verified:5}/{options.rounds:<3} {seconds:8.1f}", flush=True)
            if trouble:
                failed += 1
                print(f"  {trouble.strip()}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} peers, {time.monotonic() - began:.0f} s")
    sys.exit(1 if failed else 0)


def usage(problem):
    print(f"check rpc: {problem} (see scripts/check rpc --help)", file=sys.stderr)
    sys.exit(64)


def timed(peer, options):
    began = time.monotonic()
    figures, trouble = rounds(peer, options.viperline, options.folder, options.rounds)
    return figures, trouble, time.monotonic() - began


main()
