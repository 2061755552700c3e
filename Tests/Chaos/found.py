"""Rounds that once failed. Every storm runs them again. They are written out, because a seed's plan changes when kinds of
faults are added."""

from faults import VIEW_ACTS, kill, say

FOUND = {
    # A line of nonsense from the presenter was counted as sent, so one of its successor's events was dropped.
    "nonsense is no event": (
        "trafficlight", "press Red\npress Green\npress Yellow\nquit\n",
        {"presenter": [say("out", 6, "blank", count=3), kill("out", 8, "before", others=["fetcher", "router"])]}),
    # The report that a page was opened reached a view that died before reading it, and was lost.
    "an answer that is no state": (
        "github", "search swift\nselect 2\nselect 4\nsearch qqqqqq\nback\nsearch swift\nquit\n",
        {"view": [kill("out", 2, "after", only=VIEW_ACTS), kill("in", 1, "before", run=2), kill("in", 1, "before", run=3)],
         "router": [{"run": 1, "side": "in", "line": 1, "count": 9, "action": "wait", "seconds": 0.06, "kind": "slow in"}]}),
}
