"""The faults of a round, derived from its seed: equal seeds give equal rounds.

A fault is a dictionary: in the `run`-th life of the role, at the `line`-th line of its input or output (`side`) that
contains `only`, the wrapper carries out `action`. The summary counts it under `kind`.
"""

ROLES = ("view", "presenter", "fetcher", "router")
# The approximate number of lines in each direction of a scripted session; a fault at a later line would never happen.
LINES = {"presenter": {"in": 16, "out": 16}, "fetcher": {"in": 5, "out": 5}, "router": {"in": 4, "out": 4}}
NONSENSE = (
    "text", "blank", "half an event", "not UTF-8", "a type of another role", "another's source", "too long")
FAILURES = ("exit 3", "read line; exit 3", "echo out of order; exit 3", "kill -9 $$", "exit 0")
VIEW_ACTS, VIEW_WAITS = '"type":"view.output.', '"activity":'


def draw(random):
    """The plan of a round: faults for each role, and options."""
    plan = {role: [] for role in ROLES}
    for _ in range(random.choice((1, 1, 2, 2, 3, 4))):
        role = random.choice(ROLES)
        kind = random.choice((death, death, death, nonsense, disturbance, freeze, deaths_in_a_row, several, swap, swap))
        plan[role] += kind(random, role)
    return plan, {"slow reader": random.random() < 0.15}


def place(random, role, run=None):
    side = random.choice(("in", "out"))
    if role == "view":
        return {"run": run or random.choice((1, 1, 2)), "side": side, "line": random.randint(1, 6)}
    # Most happens at early lines, and short sessions have no others.
    most = random.randint(1, LINES[role][side])
    return {"run": run or random.choice((1, 1, 1, 2)), "side": side, "line": random.randint(1, most)}


def place_of_death(random, role, run=None):
    if role != "view":
        return {**place(random, role, run), "when": random.choice(("before", "half", "after"))}
    run = run or 1
    where = random.choice(("anywhere", "anywhere", "acts", "waits", "begins"))
    if where == "anywhere":
        # Not between lines of one write: the view reports what it waits for together with the action.
        return {"run": run, "side": "in", "line": random.randint(1, 15), "when": random.choice(("before", "half", "after"))}
    if where == "begins" or run > 1:
        return {"run": run, "side": "in", "line": 1, "when": "before"}
    if where == "waits":
        return {"run": run, "side": "in", "only": VIEW_WAITS, "line": random.randint(1, 3),
                "when": random.choice(("before", "after"))}
    return {"run": run, "side": "out", "only": VIEW_ACTS, "line": random.randint(1, 5), "when": "after"}


def kill(side, line, when, run=1, **more):
    """Ends the role and its wrapper with exit code `status`, together with `others`."""
    kind = "exit code" if "status" in more else "kill of several" if "others" in more else {
        "before": "kill before a line", "half": "half a line, then kill", "after": "kill after a line"}[when]
    return {"run": run, "side": side, "line": line, "when": when, "action": "kill", "kind": kind, **more}


def say(side, line, what, count=1, run=1):
    """Writes nonsense before that line."""
    kind = "flood of events" if count > 100 else f"nonsense: {what}"
    return {"run": run, "side": side, "line": line, "action": "say", "what": what, "count": count, "kind": kind}


def death(random, role, run=None):
    where = place_of_death(random, role, run)
    # A program that fails before it has read or written anything is not started again.
    has_begun = where["side"] == "in" or where["line"] > 1 or where["when"] == "after"
    if role != "view" and random.random() < 0.2 and has_begun:
        where["status"] = random.choice((1, 70, 139))
    return [kill(**where)]


def deaths_in_a_row(random, role):
    """Kills the successors too, while the backoff grows."""
    first = death(random, role, run=1)
    again = [{**kill("in", 1, "before", run), "kind": "kill of a successor"} for run in range(2, random.randint(3, 5))]
    return first + again


def several(random, role):
    """Kills other roles at the same moment, but not the view, whose position is then unknown."""
    others = [other for other in ROLES if other not in ("view", role)]
    return [kill(**place_of_death(random, role, run=1), others=random.sample(others, random.randint(1, len(others))))]


def freeze(random, role):
    """Stops the role; continues or kills it later."""
    then = random.choice(("CONT", "CONT", "KILL"))
    where = place_of_death(random, role) if then == "KILL" else {**place(random, role), "when": "before"}
    return [{**where, "action": "freeze", "then": then, "seconds": random.choice((0.01, 0.05, 0.2)),
             "kind": f"stop, then {'continue' if then == 'CONT' else 'kill'}"}]


def swap(random, role):
    """Swaps this role or another one for the same program, for the role without its wrapper, or for a program that
    fails."""
    service = random.choice((role,) + ROLES)
    fault = {**place(random, role), "action": "swap", "service": service}
    outcome = random.choice(("restart", "swap", "swap that fails"))
    if outcome == "swap that fails":
        fault["command"] = ["/bin/sh", "-c", random.choice(FAILURES)]
    elif outcome == "swap" and service == role:
        fault["command"] = []
    return [{**fault, "kind": outcome if "command" in fault else "restart"}]


def nonsense(random, role):
    where = {**place(random, role), "side": "out"}
    what = random.choice(NONSENSE + ("shout", "flood"))
    if what == "shout":
        return [{**where, "action": "shout", "count": random.choice((1, 20_000)), "kind": "flood of stderr"}]
    if what == "flood":
        return [say(**where, what="a type of another role", count=5000)]
    return [say(**where, what=what, count=random.choice((1, 1, 3)))]


def disturbance(random, role):
    fault = {**place(random, role), "count": random.randint(1, 8)}
    if random.random() < 0.5:
        return [{**fault, "action": "trickle", "kind": f"one byte at a time {fault['side']}"}]
    return [{**fault, "action": "wait", "seconds": random.choice((0.005, 0.03, 0.1)), "kind": f"slow {fault['side']}"}]
