"""The rows that `scripts/bench --record` keeps in recorded.ndjson, the tables of README.md that show them, and what is worse now.

usage: scripts/bench --check    compares the tables with the rows
       scripts/bench --write    writes the tables anew
"""

import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
HEAD = "| what | ours | peer | ratio | aim |\n|---|---|---|---|---|"
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
# A row is worse if it has lost more than a fifth.
LOSS = 1.2


def shown(row):
    ratio = "–" if row["ratio"] is None else f"{row['ratio']:.2f}"
    return f"| {row['what']} | {row['ours']} | {row['peer']} | {ratio} | {row['aim']} |"


def read(folder=FOLDER):
    file = folder / "recorded.ndjson"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def record(benchmark, rows, place, whole, folder=FOLDER):
    """Keeps these rows in place of those of the same names, or of the whole benchmark.

    `place` has what they have in common: the machine, the commit, the date.
    """
    names = {row["what"] for row in rows}
    known = read(folder)
    fresh = [{"benchmark": benchmark, **row, **place} for row in rows]
    kept = [row for row in known if row["benchmark"] != benchmark or not whole and row["what"] not in names]
    order = list(dict.fromkeys([row["benchmark"] for row in known] + [benchmark]))
    ordered = sorted(kept + fresh, key=lambda row: order.index(row["benchmark"]))
    (folder / "recorded.ndjson").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ordered))


def is_better_higher(row):
    """By its aim, or by its unit where the aim has no direction."""
    if row["aim"][:1] in "≥≤":
        return row["aim"][:1] == "≥"
    return "/s" in row["ours"]


def figure(row, same_machine):
    """What is compared of a row: its ratio, or its first number, which counts on the same machine only."""
    if row["ratio"] is not None:
        return row["ratio"]
    number = NUMBER.search(row["ours"])
    return float(number[0].replace(",", "")) if number and same_machine else None


def worse(benchmark, rows, machine, folder=FOLDER):
    """A line for each row that has lost more than a fifth since it was recorded."""
    known = {row["what"]: row for row in read(folder) if row["benchmark"] == benchmark}
    lines = []
    for row in rows:
        old = known.get(row["what"])
        if not old:
            continue
        before, now = figure(old, old["machine"] == machine), figure(row, old["machine"] == machine)
        if before is None or now is None:
            continue
        lost = before > now * LOSS if is_better_higher(row) else now > before * LOSS
        if lost:
            lines.append(f"{row['what']}: {now:g}, recorded as {before:g} at {old['commit']}")
    return lines


def table(rows):
    """Of one benchmark; a line before each group that was measured together."""
    lines, place = [], None
    for row in rows:
        here = f"At {row['commit']}, {row['date']}, on {row['machine']}:"
        if here != place:
            lines += ([""] if lines else []) + [here, "", HEAD]
            place = here
        lines.append(shown(row))
    return "\n".join(lines)


def with_tables(page, rows):
    """The page, with the rows of a benchmark between its two comments."""
    def replaced(match):
        chosen = [row for row in rows if row["benchmark"] == match[1]]
        return f"<!-- recorded: {match[1]} -->\n{table(chosen)}\n<!-- end -->"
    return re.sub(r"<!-- recorded: (\w+) -->\n.*?<!-- end -->", replaced, page, flags=re.DOTALL)


def main(arguments):
    if arguments not in (["--check"], ["--write"]):
        sys.exit(__doc__)
    page = FOLDER / "README.md"
    text = page.read_text()
    wanted = with_tables(text, read())
    if arguments == ["--write"]:
        page.write_text(wanted)
    elif text != wanted:
        sys.exit("recorded.py: the tables of Tests/Benchmarks/README.md are not those of recorded.ndjson; "
                 "run scripts/bench --write")


if __name__ == "__main__":
    main(sys.argv[1:])
