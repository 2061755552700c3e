"""Notes: one Markdown file each in the folder notes. Full-text search, preview, editor."""
import re
from pathlib import Path
from viperline import app

FOLDER = Path("notes")
NEW = {"control": "new", "title": "New", "key": "n"}
EDIT = {"control": "edit", "title": "Edit", "key": "e", "row": True}
DELETE = {"control": "delete", "title": "Delete", "key": "x", "row": True, "confirm": {"title": "Delete the note?"}}

def notes():
    return {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.md"))}

def excerpt(text, query):
    """The first line with the query, or else the first line."""
    return next((line for line in text.splitlines() if query and query in line.lower()), text.partition("\n")[0])

@app.on_open("home")
@app.on_return("home")
@app.on_search
@app.on_highlight
def home(row=None):
    query = app.scene["query"].lower()
    found = {name: text for name, text in notes().items() if query in f"{name}\n{text}".lower()}
    rows = [{"id": name, "title": name, "subtitle": excerpt(text, query)} for name, text in found.items()]
    shown = found.get(row) if app.event["type"].endswith("didHighlight") else next(iter(found.values()), None)
    preview = [{"text": {"body": shown, "format": "markdown"}}] if shown else []
    app.show("Notes", rows=rows, prompt="Search notes", keys=[NEW, EDIT, DELETE], preview=preview, highlight=True)

@app.on_press
def press(control, row):
    if control == "delete":
        (FOLDER / f"{row}.md").unlink(missing_ok=True)
        return home()
    app.open("editor", name=row if control == "edit" else "")

app.on_select(lambda row: app.open("editor", name=row))

@app.on_open("editor")
def editor(name, text=None, error=None):
    title = {"id": "name", "label": "Name", "kind": "text", "required": True, "value": name} | ({"error": error} if error else {})
    body = {"id": "text", "label": "Text", "kind": "multiline", "value": notes().get(name, "") if text is None else text}
    app.show(name or "New note", parts=[{"form": {"id": "note", "fields": [title, body]}}])

@app.on_submit
def submit(values, secrets):
    old, name = app.scene["parameters"]["name"], values["name"]
    if not re.fullmatch(r"[\w][\w .-]*", name) or name != old and name in notes():
        return editor(name, values["text"], "Letters, digits, blanks; no other note's name")
    FOLDER.mkdir(exist_ok=True)
    Path("note.new").write_text(values["text"])
    Path("note.new").replace(FOLDER / f"{name}.md")  # whole, or not at all
    if old not in ("", name):
        (FOLDER / f"{old}.md").unlink(missing_ok=True)
    app.back()

app.run()
