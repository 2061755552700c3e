"""A todo.txt manager: add, edit, mark, complete, delete. todo.txt is in the folder in which it runs."""
import fcntl
from pathlib import Path
from viperline import app

FILE = Path("todo.txt")
KEYS = [{"control": "add", "title": "Add", "key": "a"}, {"control": "done", "title": "Done", "key": "d", "row": True},
        {"control": "delete", "title": "Delete", "key": "x", "row": True, "confirm": {"title": "Delete the tasks?"}}]

def tasks():  # by id: a task that another session has moved or changed is another one
    return {f"{at}: {line}": line for at, line in enumerate(FILE.read_text().splitlines() if FILE.exists() else [], 1)}

def change(new):  # new lines by id, None for no line; one session at a time writes the whole file, or nothing
    with open("todo.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        old = tasks()
        lines = [new.get(id, line) for id, line in old.items()] + [new[id] for id in new if id not in old]
        Path("todo.new").write_text("".join(f"{line}\n" for line in lines if line is not None))
        Path("todo.new").replace(FILE)

@app.on_open("home")
@app.on_return("home")
@app.on_search
def home(*_):
    rows = [{"id": id, "title": line.removeprefix("x "), **({"accessory": "done", "tone": "muted"} if line[:2] == "x " else {})}
            for id, line in tasks().items() if app.scene["query"].lower() in line.lower()]
    app.show("Tasks", prompt="Search tasks", keys=KEYS, parts=[{"list": {"rows": rows, "multiple": True, "empty": "No tasks."}}])

@app.on_press
def press(control, row):
    if control == "add":
        return app.open("task", id="")
    change({id: None if control == "delete" else "x " + line for id, line in tasks().items()
            if id in app.rows and (control == "delete" or line[:2] != "x ")})
    home()

@app.on_open("task")
def task(id):
    app.show("Task", parts=[{"form": {"id": "task", "fields": [
        {"id": "text", "label": "Task", "kind": "text", "required": True, "value": tasks().get(id, "")}]}}])

@app.on_submit
def submit(values, secrets):
    change({app.scene["parameters"]["id"]: values["text"]})
    app.back()

app.on_select(lambda row: app.open("task", id=row))
app.run()
