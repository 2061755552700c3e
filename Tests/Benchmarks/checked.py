"""What every row of a benchmark rests on: commands that ended well, and results that are as many and of the kind that they must be.

Whatever else a program does (refuse its options, end early, answer with failures, leave states out) would be fast too, so it ends the
benchmark, with the row and the reason. Sizes are a share of the real ones with SHARE=0.01; such figures are not worth keeping.
"""

import collections
import os
import re
import subprocess

SHARE = float(os.environ.get("SHARE", 1))
TYPE = re.compile(rb'"type":\s*"([^"]*)"')


def scaled(count, least=10):
    """That share of a size, and an even number."""
    return count if SHARE == 1 else max(least, int(count * SHARE) // 2 * 2)


class Falsehood(SystemExit):
    """A row would have told what is not so."""

    def __init__(self, what, problem):
        super().__init__(f"bench: {what}: {problem}")


def expect(what, got, wanted, of="results"):
    if got != wanted:
        raise Falsehood(what, f"{of}: {shown(got)}, not {shown(wanted)}")


def expect_that(holds, what, problem):
    if not holds:
        raise Falsehood(what, problem)


def shown(value):
    return str(dict(value)) if isinstance(value, collections.Counter) else str(value)


def expect_status(what, command, status, wanted=(0,)):
    if status not in wanted:
        words = command if isinstance(command, str) else " ".join(map(str, command))
        raise Falsehood(what, f"exit code {status}: {words[:300]}")


def run(what, command, statuses=(0,), **options):
    """Runs it to its end, which must be one of these."""
    result = subprocess.run(command, **options)
    expect_status(what, command, result.returncode, statuses)
    return result


def kinds(file, kind=None):
    """How many lines of each kind are in a file: by default the type of its event; `none` for a line without one."""
    def type_of(line):
        found = TYPE.search(line)
        return found[1].decode() if found else "none"
    counts = collections.Counter()
    with open(file, "rb") as lines:
        for line in lines:
            counts[(kind or type_of)(line)] += 1
    return counts


def expect_kinds(what, file, wanted, kind=None):
    expect(what, kinds(file, kind), collections.Counter(wanted))


def expect_counted(what, file, lines, type_, least=None):
    """What count.c has seen: so many lines (or at least some, where older states may be left out), the last of which is the last one
    that was sent, with a number that ends an id. Returns how many."""
    with open(file, "rb") as report:
        number, first, last = (report.read().split(b"\n", 2) + [b"", b""])[:3]
    seen = int(number or 0)
    if least is None:
        expect(what, seen, lines, "lines")
    else:
        expect_that(least <= seen <= lines, what, f"{seen} lines, not {least} to {lines}")
    for line in (first, last):
        expect_that(f'"{type_}'.encode() in line, what, f"no {type_}: {line[:200]!r}")
    expect_that(f'-{lines - 1}"'.encode() in last, what, f"this is not the last of {lines}: {last[:200]!r}")
    return seen


def expect_times(what, file, count):
    """The numbers in a file, one a line; so many, and none that is no time at all."""
    with open(file) as lines:
        times = [int(line) for line in lines]
    expect(what, len(times), count, "round trips")
    expect_that(min(times) > 0, what, "a round trip took no time")
    return times
