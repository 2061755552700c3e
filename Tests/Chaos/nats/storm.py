"""Runs sessions over a NATS server while servers, links and processes fail, and clients mean harm; nothing may be lost, doubled or out of
order, and each gap must be told.

Called by scripts/chaos --nats, which has the options.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import sys
import tempfile
import threading
import time

from joined import Joined
from pool import Pool
from rig import Host, Network
from round import KINDS, NEED_ROOT

PARTS = {"pool": Pool, "join": Joined}
HOSTS = 4


class Storm:
    """Runs rounds, each on hosts of its own, and counts the results."""

    def __init__(self, options):
        self.options, self.has_hosts = options, Network.is_possible()
        self.lock, self.failed, self.done, self.fired = threading.Lock(), [], collections.Counter(), collections.Counter()
        self.rounds = [
            (part, kind) for kind in KINDS for part in sorted(PARTS)
            if options.kind in (None, kind) and options.part in (None, part) and (self.has_hosts or kind not in NEED_ROOT)]
        if not self.has_hosts:
            print("chaos: without root there are no hosts, so no link is cut", file=sys.stderr)
        if not self.rounds:
            usage("a round of this kind needs root")

    def run(self, seed):
        """A round, whose seed determines everything but the time."""
        part, kind = self.rounds[seed % len(self.rounds)]
        dice = random.Random(f"{part} {kind} {seed}")
        network = Network(HOSTS) if self.has_hosts else None
        try:
            with tempfile.TemporaryDirectory(prefix="viperline-nats-", ignore_cleanup_errors=True) as folder:
                round = PARTS[part](self.options.products, folder, network.hosts if network else [Host()] * HOSTS, kind, dice)
                round.only = self.options.only
                self.tell(round, part, kind, seed, *self.play(round, dice))
        finally:
            if network:
                network.end()

    def play(self, round, dice):
        """Returns what is wrong, and the counts."""
        options = self.options
        try:
            deadline = time.monotonic() + options.patience
            is_slow = round.kind in ("twins", "hostile")
            # First something must flow.
            while not round.flows():
                if time.monotonic() > deadline:
                    return [f"nothing flows after {options.patience:g} s", *round.deaths()], ""
                round.waits(0.05)
            for _ in range(options.faults or dice.randint(*(2, 4) if is_slow else (4, 10))):
                round.waits(options.every or dice.choice((0.1, 0.4, 0.8) if is_slow else (0.02, 0.1, 0.3, 0.6)))
                round.disturb(dice)
            round.waits(0.3)
            round.stop.touch()
            while not (is_done := round.waits(0.1)) and time.monotonic() < deadline:
                pass
            # What is started again later is not missing.
            round.heal()
            attacks = round.attacks() if round.attackers else {}
            counts = round.counts() + "".join(f", {count} {what}" for what, count in attacks.items())
            if not is_done and (who := round.awaited()):
                # A host that may read, and tells that it does not, holds the others up: their status shows it.
                return round.deaths(), f"{counts}, held up by {who}"
            return ([] if is_done else [f"not done after {options.patience:g} s"]) + round.problems(), counts
        finally:
            round.heal()
            round.last_logs = round.logs() if options.verbose else {}
            round.end()

    def tell(self, round, part, kind, seed, problems, counts):
        faults = ", ".join(f"{count}x {what}" for what, count in sorted(round.fired.items()))
        lines = [f"{'FAILED' if problems else 'passed'} {part} {kind}, seed {seed}: {counts}; {faults}; {time.monotonic() - round.began:.1f} s"]
        if problems:
            options = self.options
            lines.append("  again: scripts/chaos --nats" + (f" {options.part}" if options.part else "") + (f" --kind {options.kind}" if options.kind else "")
                         + f" --seed {seed}")
            lines += [f"  {what}" for what in round.told] + [f"  {problem}" for problem in problems[:40]]
            if options.verbose:
                for name, text in round.last_logs.items():
                    lines += [f"  the log of {name}:"] + [f"    {line[:300]}" for line in text.splitlines()[-60:]]
        with self.lock:
            self.done[f"{part} {kind}"] += 1
            self.fired.update(round.fired)
            if problems:
                self.failed.append(f"{part} {kind} {seed}")
            print("\n".join(lines), flush=True)


def main(arguments):
    options = parse(arguments)
    if options.products == "-":  # only a look at the other arguments
        return 0
    storm, start = Storm(options), time.monotonic()
    first = options.seed if options.seed is not None else int.from_bytes(os.urandom(3), "big")

    def run(seed):
        if not options.seconds or time.monotonic() - start < options.seconds:
            storm.run(seed)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, seed) for seed in range(first, first + options.rounds)]):
            done.result()
    print(f"{sum(storm.done.values())} rounds from seed {first} on, in {time.monotonic() - start:.0f} s: "
          f"{len(storm.failed)} failed, {sum(storm.fired.values())} faults")
    print("rounds: " + ", ".join(f"{count} {what}" for what, count in sorted(storm.done.items())))
    for what, count in sorted(storm.fired.items(), key=lambda item: -item[1]):
        print(f"{count:7} {what}")
    if storm.failed:
        print("failed: " + ", ".join(sorted(storm.failed)))
    return 1 if storm.failed else 0


def parse(arguments):
    parser = argparse.ArgumentParser(prog="chaos", allow_abbrev=False, usage="see scripts/chaos --help", add_help=False)
    parser.error = usage
    parser.add_argument("products")
    parser.add_argument("part", nargs="?", choices=sorted(PARTS))
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--faults", type=int)
    parser.add_argument("--every", type=float)
    parser.add_argument("--patience", type=float, default=90)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(arguments)
    if min(options.jobs, options.rounds or 1) < 1:
        usage("--jobs and --rounds are at least 1")
    options.rounds = options.rounds or (1 if options.seed is not None else 20)
    return options


def usage(problem):
    print(f"chaos: {problem} (see scripts/chaos --help)", file=sys.stderr)
    sys.exit(64)


sys.exit(main(sys.argv[1:]))
