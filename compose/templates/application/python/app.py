"""my-application: searches items, shows one, opens its page."""
import json
from viperline import app

with open("items.json", encoding="utf-8") as file:
    ITEMS = json.load(file)


@app.on_search
def search(term):
    found = [item for item in ITEMS if term.lower() in item["title"].lower()]
    rows = [{"id": item["id"], "title": item["title"], "accessory": item["kind"]} for item in found]
    app.show("my-application", rows=rows, prompt="Search")


app.on_open("home")(lambda: search(""))
app.on_select(lambda row: app.open("item", id=row))


@app.on_open("item")
def item(id):
    found = next(item for item in ITEMS if item["id"] == id)
    page = {"button": {"control": found["url"], "title": "Open its page", "key": "o"}}
    app.show(found["title"], found["text"], parts=[page])


app.on_press(lambda control, row: app.open(control))
app.run()
