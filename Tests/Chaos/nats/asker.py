"""A requester: it keeps AT_ONCE requests unanswered until the file STOP exists; each must be answered once. RESULT gets what it has seen."""

import json
import os
import sys
import time

at_once, result, stop = int(sys.argv[1]), *sys.argv[2:4]
answers, failed, sent, problems, noted = {}, {}, 0, [], 0.0


def ask():
    global sent
    lines = ""
    while sent - len(answers) - len(failed) < at_once:
        lines += json.dumps({"type": "far.input.work", "id": f"asker-{sent}", "data": {"n": sent}}) + "\n"
        sent += 1
    # Python's own files lose the rest of a long write when the process is stopped in it.
    rest = lines.encode()
    while rest:
        rest = rest[os.write(1, rest):]


def note():
    twice = {number: times for number, times in answers.items() if times > 1}
    missing = [number for number in range(sent) if number not in answers and number not in failed]
    text = json.dumps({
        "complete": os.path.exists(stop) and not missing, "sent": sent, "answered": len(answers), "doubled": len(twice),
        "open": len(missing), "failed": dict(list(failed.items())[:10]), "problems": problems[:20]})
    with open(result + ".new", "w") as file:
        file.write(text)
    os.replace(result + ".new", result)


ask()
for line in sys.stdin:
    event = json.loads(line)
    name = event.get("causationid") or ""
    if not name.startswith("asker-"):
        continue
    asked, number = int(name[6:]), (event.get("data") or {}).get("n")
    if event["type"] != "far.output.done":
        failed[asked] = f"{event['type']}: {json.dumps(event.get('data'))}"[:200]
    elif number != asked:
        problems.append(f"the answer to {name} is that to {number}")
    else:
        answers[asked] = answers.get(asked, 0) + 1
    if not os.path.exists(stop):
        ask()
    if time.monotonic() - noted > 0.1 or os.path.exists(stop):
        noted = time.monotonic()
        note()
