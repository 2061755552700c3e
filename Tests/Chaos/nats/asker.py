"""A requester: COUNT requests, at most AT_ONCE of them unanswered, and a last one after those; each must be answered once. The
result goes to FILE."""

import json
import sys

count, at_once, file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
answers, sent, problems = {}, 0, []


def ask():
    global sent
    # The last one is asked when all others are answered, so that what is answered twice has time to come.
    while sent < count and sent - len(answers) < at_once or sent == len(answers) == count:
        print(json.dumps({"type": "far.input.work", "id": f"asker-{sent}", "data": {"n": sent}}))
        sent += 1
    sys.stdout.flush()


ask()
for line in sys.stdin:
    event = json.loads(line)
    number = event["data"]["n"]
    if event.get("causationid") != f"asker-{number}":
        problems.append(f"answer {number} names {event.get('causationid')}")
    answers[number] = answers.get(number, 0) + 1
    if len(answers) > count:
        break
    ask()
problems += [f"request {number} was answered {times} times" for number, times in sorted(answers.items()) if times > 1]
problems += [f"request {number} was not answered" for number in range(count + 1) if number not in answers]
with open(file, "w") as result:
    json.dump({"seen": len(answers), "problems": problems[:40]}, result)
