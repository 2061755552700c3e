"""Writes COUNT events of two types, numbered; ends when the other side has told that it has them all. RUN tells lives apart."""

import json
import os
import sys
import threading

count, run = int(sys.argv[1]), sys.argv[2]
arrived = threading.Event()


def listen():
    for line in sys.stdin:
        data = json.loads(line)["data"]
        if data["run"] == run and data["n"] == count - 1:
            arrived.set()
            return
    os._exit(0)


threading.Thread(target=listen, daemon=True).start()
pad = "x" * 60
lines = []
for number in range(count):
    type = "a.output.ticked" if number % 3 else "b.output.tocked"
    lines.append(
        '{"specversion":"1.0","type":"%s","source":"source","id":"source-%s-%d","data":{"run":"%s","n":%d,"pad":"%s"}}\n'
        % (type, run, number, run, number, pad))
    if len(lines) == 200 or number == count - 1:
        sys.stdout.write("".join(lines))
        sys.stdout.flush()
        lines.clear()
arrived.wait()
