"""Builds a copy of the package with all mutants in it, and counts those that a recorded session gives away.

`viperline verify` plays the recording to the role; a mutant whose role then says anything else is killed.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import shutil
import subprocess

from . import mutants, package

PATIENCE = "2"
SUPPORT_FILE = "Mutants.swift"
#: Rounds of building and leaving out what does not compile.
MOST_BUILDS = 12


@dataclasses.dataclass
class Score:
    """Of one role in one pattern."""
    mutants: int = 0
    reached: int = 0
    killed: int = 0


@dataclasses.dataclass(frozen=True)
class Trial:
    """How a role is compared with a recording."""
    viperline: str
    recording: pathlib.Path
    service: str
    #: The role's program, by name, and its arguments.
    command: tuple
    variables: dict

    @classmethod
    def of(cls, viperline, recording, service):
        with open(recording, encoding="utf-8") as lines:
            recorded = json.loads(next(lines))["services"][service]
        variables = {name: value for name, value in recorded["environment"].items() if value is not None}
        return cls(viperline, recording, service, tuple(recorded["command"]), variables)


class Mutation:
    """All mutants, in one build."""

    def __init__(self, folder, logic, products, say):
        """logic: the folders of Sources whose files are mutated."""
        self.copy = pathlib.Path(folder) / "package"
        self.say = say
        copy_package(self.copy)
        files = [file.relative_to(package.ROOT) for file in package.files(sorted(logic))]
        sources = [file for file in (self.copy / "Sources").rglob("*.swift")]
        types = mutants.declared_types(file.read_text(encoding="utf-8") for file in sources)
        self.original = {file: (self.copy / file).read_text(encoding="utf-8") for file in files}
        self.mutants = {file: mutants.mutants_of(text, types) for file, text in self.original.items()}
        number = 0
        for found in self.mutants.values():
            for mutant in found:
                number += 1
                mutant.number = number
        for target in {package.target_of("/".join(file.parent.parts[1:])) for file in files}:
            (self.copy / package.targets()[target][0] / SUPPORT_FILE).write_text(mutants.SUPPORT, encoding="utf-8")
        self.left_out = 0
        self.build(products)

    def build(self, products):
        self.write(self.mutants)
        for _ in range(MOST_BUILDS):
            output = "".join(build(self.copy, product) for product in products)
            if " error: " not in output:
                break
            self.leave_out(output)
        else:
            raise SystemExit(f"compare-patterns: the mutants do not compile\n{output[-4000:]}")
        self.programs = self.copy / ".build" / "debug"

    def leave_out(self, output):
        """The mutants in lines that the compiler complains of."""
        wrong = {}
        for path, line in re.findall(r"^(/\S+\.swift):(\d+):\d+: error: ", output, re.MULTILINE):
            wrong.setdefault(pathlib.Path(path).resolve().relative_to(self.copy.resolve()), set()).add(int(line))
        removed = 0
        for file, lines in wrong.items():
            kept = [mutant for mutant in self.mutants.get(file, []) if not lines & self.lines_of(file, mutant)]
            removed += len(self.mutants.get(file, [])) - len(kept)
            self.mutants[file] = kept
        if not removed:
            raise SystemExit(f"compare-patterns: the copy does not compile\n{output[-4000:]}")
        self.left_out += removed
        self.write(wrong)

    def lines_of(self, file, mutant):
        text = self.original[file]
        return {
            line for start, end, *_ in mutant.edits
            for line in range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2)
        }

    def write(self, files):
        for file in files:
            new = mutants.rewritten(self.original[file], self.mutants[file])
            (self.copy / file).write_text(new, encoding="utf-8")

    def of(self, folders):
        """The numbers of the mutants in these folders of Sources."""
        wanted = {file.relative_to(package.ROOT) for file in package.files(folders)}
        return [mutant.number for file, found in self.mutants.items() if file in wanted for mutant in found]

    def sample(self, size, seed):
        everyone = [mutant.number for found in self.mutants.values() for mutant in found]
        return set(everyone if size is None else random.Random(seed).sample(everyone, min(size, len(everyone))))

    def score(self, folders, sample, trials):
        """trials: how the role is verified, as (recording, service, command, variables)."""
        chosen = [number for number in self.of(folders) if number in sample]
        reached = set().union(*(self.reached(trial) for trial in trials))
        running = [number for number in chosen if number in reached]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            killed = sum(pool.map(lambda number: any(self.kills(trial, number) for trial in trials), running))
        return Score(len(chosen), len(running), killed)

    def reached(self, trial):
        """The mutants whose place the recording comes to. The unchanged program must agree with it."""
        record = self.copy.parent / "reached"
        record.write_bytes(b"")
        if self.verify(trial, {"VIPERLINE_MUTANTS_REACHED": str(record)}) != 0:
            raise SystemExit(f"compare-patterns: without any mutant, {trial.service} differs from {trial.recording}")
        return {int(line) for line in record.read_text().split()}

    def kills(self, trial, number):
        return self.verify(trial, {"VIPERLINE_MUTANT": str(number)}) != 0

    def verify(self, trial, variables):
        command = [
            trial.viperline, "verify", trial.service, str(trial.recording), "--patience", PATIENCE, "--",
            str(self.programs / trial.command[0]), *trial.command[1:]]
        try:
            return subprocess.run(
                command, env={**os.environ, **trial.variables, **variables}, capture_output=True, timeout=60).returncode
        except subprocess.TimeoutExpired:
            return 1


def copy_package(folder):
    folder.mkdir(parents=True)
    shutil.copy(package.ROOT / "Package.swift", folder)
    for part in ("Sources", "Tests", "Dependencies", "scripts", "compose", "protocols"):
        shutil.copytree(package.ROOT / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns(".build"))


def build(folder, product):
    done = subprocess.run(
        ["swift", "build", "--package-path", str(folder), "--product", product, "--disable-index-store"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode and " error: " not in done.stdout:
        raise SystemExit(f"compare-patterns: build {product}:\n{done.stdout[-4000:]}")
    return done.stdout
