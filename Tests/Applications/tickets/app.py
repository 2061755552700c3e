"""The tickets of a team: search them, add one, finish one."""
import json
from pathlib import Path
from viperline import app

FILE = Path("tickets.json")


def tickets():
    return json.loads(FILE.read_text(encoding="utf-8"))


@app.on_open("home")
@app.on_return("home")
@app.on_search
def home(*_):
    word, state = app.scene["query"].lower(), app.state.get("state", "open")
    rows = [{"id": ticket["id"], "title": ticket["title"], "accessory": ticket["urgency"]} for ticket in tickets()
            if word in ticket["title"].lower() and state in (ticket["state"], "all")]
    tabs = {"items": [{"control": name, "title": name.title()} for name in ("open", "done", "all")], "selected": state}
    app.show("Tickets", rows=rows, prompt="Search tickets", head=[{"tabs": tabs}], keys=KEYS)


@app.on_press
def press(control, row):
    if control == "add":
        return app.open("ticket")
    if control == "finish":
        save([{**ticket, "state": "done"} if ticket["id"] == row else ticket for ticket in tickets()])
    else:
        app.state["state"] = control
    home()


KEYS = [{"control": "add", "title": "Add", "key": "a"},
        {"control": "finish", "title": "Finish", "key": "x", "row": True, "confirm": {"title": "Finish the ticket?"}}]


@app.on_open("ticket")
def form():
    urgency = [{"id": "normal", "title": "Normal"}, {"id": "high", "title": "High"}]
    fields = [{"id": "title", "label": "Title", "kind": "text", "required": True},
              {"id": "urgency", "label": "Urgency", "kind": "choice", "value": "normal", "options": urgency}]
    app.show("New ticket", parts=[{"form": {"id": "ticket", "fields": fields, "submit": "Add"}}])


@app.on_submit
def add(values, secrets):
    save([*tickets(), {"id": str(len(tickets()) + 1), "state": "open", "urgency": "normal", **values}])
    app.back()


def save(new):
    Path("tickets.new").write_text(json.dumps(new, indent=2), encoding="utf-8")
    Path("tickets.new").replace(FILE)


app.run()
