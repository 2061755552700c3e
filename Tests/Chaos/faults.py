"""What goes wrong in a round: drawn from its seed, so that the same seed is the same round.

A fault is a dictionary: in the `run`-th life of the role, at the `line`-th line of its input or output (`side`) that
contains `only`, the wrapper carries out `action`. `kind` is what the summary counts it as.
"""

ROLES = ("view", "presenter", "fetcher", "router")
# About how many lines of each direction a scripted session has; a fault at a later one would wait for ever.
LINES = {"presenter": {"in": 16, "out": 16}, "fetcher": {"in": 5, "out": 5}, "router": {"in": 4, "out": 4}}
NONSENSE = (
    "text", "blank", "half an event", "not UTF-8", "a type of another role", "another's source", "too long")
FAILURES = ("exit 3", "read line; exit 3", "echo out of order; exit 3", "kill -9 $$", "exit 0")
VIEW_ACTS, VIEW_WAITS = '"type":"view.output.', '"activity":'


def draw(random):
    """The plan of a round: a list of faults for each role, and the options of the round."""
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
    # Early lines are where most happens, and all that a short session has.
    most = random.randint(1, LINES[role][side])
    return {"run": run or random.choice((1, 1, 1, 2)), "side": side, "line": random.randint(1, most)}


def place_of_death(random, role, run=None):
    if role != "view":
        return {**place(random, role, run), "when": random.choice(("before", "half", "after"))}
    run = run or 1
    where = random.choice(("anywhere", "anywhere", "acts", "waits", "begins"))
    if where == "anywhere":
        return {"run": run, "side": random.choice(("in", "out")), "line": random.randint(1, 15),
                "when": random.choice(("before", "half", "after"))}
    if where == "begins" or run > 1:
        return {"run": run, "side": "in", "line": 1, "when": "before"}
    if where == "waits":
        return {"run": run, "side": "in", "only": VIEW_WAITS, "line": random.randint(1, 3),
                "when": random.choice(("before", "after"))}
    return {"run": run, "side": "out", "only": VIEW_ACTS, "line": random.randint(1, 5), "when": "after"}


def kill(side, line, when, run=1, **more):
    """The role and its wrapper end. `status`: with that exit code. `others`: these with it."""
    kind = "exit code" if "status" in more else "kill of several" if "others" in more else {
        "before": "kill before a line", "half": "half a line, then kill", "after": "kill after a line"}[when]
    return {"run": run, "side": side, "line": line, "when": when, "action": "kill", "kind": kind, **more}


def say(side, line, what, count=1, run=1):
    """Nonsense, before that line."""
    kind = "flood of events" if count > 100 else f"nonsense: {what}"
    return {"run": run, "side": side, "line": line, "action": "say", "what": what, "count": count, "kind": kind}


def death(random, role, run=None):
    where = place_of_death(random, role, run)
    if role != "view" and random.random() < 0.2:
        where["status"] = random.choice((1, 70, 139))
    return [kill(**where)]


def deaths_in_a_row(random, role):
    """The successors die too, while the backoff grows."""
    first = death(random, role, run=1)
    again = [{**kill("in", 1, "before", run), "kind": "kill of a successor"} for run in range(2, random.randint(3, 5))]
    return first + again


def several(random, role):
    """Others die in the same moment; never the view, of which one does not know what it does then."""
    others = [other for other in ROLES if other not in ("view", role)]
    return [kill(**place_of_death(random, role, run=1), others=random.sample(others, random.randint(1, len(others))))]


def freeze(random, role):
    """Stopped, and continued or killed later."""
    then = random.choice(("CONT", "CONT", "KILL"))
    where = place_of_death(random, role) if then == "KILL" else {**place(random, role), "when": "before"}
    return [{**where, "action": "freeze", "then": then, "seconds": random.choice((0.01, 0.05, 0.2)),
             "kind": f"stop, then {'continue' if then == 'CONT' else 'kill'}"}]


def swap(random, role):
    """Another process is asked for, of this role or of another one: the same program again, the role without its
    wrapper, or one that fails."""
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
