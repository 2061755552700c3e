"""A system monitor on the real /proc: a table to sort and search, gauges, a key that kills, settings."""
import os
import pwd
import signal
from contextlib import suppress
from pathlib import Path
from viperline import app

USERS = {user.pw_uid: user.pw_name for user in pwd.getpwall()}
NAMES = {"PID": "end", "User": "start", "Name": "start", "Time": "end", "CPU %": "end", "MB": "end"}
COLUMNS = [{"key": name, "title": name, "sortable": True, "alignment": side} for name, side in NAMES.items()]
KEYS = [{"control": "kill", "title": "Kill", "key": "x", "row": True, "confirm": {"title": "Kill the process?"}},
        {"control": "settings", "title": "Settings", "key": "S"}]
app.state.update({"seconds": 2, "times": [0, 0], "CPU": [], "Memory": []})
app.processes = {}  # the newest, by process and start


def look():
    (up, idle), now = app.state["times"], [float(word) for word in Path("/proc/uptime").read_text().split()]
    since, memory = max(now[0] - up, 0.01), Path("/proc/meminfo").read_text().split()
    free = {"CPU": (now[1] - idle) / since / os.cpu_count(), "Memory": int(memory[7]) / int(memory[1])}
    app.state.update({it: [*app.state[it], round(100 - 100 * min(free[it], 1))][-60:] for it in free}, times=now)
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may end meanwhile
            name, stat = (folder / "stat").read_text(errors="replace").partition("(")[2].rsplit(")", 1)
            stat, user = stat.split(), folder.stat().st_uid
            row, time = f"{folder.name}-{stat[19]}", (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
            used = round(100 * (time - app.processes.get(row, [0, 0, 0, time])[3]) / since)
            size = int(stat[21]) * os.sysconf("SC_PAGE_SIZE") >> 20
            yield row, [int(folder.name), USERS.get(user, str(user)), name, time, used, size]


@app.on_open("home")
@app.on_return("home")
@app.on_search
@app.on_sort
def home(*_, notice=None):
    app.processes, sort = dict(look()), app.scene.get("sort", {"column": "CPU %", "descending": True})
    found = [it for it in app.processes.items() if app.scene["query"].lower() in f"{it[1][0]} {it[1][2]}".lower()]
    found.sort(key=lambda it: it[1][[*NAMES].index(sort["column"])], reverse=sort["descending"])
    rows = [{"id": row, "cells": [*map(str, cells)]} for row, cells in found[:1000]]
    head = [{"chart": {"kind": "spark", "heading": it, "points": app.state[it], "maximum": 100,
                       "alternative": f"{it}: {app.state[it][-1]} %"}} for it in ("CPU", "Memory")]
    app.show("Monitor", prompt="Search", keys=KEYS, head=head, notice=notice,
             parts=[{"table": {"columns": COLUMNS, "rows": rows, "sort": sort}}])


@app.every(1)
def tick(time):
    if app.scene["name"] == "home" and round(time) % app.state["seconds"] == 0:
        home()


@app.on_press
def press(control, row):
    if control == "settings":
        return app.open("settings")
    notice = {"text": "It is gone, or not yours", "tone": "danger"}
    with suppress(KeyError, OSError):
        pid, _, name, *_ = dict(look())[row]  # the process that the row meant
        app.event.get("replayed") or os.kill(pid, signal.SIGTERM)
        notice = {"text": f"{name} was told to end", "tone": "success"}
    home(notice=notice)


@app.on_open("settings")
def settings():
    field = {"id": "seconds", "label": "Seconds", "kind": "number", "value": app.state["seconds"], "min": 1, "max": 60}
    app.show("Settings", parts=[{"form": {"id": "settings", "fields": [field]}}])


app.on_submit(lambda values, secrets: [app.state.update(values), app.back()])
app.run()
