"""Stands in for viperline-fetcher: a few apps of its own, and no network."""
import json
import sys

APPS = [
    {"id": "1", "name": "Paper Tuner", "company": "Stand-In Ltd", "rating": 4.5},
    {"id": "2", "name": "Paper Piano", "version": "1.2", "releaseNotes": "Softer keys."},
    {"id": "3", "name": "Paper Drums", "screenshots": ["https://apps.example/3/1.png"]},
]


def items(request):
    if request["type"] == "interactor.input.search":
        return APPS
    if request["type"] == "interactor.input.lookup":
        return [app for app in APPS if app["id"] == request["data"]["id"]]


for line in sys.stdin:
    request = json.loads(line)
    if (found := items(request)) is None:
        continue
    answer = {"type": "interactor.output.found", "subject": request.get("subject")}
    answer["correlationid"] = request.get("correlationid") or request.get("id")
    answer = {name: value for name, value in answer.items() if value}
    answer["data"] = {"source": request["data"]["source"], "items": found}
    print(json.dumps(answer), flush=True)
