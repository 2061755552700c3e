"""Rounds in which somebody once noticed something. Each is run again in every storm; they are written out, because what
a seed draws changes with the faults that there are."""

from faults import VIEW_ACTS, kill, say

FOUND = {
    # What the presenter had cried out was counted as said, and an event of its successor dropped in its place.
    "nonsense is no event": (
        "trafficlight", "press Red\npress Green\npress Yellow\nquit\n",
        {"presenter": [say("out", 6, "blank", count=3), kill("out", 8, "before", others=["fetcher", "router"])]}),
    # That the page was opened had come to a view that died before it had read that, and was lost.
    "an answer that is no state": (
        "github", "search swift\nselect 2\nselect 4\nsearch qqqqqq\nback\nsearch swift\nquit\n",
        {"view": [kill("out", 2, "after", only=VIEW_ACTS), kill("in", 1, "before", run=2), kill("in", 1, "before", run=3)],
         "router": [{"run": 1, "side": "in", "line": 1, "count": 9, "action": "wait", "seconds": 0.06, "kind": "slow in"}]}),
}
