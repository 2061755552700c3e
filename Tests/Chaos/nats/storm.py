"""Runs sessions over a NATS server while servers, links and processes fail; nothing may be lost, doubled or out of order.

Called by scripts/chaos --nats, which has the options.
"""

import argparse
import collections
import os
import random
import sys
import tempfile
import time

from joined import Joined
from pool import Pool
from rig import Host, Network

KINDS = {"pool": Pool, "join": Joined}


def main(arguments):
    options = parse(arguments)
    kinds = [options.kind] if options.kind else sorted(KINDS)
    start, done, failed, fired = time.monotonic(), 0, [], collections.Counter()
    network = Network(3) if Network.is_possible() else None
    if not network:
        print("chaos: without root there are no hosts, so no link is cut", file=sys.stderr)
    hosts = network.hosts if network else [Host()] * 3
    first = options.seed if options.seed is not None else int.from_bytes(os.urandom(3), "big")
    for seed in range(first, first + options.rounds):
        if options.seconds and time.monotonic() - start > options.seconds:
            break
        dice = random.Random(seed)
        kind = kinds[seed % len(kinds)]
        with tempfile.TemporaryDirectory(prefix="viperline-nats-") as folder:
            round = KINDS[kind](options.products, folder, hosts, dice, options.events)
            round.only = options.only
            problems = run(round, dice, options)
            fired.update(round.fired)
            done += 1
            if problems:
                failed.append(f"seed {seed}")
                tell(round, kind, seed, problems, options)
    if network:
        network.end()
    print(f"{done} rounds, seeds {first} to {first + max(0, done - 1)}, in {time.monotonic() - start:.0f} s: "
          f"{len(failed)} failed, {sum(fired.values())} faults")
    for what, count in sorted(fired.items(), key=lambda item: -item[1]):
        print(f"{count:7} {what}")
    return 1 if failed else 0


def run(round, dice, options):
    """Returns what is wrong."""
    try:
        deadline = time.monotonic() + options.patience
        while True:
            gap = options.every or dice.choice((0.02, 0.1, 0.3, 0.6))
            if round.waits(gap):
                return round.problems()
            if time.monotonic() > deadline:
                return [f"not done after {options.patience} s", *round.problems()]
            if time.monotonic() < deadline - options.patience / 2:
                round.disturb(dice)
    finally:
        round.heal()
        round.end()


def tell(round, kind, seed, problems, options):
    print(f"FAILED {kind}, seed {seed}; again: scripts/chaos --nats {kind} --seed {seed}"
          + (f" --events {options.events}" if options.events else ""))
    for what in round.told:
        print(f"  {what}")
    for problem in problems[:40]:
        print(f"  {problem}")
    if options.verbose:
        for name, text in round.logs().items():
            print(f"  the log of {name}:")
            for line in text.splitlines()[-60:]:
                print(f"    {line[:300]}")
    sys.stdout.flush()


def parse(arguments):
    parser = argparse.ArgumentParser(prog="chaos", allow_abbrev=False, usage="see scripts/chaos --help", add_help=False)
    parser.error = usage
    parser.add_argument("products")
    parser.add_argument("kind", nargs="?", choices=sorted(KINDS))
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--events", type=int)
    parser.add_argument("--every", type=float)
    parser.add_argument("--patience", type=float, default=90)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (1 if options.seed is not None else 20)
    return options


def usage(problem):
    print(f"chaos: {problem} (see scripts/chaos --help)", file=sys.stderr)
    sys.exit(64)


sys.exit(main(sys.argv[1:]))
