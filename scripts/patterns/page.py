"""compose/patterns/README.md: what in it is printed by tools, and what is quoted from files.

    <!-- printed: check patterns/mvc --diagram -->   the output of `viperline check …`, as a drawing
    <!-- printed: search patterns/mvc -->            the sequence of the first action in that cassette
    <!-- quoted: Sources/… -->                       lines of the file, in its order; a line "…" stands for lines left out

Each comment is followed by a code block.
"""

import json
import re
import subprocess

from . import package, roles

FILE = package.ROOT / "compose" / "patterns" / "README.md"
TABLE_BEGIN, TABLE_END = "<!-- table: scripts/compare-patterns --write -->\n", "<!-- end of table -->\n"
PRINTED = re.compile(r"(<!-- printed: ([^\n]+) -->\n```mermaid\n)(.*?)(```\n)", re.DOTALL)
QUOTED = re.compile(r"<!-- quoted: (\S+) -->\n```\w*\n(.*?)```\n", re.DOTALL)


def printed(text, viperline):
    """The page with every drawing as the tools print it now."""
    return PRINTED.sub(lambda block: block[1] + drawing(viperline, block[2].split()) + block[4], text)


def with_table(text, table, machine):
    before, rest = text.split(TABLE_BEGIN)
    return f"{before}{TABLE_BEGIN}\n{table}\nMeasured on {machine}.\n\n{TABLE_END}{rest.split(TABLE_END)[1]}"


def drawing(viperline, words):
    if words[0] == "check":
        composition = package.ROOT / "compose" / f"{words[1]}.yaml"
        return output(viperline, "check", str(composition), *words[2:])
    recording = roles.CASSETTES / f"{words[1]}.ndjson"
    start, end = first_action(recording)
    return output(viperline, "cassette", "diagram", str(recording), "--from", str(start), "--to", str(end))


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def first_action(recording):
    """From when to when the first command was carried out: until just before the second was typed."""
    with open(recording, encoding="utf-8") as lines:
        passages = [json.loads(line) for line in lines][1:]
    times = [one["t"] for one in passages if one.get("event", {}).get("type") == "process.output.entered"]
    return times[0], round(times[1] - 1e-6, 6)


def mistakes(text, viperline):
    """What in the page is not as the tools print it, or not in the file that it is quoted from."""
    found = []
    for block in PRINTED.finditer(text):
        if block[3] != drawing(viperline, block[2].split()):
            found.append(f"“{block[2]}” prints something else; run scripts/compare-patterns --write-drawings")
    for block in QUOTED.finditer(text):
        file = (package.ROOT / block[1]).read_text(encoding="utf-8")
        at = 0
        for piece in re.split(r"^ *…\n", block[2], flags=re.MULTILINE):
            at = file.find(piece, at)
            if at < 0:
                found.append(f"{block[1]} has no such lines, or not in this order:\n{piece}")
                break
            at += len(piece)
    return found
