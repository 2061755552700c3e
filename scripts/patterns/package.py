"""The package as text and as Package.swift describes it."""

import functools
import pathlib

import manifest

from . import roles
from . import swift_text as swift

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@functools.cache
def targets():
    """The folder and the imports of each target under Sources."""
    return {
        target.name: (target.folder, target.imports)
        for target in manifest.targets().values() if target.group and not target.is_system
    }


def target_of(folder):
    """The target that has this folder or file of Sources."""
    path = f"Sources/{folder}/"
    for name, (base, _) in targets().items():
        if path.startswith(base + "/"):
            return name
    raise SystemExit(f"compare-patterns: no target of Package.swift has Sources/{folder}")


def reachable(target):
    """The target and all that it imports."""
    found = [target]
    for one in found:
        found += sorted(targets()[one][1] & targets().keys() - set(found))
    return set(found)


def files(folders):
    """The Swift files that count for a comparison, in folders of Sources, or named themselves."""
    left_out = roles.OTHER_APPLICATIONS | roles.WRITTEN_BY_SCRIPTS
    found = []
    for folder in folders:
        path = ROOT / "Sources" / folder
        found += [path] if path.is_file() else sorted(path.rglob("*.swift"))
    return [file for file in found if not left_out & set(file.relative_to(ROOT).with_suffix("").parts)]


@functools.cache
def lines(folders):
    return sum(swift.lines_of_code(file.read_text(encoding="utf-8")) for file in files(folders))


def check(pattern, services):
    """A mistake in the table of roles ends the script.

    services: of the composition, by name, with the program that each runs."""
    named = {role.name for role in pattern.roles}
    if named != services.keys():
        raise SystemExit(
            f"compare-patterns: {pattern.title} has the services {', '.join(services)}; "
            f"scripts/patterns/roles.py has {', '.join(sorted(named))}")
    for role in pattern.roles:
        for folder in role.sources + pattern.assembly * (services[role.name] == "viperline-pattern"):
            if not files([folder]):
                raise SystemExit(f"compare-patterns: Sources/{folder}, of {role.name}, has no Swift files")
            if target_of(folder) not in reachable(services[role.name]):
                raise SystemExit(f"compare-patterns: {services[role.name]}, of {role.name}, does not import {folder}")
