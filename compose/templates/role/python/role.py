"""my-application: replaces viperline-fetcher, with apps of its own and without a network."""
import json
import sys

with open("apps.json", encoding="utf-8") as file:
    APPS = json.load(file)


def items(request):
    if request["type"] == "interactor.input.search":
        term = request["data"].get("term", "").lower()
        return [app for app in APPS if term in app["name"].lower()]
    if request["type"] == "interactor.input.lookup":
        return [app for app in APPS if app["id"] == request["data"]["id"]]


for line in sys.stdin:
    request = json.loads(line)
    if (found := items(request)) is None:
        continue
    answer = {"type": "interactor.output.found", "subject": request.get("subject")}
    answer["correlationid"] = request.get("correlationid") or request.get("id")
    answer["causationid"] = request.get("id")
    answer = {name: value for name, value in answer.items() if value}
    answer["data"] = {"source": request["data"]["source"], "items": found}
    print(json.dumps(answer), flush=True)
