"""Five changes, each a patch in Tests/Patterns/changes that makes it in every pattern at once.

A pattern is charged with the files that belong to it. All patches are applied to one copy of the package, which is built;
then a session of each pattern has to show each change.
"""

import dataclasses
import os
import pathlib
import subprocess

from . import package, sessions

PATIENCE = 60
FOLDER = package.ROOT / "Tests" / "Patterns" / "changes"


@dataclasses.dataclass(frozen=True)
class Change:
    key: str
    title: str
    #: What the user does, and what the screen then shows.
    script: tuple
    shows: str
    of_greeting: bool = False
    variables: tuple = ()

    @property
    def patch(self):
        return FOLDER / f"{self.key}.patch"


#: The order in which the patches are applied.
CHANGES = (
    Change("field", "a field on a row", ("search music", "quit"), "Rating ★★★☆☆ 3.5; Age 17+"),
    Change("validation", "a validation", ("search a", "quit"), "The search term is too short"),
    Change("source", "another data source", ('press "Show greeting"', "quit"), "Hello Ada Lovelace",
           of_greeting=True, variables=("GREETING_PERSON=Ada Lovelace",)),
    Change("scene", "another scene", ("search music", "select 1", "press About this app", "quit"), "Version: 6.15.3"),
    Change("view", "another view", ('{"type":"view.output.didSearch","data":{"query":"tuner"}}',),
           "App Store | Wrenhouse Tuner"),
)


def touched(change, pattern):
    """The files of this pattern that the change touches, and the lines that it adds or removes there."""
    counted = subprocess.run(
        ["git", "apply", "--numstat", str(change.patch)], check=True, stdout=subprocess.PIPE, text=True,
        cwd=FOLDER, env=alone(FOLDER))
    lines = [line.split("\t") for line in counted.stdout.splitlines()]
    own = [(int(added) + int(removed)) for added, removed, file in lines if belongs(pathlib.PurePath(file), pattern)]
    return [len(own), sum(own)]


def belongs(file, pattern):
    return any(file.is_relative_to(folder) for folder in pattern.folders)


def alone(folder):
    """An environment in which git finds no repository around the folder, so that paths begin in it."""
    return {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}


def mistakes():
    """The reason why the patches do not apply to the package, if they don't."""
    done = subprocess.run(
        ["git", "apply", "--check", "-C1", *(str(change.patch) for change in CHANGES)],
        cwd=package.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [f"a patch of Tests/Patterns/changes does not apply: {done.stdout.strip()}"] if done.returncode else []


class Changed:
    """The package with all changes, in one build."""

    def __init__(self, copy, products, programs):
        self.copy = copy
        self.viperline = str(copy.programs / "viperline")
        copy.restore()
        for change in CHANGES:
            # Some context may have moved.
            subprocess.run(["git", "apply", "-C1", str(change.patch)], check=True, cwd=copy.folder, env=alone(copy.folder))
        subprocess.run([copy.folder / "scripts" / "generate"], check=True, stdout=subprocess.DEVNULL)
        output = copy.build(products)
        if " error: " in output:
            raise SystemExit(f"compare-patterns: the changed package does not compile\n{output[-4000:]}")
        copy.complete(programs)

    def check(self, change, pattern):
        """Ends the script if a session of the pattern does not show the change."""
        options = [option for variable in change.variables for option in ("--env", variable)]
        if change.key == "view":
            service, command = pattern.plain_view
            options += ["--replace", f"{service}={command}"]
        name = pattern.greeting if change.of_greeting else pattern.search
        command = sessions.command(self.viperline, name, *options, root=self.copy.folder)
        session = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            shown, _ = session.communicate("".join(f"{line}\n" for line in change.script), timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            session.terminate()
            shown, _ = session.communicate()
        if change.shows not in shown:
            raise SystemExit(
                f"compare-patterns: {pattern.title} does not show {change.title}, {change.shows!r}:\n{shown[-3000:]}")
