"""Measures viperline-fetcher against curl --parallel, wget2 and a Python loop on the same URLs; prints a Markdown table.

Called by `scripts/bench fetcher` with the folder of the release executables and the checkout. All clients request a JSON file
of 600 bytes from a local nginx; they run alternately, and each figure is the median of its runs.
"""

import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request

from checked import expect, expect_status, expect_that, scaled
from table import folder, path, print_rows_of, products, row, say, write

os.chmod(folder, 0o755)  # nginx's worker may be another user.

PARALLEL = (1, 8, 64, 256)
# Number of requests, number of runs.
SIZES = ((1000, 3), (30_000, 1))

AIOHTTP = """
import asyncio, json, sys
import aiohttp

async def worker(session, urls, write):
    for url in urls:
        async with session.get(url) as response:
            await response.read()
            write(json.dumps({"status": response.status, "url": url}) + "\\n")

async def main(parallel, path):
    urls = (line.strip() for line in open(path))
    connector = aiohttp.TCPConnector(limit=parallel)
    async with aiohttp.ClientSession(connector=connector) as session:
        await asyncio.gather(*(worker(session, urls, sys.stdout.write) for _ in range(parallel)))

asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_nginx(port):
    item = {"id": 1, "name": "Violin in a Month", "tags": ["a", "b"], "text": "Nine minutes a day. " * 24}
    write("item.json", json.dumps(item, indent=1))
    configuration = write("nginx.conf", f"""
daemon off;
worker_processes 1;
pid {path("nginx.pid")};
error_log {path("error.log")};
events {{ worker_connections 2048; }}
http {{
  access_log off;
  keepalive_requests 1000000;
  default_type application/json;
  server {{ listen 127.0.0.1:{port}; location / {{ root {folder}; try_files /item.json =404; }} location = /status {{ stub_status; }} }}
}}
""")
    server = subprocess.Popen(["nginx", "-e", path("error.log"), "-c", configuration, "-p", folder])
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return server
        except OSError:
            time.sleep(0.01)
    raise SystemExit(f"bench: start nginx: {open(path('error.log')).read()}")


def python_with_aiohttp():
    """The interpreter of a virtual environment with aiohttp; None if it cannot be installed."""
    made = subprocess.run([sys.executable, "-m", "venv", path("venv")], capture_output=True)
    python = path("venv/bin/python")
    if made.returncode == 0:
        got = subprocess.run([python, "-m", "pip", "install", "--quiet", "aiohttp"], capture_output=True)
        if got.returncode == 0:
            return python
    print("bench: aiohttp cannot be installed here; the table omits it", file=sys.stderr)
    return None


def asked(base):
    """How many requests the server has had, with this one."""
    with urllib.request.urlopen(f"{base}/status") as status:
        return int(re.search(rb"(\d+) (\d+) (\d+) \n", status.read())[3])


def is_good(name, line):
    """Whether a client's line tells of an answer with 200, and, where it has the body, of the right one."""
    if name == "curl --parallel":
        return line.startswith("200 http")
    answer = json.loads(line)
    if name == "fetcher --bodies json":
        return answer["status"] == 200 and answer["body"]["name"] == "Violin in a Month"
    return answer["status"] == 200


def measure(name, command, count, base, source=None):
    """Runs a command, which must send one request per URL, and write one line for each, of a good answer of the server's (wget2 writes none);
    returns seconds, CPU seconds and peak megabytes."""
    before = asked(base)
    # Started by GNU time, because a child's peak memory includes that of its parent at the fork, and this one is large.
    timed = ["/usr/bin/time", "--quiet", "--format", "%e %U %S %M", "--output", path("usage"), *command]
    with open(path("out"), "w") as output, open(source or os.devnull) as given:
        start = time.perf_counter()
        status = subprocess.run(timed, stdin=given, stdout=output, stderr=subprocess.DEVNULL).returncode
        elapsed = time.perf_counter() - start
    expect_status(name, command, status)
    expect(name, asked(base) - before - 1, count, "requests that the server had")
    if name != "wget2":
        check_lines(name, count)
    _, user, system, peak = (float(figure) for figure in open(path("usage")).read().split())
    return elapsed, user + system, peak / 1024


def check_lines(name, count):
    with open(path("out")) as output:
        lines = output.readlines()
    expect(name, len(lines), count, "lines")
    for line in lines:
        expect_that(is_good(name, line), name, f"no good answer: {line[:200]}")
    expect(name, len({re.search(r"/(\d+)\.json", line)[1] for line in lines}), count, "URLs")


def clients(parallel, count, urls, base, python):
    fetcher = [os.path.join(products, "viperline-fetcher"), "--urls", "--parallel", str(parallel)]
    yield "fetcher --fields", [*fetcher, "--fields", "status,url"], urls
    yield "fetcher --bodies json", [*fetcher, "--bodies", "json"], urls
    yield "curl --parallel", [
        "curl", "--silent", "--parallel", "--parallel-max", str(parallel), "--output", "/dev/null",
        "--write-out", "%{http_code} %{url}\\n", f"{base}/[1-{count}].json"], None
    yield "wget2", ["wget2", "--quiet", "--no-robots", "--max-threads", str(parallel), "--output-document", "/dev/null", "--input-file", urls], None
    if python:
        yield "aiohttp", [python, write("loop.py", AIOHTTP), str(parallel), urls], None


def rows(base, python):
    for count, rounds in ((scaled(size), rounds) for size, rounds in SIZES):
        urls = write("urls", "".join(f"{base}/{number}.json\n" for number in range(1, count + 1)))
        for parallel in PARALLEL:
            say(f"{count} requests, {parallel} at once")
            figures = {}
            for _ in range(rounds):
                for name, command, source in clients(parallel, count, urls, base, python):
                    figures.setdefault(name, []).append(measure(name, command, count, base, source))
            medians = {name: [statistics.median(column) for column in zip(*all)] for name, all in figures.items()}
            peers = ", ".join(f"{name} {count / medians[name][0]:,.0f}" for name in medians if not name.startswith("fetcher"))
            best = min(medians[name][0] for name in medians if not name.startswith("fetcher"))
            for name in medians:
                if name.startswith("fetcher"):
                    elapsed, cpu, memory = medians[name]
                    yield row(
                        f"{count:,} requests, {parallel} at once, `{name}`",
                        f"{count / elapsed:,.0f}/s ({cpu / count * 1e6:.0f} µs of processor time a request, {memory:.0f} MB)",
                        f"{peers}/s", best / elapsed, "≥ 1, to the fastest peer")


port = free_port()
server = start_nginx(port)
try:
    print_rows_of(lambda: list(rows(f"http://127.0.0.1:{port}", python_with_aiohttp())))
finally:
    server.terminate()
    server.wait()
    shutil.rmtree(folder, ignore_errors=True)
