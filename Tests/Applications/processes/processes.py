#!/usr/bin/env python3
# Ends processes: viperline app -- ./processes.py. A row is a process and its start, so no other one is ever ended.
import contextlib, json, os, signal, subprocess, sys  # noqa: E401

def start(pid):  # None if there is no such process
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", errors="replace") as file:
        return file.read().rpartition(")")[2].split()[19]

verb, *words = sys.argv[1:] or [""]
if verb == "press":
    for pid, began in [row.split("-") for row in words[1:]]:
        with contextlib.suppress(OSError):
            process = os.pidfd_open(int(pid))  # this one or none: its number may belong to another one later
            start(pid) == began and signal.pidfd_send_signal(process, signal.SIGTERM)
    sys.exit(print("Told to end, unless they are gone or not yours"))
sort, query = os.environ.get("VIPERLINE_SORT") or "pcpu", os.environ.get("VIPERLINE_QUERY", "").lower()
order = "" if os.environ.get("VIPERLINE_SORT_ORDER") == "ascending" else "-"
ps = subprocess.run(["ps", "-eo", "pid=,user:20=,pcpu=,rss=,comm=", f"--sort={order}{sort}"], capture_output=True, text=True)
rows = [{"id": f"{cells[0]}-{start(cells[0])}", "cells": cells} for cells in (line.split(None, 4) for line in ps.stdout.splitlines())
        if query in " ".join(cells).lower()]
columns = [{"key": key, "title": key.upper(), "sortable": True} for key in ("pid", "user", "pcpu", "rss", "comm")]
key = {"control": "end", "title": "End", "key": "x", "row": True, "confirm": {"title": "End these processes?"}}
table = {"columns": columns, "rows": rows, "sort": {"column": sort, "descending": order == "-"}, "multiple": True}
print(json.dumps({"title": "Processes", "prompt": "Search", "keys": [key], "parts": [{"table": table}]}))
