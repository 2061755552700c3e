"""The table of Package.swift, for the scripts that need the graph: which targets there are, where, and what each may import."""
import dataclasses
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Target:
    name: str
    #: Relative to the project.
    folder: str
    #: Without those that every target of its kind has.
    imports: frozenset
    is_system: bool

    def files(self):
        """Its Swift files that are written by hand."""
        return [file for file in sorted((ROOT / self.folder).rglob("*.swift")) if "Generated" not in file.parts]

    @property
    def is_program(self):
        """A program that is installed; those of the tests are not."""
        return self.name.startswith("viperline") and self.group is not None

    @property
    def group(self):
        """The first folder below Sources; nothing for a test."""
        parts = pathlib.PurePath(self.folder).parts
        return parts[1] if parts[0] == "Sources" else None


@functools.cache
def targets(root=ROOT):
    """By name, in the table's order. Programs also import Version and Commands."""
    text = (root / "Package.swift").read_text(encoding="utf-8")
    table = text.split('let table = """\n')[1].split('\n    """')[0].replace("\\\n", " ")
    found, folder = {}, None
    for line in table.splitlines():
        line = line[4:]
        if not line.startswith(" "):
            folder = line.split(" ")[0]
            continue
        names, kind, uses = re.fullmatch(r"([^:=+]*)([:=+]?)(.*)", line).groups()
        is_system, words = kind in ("=", "+"), re.split(r"[ ()]+", uses)
        for name in re.split(r"[ ,]+", names.strip()):
            imports = set() if is_system else set(filter(None, words))
            if name.startswith("viperline"):
                imports |= {"Version", "Commands"}
            found[name] = Target(name, f"{folder}/{name}", frozenset(imports), is_system)
    return found
