"""Rounds in which somebody once noticed something. Each is run again in every storm; they are written out, because what
a seed draws changes with the faults that there are."""

from faults import kill, say

FOUND = {
    # What the presenter had cried out was counted as said, and an event of its successor dropped in its place.
    "nonsense is no event": (
        "trafficlight", "press Red\npress Green\npress Yellow\nquit\n",
        {"presenter": [say("out", 6, "blank", count=3), kill("out", 8, "before", others=["fetcher", "router"])]}),
}
