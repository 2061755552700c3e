"""A copy of the package in a temporary folder, which may be changed and built."""

import os
import pathlib
import shutil
import subprocess

from . import package

#: Those of scripts/test --ci: with others, the compiler would begin anew.
FLAGS = os.environ.get("VIPERLINE_BUILD_FLAGS", "").split()


class Copy:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "package"
        self.programs = self.folder / ".build" / ("release" if "release" in FLAGS else "debug")
        self.changed = set()
        #: Where the compiler finds it: in the package's own place, if the system permits it.
        self.place = pathlib.Path(self.inside(["pwd"]).stdout.strip())

    def inside(self, command):
        """Runs a command in the copy."""
        return subprocess.run(
            [package.ROOT / "scripts" / "in-copy", self.folder, *command],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def write(self, file, text):
        """file: relative to the package."""
        self.changed.add(pathlib.Path(file))
        (self.folder / file).write_text(text, encoding="utf-8")

    def restore(self):
        """The files that were written become the package's again."""
        for file in self.changed:
            if (package.ROOT / file).exists():
                shutil.copy(package.ROOT / file, self.folder / file)
            else:
                (self.folder / file).unlink()
        self.changed.clear()

    def build(self, products):
        """The compiler's output."""
        return "".join(self.build_one(product) for product in sorted(products))

    def build_one(self, product):
        done = self.inside(["swift", "build", "--product", product, *FLAGS])
        if done.returncode and " error: " not in done.stdout:
            raise SystemExit(f"compare-patterns: build {product}:\n{done.stdout[-4000:]}")
        return done.stdout

    def complete(self, programs):
        """Takes over from another build the programs that this one has not."""
        for program in programs.glob("viperline*"):
            if program.is_file() and not program.suffix and not (self.programs / program.name).exists():
                shutil.copy(program, self.programs / program.name)
