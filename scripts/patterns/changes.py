"""Five changes of the App Store search, each made in every pattern by patches in Tests/Patterns/changes."""

import json
import subprocess

from . import package

FOLDER = package.ROOT / "Tests" / "Patterns" / "changes"
TITLES = {
    "field": "a field on a row",
    "validation": "a validation",
    "source": "another data source",
    "scene": "another scene",
    "view": "another view",
}


def patches(key, pattern):
    """The patches that make the change in this pattern; several patterns may share one."""
    table = json.loads((FOLDER / "changes.json").read_text(encoding="utf-8"))
    return [FOLDER / key / f"{name}.patch" for name in table[key][pattern.key]]


def touched(key, pattern):
    """The files that the change touches in this pattern, and the lines that it adds or removes."""
    files, lines = set(), 0
    for patch in patches(key, pattern):
        counted = subprocess.run(["git", "apply", "--numstat", patch], check=True, stdout=subprocess.PIPE, text=True)
        for line in counted.stdout.splitlines():
            added, removed, file = line.split("\t")
            files.add(file)
            lines += int(added) + int(removed)
    return [len(files), lines]
