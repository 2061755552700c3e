"""A system monitor for Viperline's view, on the real /proc: presenter and router in one process."""
import os
import pwd
import select
import signal
from contextlib import suppress
from json import dumps, loads
from pathlib import Path

USERS = {user.pw_uid: user.pw_name for user in pwd.getpwall()}
COLUMNS = [{"key": key, "title": key, "sortable": True, "alignment": "start" if key in ("User", "Name") else "end"}
           for key in ("PID", "User", "Name", "Time", "CPU %", "MB")]
KEYS = [{"control": "kill", "title": "Kill", "key": "x", "row": True, "confirm": {"title": "Kill the process?"}},
        {"control": "settings", "title": "Settings", "key": "S"}]
state = {"control": "", "column": "CPU %", "descending": True, "query": "", "seconds": 2, "rows": 200, "user": "",
         "error": {}, "times": [0, 0], "CPU": [], "Memory": [], "notice": {"id": "0", "text": "Live"}, "cause": {}}


def look(before):
    (up, idle), state["times"] = state["times"], [float(word) for word in Path("/proc/uptime").read_text().split()]
    since, memory = max(state["times"][0] - up, 0.01), Path("/proc/meminfo").read_text().split()
    free = {"CPU": (state["times"][1] - idle) / since / os.cpu_count(), "Memory": int(memory[7]) / int(memory[1])}
    state.update({name: [*state[name], round(100 - 100 * min(free[name], 1))][-60:] for name in free})
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may end meanwhile
            name, stat = (folder / "stat").read_text(errors="replace").partition("(")[2].rsplit(")", 1)
            stat, uid, page = stat.split(), folder.stat().st_uid, os.sysconf("SC_PAGE_SIZE")
            row, time = f"{folder.name}-{stat[19]}", (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
            yield row, {"PID": int(folder.name), "User": USERS.get(uid, str(uid)), "Name": name, "Time": time, "CPU %":
                round(100 * (time - before.get(row, {"Time": time})["Time"]) / since), "MB": int(stat[21]) * page >> 20}


def parts():
    if state["control"] == "settings":
        return (yield {"form": {"id": "settings", "fields": [
            {"id": "seconds", "label": "Seconds", "kind": "number", "value": state["seconds"], "min": 1, "max": 60},
            {"id": "rows", "label": "Rows", "kind": "number", "value": state["rows"], "min": 1, "max": 1000},
            {"id": "user", "label": "User", "kind": "text", "value": state["user"]} | state["error"]]}})
    for it in "CPU", "Memory":
        yield {"progress": {"label": it, "fraction": state[it][-1] / 100}}
        yield {"chart": {"kind": "spark", "points": state[it], "maximum": 100, "alternative": f"to {max(state[it])} %"}}
    rows = sorted(processes.items(), key=lambda item: item[1][state["column"]], reverse=state["descending"])
    rows = [{"id": row, "cells": [*map(str, it.values())]} for row, it in rows if state["user"] in ("", it["User"])
            and state["query"].lower() in f"{it['PID']} {it['Name']}".lower()]
    sort = {"column": state["column"], "descending": state["descending"]}
    yield {"table": {"columns": COLUMNS, "rows": rows[:int(state["rows"])], "sort": sort}}


events, processes, line = open(0, "rb", buffering=0), {}, b"{}"  # unbuffered, so that select() sees every line
state |= loads(events.readline())["data"] if "VIPERLINE_RESTORED" in os.environ else {}
print(dumps({"type": "router.output.didNavigate", "data": {"stack": [{"scene": "ps", "name": "ps"}]}} | state["cause"]))
while line:
    event, processes = loads(line), dict(look(processes))  # so that a kill finds the process that the row meant
    state["cause"] |= event and {"causationid": event["id"], "correlationid": event.get("correlationid", event["id"])}
    match event.get("data"):
        case {"query": _} | {"column": _} | {"control": "settings"} as choice:
            state |= choice
        case {"control": "kill", "row": row} if not event.get("replayed"):
            state["notice"] = {"id": event["id"], "text": "It is gone, or not yours", "tone": "danger"}
            with suppress(KeyError, OSError):
                os.kill(processes[row]["PID"], signal.SIGTERM)
                state["notice"] |= {"text": f"{processes[row]['Name']} was told to end", "tone": "success"}
        case {"values": {"user": user}} if user not in USERS.values():
            state["error"] = {"error": f"There is no user {user}"}
        case {"values": values}:
            state |= {"user": "", "error": {}, "control": ""} | values
    screen = {"title": "Monitor", "prompt": {"placeholder": "Search", "text": state["query"]}, "keys": KEYS,
              "head": (shown := [*parts()])[:-1], "parts": shown[-1:], "notice": state["notice"]}
    print(dumps({"type": "view.input.show", "subject": "ps", "data": {"screen": screen}} | state["cause"]))
    print(dumps({"type": "process.output.snapshot", "data": state} | state["cause"]), flush=True)
    line = events.readline() if select.select([events], [], [], state["seconds"])[0] else b"{}"
