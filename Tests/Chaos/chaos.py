"""Runs sessions of every application while processes die, hang and write nonsense; the user must not notice.

Called by scripts/chaos, which has the options.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import random
import sys
import threading
import time

import faults
from found import FOUND
from scripts import SCRIPTS
from session import Session


@dataclasses.dataclass
class Round:
    """One session with its faults."""

    name: str
    again: str
    application: str
    script: str
    plan: dict
    options: dict = dataclasses.field(default_factory=dict)

    @classmethod
    def drawn(cls, seed, only=None):
        dice = random.Random(seed)
        application = dice.choice(sorted(SCRIPTS))
        application = only or application
        script = dice.choice(SCRIPTS[application])
        again = f"--seed {seed}" + (f" --app {only}" if only else "")
        return cls(f"seed {seed}", again, application, script, *faults.draw(dice))

    def describe(self):
        lines = [f"script: {'; '.join(self.script.splitlines())}"]
        lines += [f"{role}: {json.dumps(fault)}" for role, its in self.plan.items() for fault in its]
        return lines + [name for name, is_on in self.options.items() if is_on]


class Storm:
    """Runs rounds and counts the results."""

    def __init__(self, products, report):
        self.products, self.report = products, report
        self.fired, self.failed, self.rounds, self.restarts = collections.Counter(), [], 0, 0
        self.sessions, self.quiet, self.lock = {}, {}, threading.Lock()

    def run(self, round):
        # The first one runs the session without faults; the others wait for it.
        with self.lock:
            if round.application not in self.sessions:
                self.sessions[round.application] = Session(self.products, round.application)
            session = self.sessions[round.application]
            if round.script not in self.quiet:
                self.quiet[round.script] = self.run_quietly(session, round.script)
            quiet = self.quiet[round.script]
        observed = session.run(round.script, round.plan, round.options)
        problems = observed.problems(quiet)
        with self.lock:
            self.rounds += 1
            self.restarts += observed.fired.pop("restart", 0)
            for what, count in observed.fired.items():
                self.fired[what.split(": ", 1)[1]] += count
            if problems:
                self.failed.append(round.name)
                self.report(round, observed, problems)

    def run_quietly(self, session, script):
        quiet = session.run(script)
        problems = quiet.repeated() + quiet.unanswered()
        if quiet.status != 0 and "? " not in quiet.transcript or problems:
            raise SystemExit(f"chaos: {session.application} fails in quiet: exit code {quiet.status}, {problems}\n"
                             f"{quiet.transcript}\n{quiet.log}")
        return quiet


def main(arguments):
    options = parse(arguments)
    if options.products == "-":  # only a look at the other arguments
        return 0
    rounds = choose(options)
    start = time.monotonic()
    storm = Storm(options.products, lambda *what: tell_failure(*what, options.verbose))

    def run(round):
        if options.seconds and time.monotonic() - start > options.seconds:
            return
        storm.run(round)
        if sys.stderr.isatty():
            print(f"\r{storm.rounds} of {len(rounds)} rounds, {len(storm.failed)} failed ", end="", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, round) for round in rounds]):
            done.result()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    summarise(storm, rounds, time.monotonic() - start)
    return 1 if storm.failed else 0


def choose(options):
    """The requested seeds; by default the plans that once failed, and new seeds."""
    if options.seed is not None:
        first, count = options.seed, options.rounds or 1
    else:
        first, count = int.from_bytes(os.urandom(3), "big"), options.rounds or 100
    found = [Round(name, "--rounds 1", *row) for name, row in FOUND.items()]
    drawn = [Round.drawn(seed, options.app) for seed in range(first, first + count)]
    return drawn if options.seed is not None and not options.rounds else found + drawn


def parse(arguments):
    parser = argparse.ArgumentParser(prog="chaos", allow_abbrev=False, usage="see scripts/chaos --help", add_help=False)
    parser.error = usage
    parser.add_argument("products")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--app", choices=sorted(SCRIPTS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(arguments)
    if min(options.jobs, options.rounds or 1) < 1:
        usage("--jobs and --rounds are at least 1")
    return options


def usage(problem):
    print(f"chaos: {problem} (see scripts/chaos --help)", file=sys.stderr)
    sys.exit(64)


def tell_failure(round, observed, problems, is_verbose):
    lines = [f"FAILED {round.application}, {round.name}; again: scripts/chaos {round.again}"]
    lines += [f"  {line}" for line in round.describe()]
    lines += [f"  happened: {what}" for what in observed.fired]
    lines += [f"  {problem}" for problem in problems[:40]]
    if is_verbose:
        lines += ["  the log:"] + [f"    {line[:300]}" for line in observed.log.splitlines()]
    print("\n".join(lines), flush=True)


def summarise(storm, rounds, seconds):
    print(f"{storm.rounds} rounds, {rounds[0].name} to {rounds[-1].name}, in {seconds:.0f} s: "
          f"{len(storm.failed)} failed, {sum(storm.fired.values())} faults, {storm.restarts} restarts")
    for kind, count in sorted(storm.fired.items(), key=lambda item: -item[1]):
        print(f"{count:7} {kind}")
    if storm.failed:
        print("failed: " + ", ".join(sorted(storm.failed)))


sys.exit(main(sys.argv[1:]))
