"""Checks that numbered events come without a gap, once and in order, for each life of their source; tells their source how far it is.
What it has seen goes to FILE."""

import json
import os
import re
import sys

file, every = sys.argv[1], int(sys.argv[2])
seen, problems = {}, []
wanted = re.compile(r'"data":\{"run":"([^"]*)","n":(\d+)')


def note():
    with open(file + ".new", "w") as result:
        json.dump({"seen": seen, "problems": problems[:40]}, result)
    os.replace(file + ".new", file)


for line in sys.stdin:
    found = wanted.search(line)
    if not found:
        continue
    run, number = found[1], int(found[2])
    before = seen.get(run, -1)
    if number != before + 1:
        problems.append(f"{run}: {number} came after {before}")
    seen[run] = number
    if (number + 1) % every == 0:
        note()
        print(json.dumps({"type": "sink.output.got", "data": {"run": run, "n": number}}), flush=True)
