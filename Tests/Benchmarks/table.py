"""Shared by the benchmarks: a folder for files, and the printed table."""

import datetime
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import recorded
from checked import SHARE, run

products, checkout = sys.argv[1:3]
viperline = os.path.join(products, "viperline")
benchmarks = os.path.join(checkout, "Tests", "Benchmarks")
folder = tempfile.mkdtemp(prefix="viperline-bench-")


def say(text):
    if sys.stderr.isatty():
        print(f"bench: {text}", file=sys.stderr)


def path(name):
    return os.path.join(folder, name)


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)
    return path(name)


def compile(*names, libraries=()):
    for name in names:
        source = os.path.join(benchmarks, f"{name}.c")
        run(name, ["cc", "-O2", "-D_GNU_SOURCE", "-o", path(name), source, *libraries])


def write_events(count):
    """Events of 200 bytes."""
    with open(path("events"), "w") as events:
        for number in range(count):
            head = '{"specversion":"1.0","type":"a.output.ticked","source":"source","id":"source-1-%d","data":{"pad":"' % number
            events.write(head + "x" * (196 - len(head)) + '"}}\n')
    return path("events")


def row(what, ours, peer, ratio, aim):
    return {"what": what, "ours": ours, "peer": peer, "ratio": None if ratio is None else round(ratio, 3), "aim": aim}


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    return f"{os.cpu_count()} cores, {model}, {platform.release()}"


def small_sizes():
    return "" if SHARE == 1 else f", with {SHARE:g} of the sizes, so no figures to keep"


def place():
    """Where and when the rows were measured."""
    commit = subprocess.run(["git", "-C", checkout, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    return {"machine": machine(), "commit": commit or "?", "date": datetime.date.today().isoformat()}


def print_rows_of(*measurements):
    """Prints them; with BENCH=record keeps them, with BENCH=against compares them with those that were kept."""
    try:
        rows = [row for measure in measurements for row in measure()]
    finally:
        subprocess.run(["rm", "-rf", folder])
    print(f"On {machine()}{small_sizes()}:\n")
    print("\n".join([recorded.HEAD, *map(recorded.shown, rows)]))
    benchmark = pathlib.Path(sys.argv[0]).stem
    mode = os.environ.get("BENCH")
    if mode == "record" and SHARE == 1:
        recorded.record(benchmark, rows, place(), whole=len(sys.argv) == 3)
        recorded.main(["--write"])
    elif mode == "against":
        lines = recorded.worse(benchmark, rows, machine())
        if lines:
            sys.exit("\n".join(["bench: worse by more than a fifth:", *lines]))
