"""A role of a joined session: it writes numbered events of its own two types, and checks that the others' arrive once and in order.

OWN and OTHER are the protocols. It writes RATE events a second until the file STOP exists, then a few each second, so that the other
side notices even the loss of the last one. Each event has its run (a life of this program), its number, and how far this program has
read each run of the others. RESULT gets what it has seen. A LATE one may begin in the middle of a run.
"""

import json
import os
import sys
import threading
import time

own, other, result, stop, rate, late = *sys.argv[1:5], float(sys.argv[5]), sys.argv[6] == "late"
run = f"{own}-{os.getpid()}-{time.monotonic_ns()}"
lock = threading.Lock()


class Reader:
    """What has come of one run."""

    def __init__(self, first):
        self.next, self.missing, self.end = first, set(), None
        self.gaps = self.doubled = self.reordered = 0

    def read(self, number):
        if number >= self.next:
            self.missing.update(range(self.next, number))
            self.gaps += number > self.next
            self.next = number + 1
        elif number in self.missing:
            self.missing.discard(number)
            self.reordered += 1
        else:
            self.doubled += 1


runs, states, heard, sent, last, problems = {}, {}, {}, 0, None, []


def listen():
    for line in sys.stdin:
        event = json.loads(line)
        data = event.get("data") or {}
        if not event["type"].startswith(f"{other}.output.") or "run" not in data:
            continue
        with lock:
            if event["type"].endswith(".stands"):
                if data["n"] < states.get(data["run"], 0):
                    problems.append(f"an older state of {data['run']} came last: {data['n']}")
                states[data["run"]] = data["n"]
                continue
            reader = runs.setdefault(data["run"], Reader(data["n"] if late else 0))
            reader.read(data["n"])
            if data["last"] is not None:
                reader.end = data["last"]
            heard[data["run"]] = data["seen"].get(run, -1)
    os._exit(0)


def is_complete():
    """Whether everything from before the stop has arrived, here and there."""
    return (last is not None and bool(runs) and all(seen >= last for seen in heard.values())
            and all(one.end is not None and one.next > one.end for one in runs.values()))


def note():
    with lock:
        text = json.dumps({
            "complete": is_complete(), "sent": sent, "last": last, "problems": problems[:20],
            "states": states, "runs": {name: {
                "read": one.next, "lost": len(one.missing), "first": sorted(one.missing)[:5], "gaps": one.gaps,
                "doubled": one.doubled, "reordered": one.reordered,
            } for name, one in runs.items()}})
    with open(result + ".new", "w") as file:
        file.write(text)
    os.replace(result + ".new", result)


def line(kind, number, **more):
    return json.dumps({
        "specversion": "1.0", "type": f"{own}.output.{kind}", "source": "counter", "id": f"{run}-{kind}-{number}",
        "data": {"run": run, "n": number, "last": last, **more}}) + "\n"


def write(count):
    """Writes the next events."""
    global sent
    with lock:
        seen = {name: one.next - 1 for name, one in runs.items()}
        lines = [line("ticked" if number % 3 else "tocked", number, seen=seen, pad="x" * 60) for number in range(sent, sent + count)]
        if last is None:
            lines.append(line("stands", sent, subject="here"))
    # Python's own files lose the rest of a long write when the process is stopped in it.
    rest = "".join(lines).encode()
    while rest:
        rest = rest[os.write(1, rest):]
    sent += count


def keep_notes():
    while True:
        note()
        time.sleep(0.1)


threading.Thread(target=listen, daemon=True).start()
threading.Thread(target=keep_notes, daemon=True).start()
begin = time.monotonic()
while True:
    if last is None and os.path.exists(stop):
        last = sent - 1
    if last is None:
        due = int((time.monotonic() - begin) * rate)
        if due > sent:
            write(min(due - sent, 200))
        time.sleep(0.01)
    else:
        write(1)
        time.sleep(0.1)
