"""Builds the package with all mutants in it, and counts those that a recorded session gives away.

`viperline verify` plays the recording to the role; a mutant whose role then answers differently is killed.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile

from . import mutants, package

#: Seconds. A mutant may never answer; the unchanged program does, also on a busy machine.
PATIENCE, GREAT_PATIENCE = "2", "30"
SUPPORT_FILE = "Mutants.swift"
#: Rounds of building and leaving out what does not compile.
MOST_BUILDS = 12
#: How many mutants are built for each one of a sample.
SPARE = 3


@dataclasses.dataclass
class Score:
    """Of one role in one pattern."""
    killed: int
    reached: int
    mutants: int


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

    def __init__(self, copy, logic, products, size=None, seed=1):
        """logic: the folders of Sources whose files are mutated. size and seed: of the sample; without a size, all mutants."""
        self.copy = copy
        files = [file.relative_to(package.ROOT) for file in package.files(sorted(logic))]
        types = mutants.declared_types(
            file.read_text(encoding="utf-8") for file in (package.ROOT / "Sources").rglob("*.swift"))
        self.original = {file: (package.ROOT / file).read_text(encoding="utf-8") for file in files}
        self.mutants = {file: mutants.mutants_of(text, types) for file, text in self.original.items()}
        for number, mutant in enumerate(self.everyone(), 1):
            mutant.number = number
        numbers = [mutant.number for mutant in self.everyone()]
        if size is not None:
            # More than wanted, because some do not compile.
            numbers = random.Random(seed).sample(numbers, min(SPARE * size, len(numbers)))
            self.mutants = {
                file: [mutant for mutant in found if mutant.number in numbers] for file, found in self.mutants.items()}
        self.build(products)
        left = {mutant.number for mutant in self.everyone()}
        #: The numbers of the mutants that are tried.
        self.sample = set([number for number in numbers if number in left][:size])

    def everyone(self):
        return [mutant for found in self.mutants.values() for mutant in found]

    def build(self, products):
        for target in {package.target_of("/".join(file.parent.parts[1:])) for file in self.original}:
            self.copy.write(f"{package.targets()[target][0]}/{SUPPORT_FILE}", mutants.SUPPORT)
        self.write(file for file, found in self.mutants.items() if found)
        for _ in range(MOST_BUILDS):
            output = self.copy.build(products)
            if " error: " not in output:
                return
            self.leave_out(output)
        raise SystemExit(f"compare-patterns: the mutants do not compile\n{output[-4000:]}")

    def write(self, files):
        for file in files:
            self.copy.write(file, mutants.rewritten(self.original[file], self.mutants[file]))

    def leave_out(self, output):
        """Removes the mutants in lines with errors."""
        wrong = {}
        for path, line in re.findall(r"^(/\S+\.swift):(\d+):\d+: error: ", output, re.MULTILINE):
            file = pathlib.Path(path).resolve().relative_to(self.copy.place.resolve())
            wrong.setdefault(file, set()).add(int(line))
        before = len(self.everyone())
        for file, lines in wrong.items():
            self.mutants[file] = [
                mutant for mutant in self.mutants.get(file, []) if not lines & self.lines_of(file, mutant)]
        if len(self.everyone()) == before:
            raise SystemExit(f"compare-patterns: the copy does not compile\n{output[-4000:]}")
        self.write(wrong)

    def lines_of(self, file, mutant):
        text = self.original[file]
        return {
            line for start, end, *_ in mutant.edits
            for line in range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2)
        }

    def score(self, folders, trials):
        """Of the mutants in these folders of Sources."""
        wanted = {file.relative_to(package.ROOT) for file in package.files(folders)}
        chosen = {
            mutant.number for file, found in self.mutants.items() if file in wanted for mutant in found
        } & self.sample
        running = sorted(chosen & set().union(*(self.reached(trial) for trial in trials)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            killed = sum(pool.map(lambda number: self.kills(trials, number), running))
        return Score(killed, len(running), len(chosen))

    def reached(self, trial):
        """The mutants whose place the recording reaches. The unchanged program must agree with the recording."""
        with tempfile.NamedTemporaryFile() as record:
            if self.verify(trial, {"VIPERLINE_MUTANTS_REACHED": record.name}, GREAT_PATIENCE) != 0:
                raise SystemExit(f"compare-patterns: without any mutant, {trial.service} differs from {trial.recording}")
            return {int(line) for line in record.read().split()}

    def kills(self, trials, number):
        return any(self.verify(trial, {"VIPERLINE_MUTANT": str(number)}) != 0 for trial in trials)

    def verify(self, trial, variables, patience=PATIENCE):
        command = [
            trial.viperline, "verify", trial.service, str(trial.recording), "--patience", patience, "--",
            str(self.copy.programs / trial.command[0]), *trial.command[1:]]
        try:
            return subprocess.run(
                command, env={**os.environ, **trial.variables, **variables}, capture_output=True, timeout=60).returncode
        except subprocess.TimeoutExpired:
            return 1
