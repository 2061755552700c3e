"""The application of `scripts/conform protocol` on the Python library. Tests/Conversations/README.md says what it does."""
import sys
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
    elif verb == "large":
        text = "x" * int(text)
    elif verb == "nan":
        return app.show("Home", parts=[{"progress": {"label": "x", "fraction": float("nan")}}])
    app.show("Home", text, prompt="Say", rows=["wait", "row -1"])


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
    app.show("Home", f"{control} {row}: {'not again' if app.event.get('replayed') else 'done'}")


@app.on_submit
def submit(values, secrets):
    app.state.update(values)
    app.show("Home", f"{app.state['number']}, {len(secrets['token'])} letters")


@app.on_change
def change(value, field):
    app.show("Home", f"{field} is {value}")


app.run()
