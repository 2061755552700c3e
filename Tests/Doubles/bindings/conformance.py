"""The application of `scripts/conform protocol` on the Python library. Tests/Conversations/README.md says what it does."""
import sys
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[3] / "protocols" / "bindings"))
from viperline import app


@app.on_open("home")
def home():
    app.show("Home", prompt="Say")


@app.on_open("detail")
def detail(id):
    if id == "wait":
        wait(id, 60)
    app.show("Detail", f"Detail of {id}")


@app.on_search
def search(query):
    verb, _, text = query.partition(" ")
    if verb in ("wait", "pause"):
        wait(text, 60 if verb == "wait" else 0.3)
    elif verb == "print":
        print(text)
    elif verb == "count":
        text = app.state["count"] = app.state.get("count", 0) + 1
    elif verb == "fail":
        app.state["count"] = 1000
        raise ValueError(text)
    elif verb == "hoard":
        app.state["hoard"] = "x" * int(text)
    elif verb == "large":
        text = "x" * int(text)
    elif verb == "nan":
        return app.show("Home", parts=[{"progress": {"label": "x", "fraction": float("nan")}}])
    elif verb in ("ask", "hasty"):
        text = app.ask("interactor.input.get", {"url": text}, timeout=60 if verb == "ask" else 0.3)["body"]
    elif verb == "post":
        threading.Thread(target=app.post, args=["app.output.posted", {"text": text}], daemon=True).start()
    elif verb == "flood":
        threading.Thread(target=flood, args=[int(text)], daemon=True).start()
    elif verb == "tick":
        app.state["ticks"] = 0
    elif verb == "copy":
        app.copy(text)
    elif verb == "execute":
        app.execute("vi", text)
    elif verb == "back":
        return app.back()
    elif verb == "given":
        text = f"given {len(app.scene['parameters'])}"
    elif verb == "clear":
        return app.show(rows=[])
    elif verb == "member":
        return app.show("Home", promt="Say")
    elif verb == "outside":
        text = outside()
    app.show("Home", text, prompt="Say", rows=["wait", "row -1"])


def flood(count):
    for number in range(count):
        app.post("app.output.flooded", {"is_last": number + 1 == count})


def outside():
    """What the library tells a thread that shows a screen."""
    problems = []

    def show():
        try:
            app.show("Home")
        except RuntimeError as problem:
            problems.append(str(problem))
    thread = threading.Thread(target=show)
    thread.start()
    thread.join()
    return problems[0]


@app.on("app.output.posted")
def posted(data):
    app.show("Home", f"posted {data['text']}")


@app.on("app.output.flooded")
def flooded(data):
    app.state["count"] = app.state.get("count", 0) + 1
    if data["is_last"]:
        app.show("Home", f"flooded {app.state['count']}")


@app.every(0.2)
def tick(time):
    if "ticks" in app.state:
        app.state["ticks"] += 1
        app.show("Home", f"tick {app.state['ticks']}, {'after' if time > 1e9 else 'before'} 2001")


@app.on_return("home")
def again():
    app.show(text="Home again", prompt="Say")


@app.on_end
def end():
    app.send("process.output.status", {"text": "ended"})


def wait(text, seconds):
    app.show("Home", activity=f"Waiting for {text}")
    time.sleep(seconds)


@app.on_select
def select(row):
    app.open("detail", id=row)


@app.on_press
def press(control, row):
    if control == "page":
        return app.open("https://pages.example/")
    app.show("Home", f"{control} {' '.join(app.rows)}: {'not again' if app.event.get('replayed') else 'done'}")


@app.on_submit
def submit(values, secrets):
    app.state.update(values)
    app.show("Home", f"{app.state['number']}, {len(secrets['token'])} letters")


@app.on_change
def change(value, field):
    app.show("Home", f"{field} is {value}")


@app.on_sort
def sort(column, descending):
    app.show("Home", f"{column} {'down' if app.scene['sort']['descending'] else 'up'}", notice="Sorted")


@app.on_highlight
def highlight(row):
    app.show("Home", rows=[row], preview=[{"text": {"body": f"about {row}"}}], highlight=True)


@app.on_run
def ran(status, failure):
    app.show("Home", f"ran: {status} {failure}")


@app.on_reach_end
def reach_end():
    app.show("Home", "more")


app.run()
