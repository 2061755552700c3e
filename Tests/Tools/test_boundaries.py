"""scripts/check boundaries finds what it is for."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
LONG_ENOUGH = "// a line\n" * 20


class Boundaries(unittest.TestCase):
    """In a project of two modules."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        (self.project / "scripts").mkdir()
        (self.project / "scripts" / "checks").mkdir()
        for name in ("checks/boundaries", "manifest.py"):
            shutil.copy(SCRIPTS / name, self.project / "scripts" / name)
        (self.project / "Package.swift").write_text(
            'let table = """\n    Sources/Base\n      Teas\n      Coffees: Teas\n    """\n', encoding="utf-8")
        (self.project / "Tests").mkdir()
        self.write("Teas/Tea.swift", "package struct Tea {}\n" + LONG_ENOUGH)
        self.write("Coffees/Coffee.swift", "package struct Coffee {}\n" + LONG_ENOUGH)

    def write(self, file, text):
        path = self.project / "Sources" / "Base" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self):
        done = subprocess.run([self.project / "scripts" / "checks" / "boundaries"], capture_output=True, text=True)
        return done.returncode, done.stderr

    def test_a_project_without_violations(self):
        self.assertEqual(self.check(), (0, "check boundaries: no violations\n"))

    def test_two_types_with_one_name(self):
        self.write("Coffees/Cup.swift", "@frozen package final class Tea {}\n" + LONG_ENOUGH)
        status, found = self.check()
        self.assertEqual(status, 1)
        self.assertIn("Tea is the name of 2 types: Sources/Base/Coffees/Cup.swift, Sources/Base/Teas/Tea.swift", found)

    def test_a_nested_type_and_an_extension_may_share_a_name(self):
        self.write("Coffees/Cup.swift", "struct Cup {\n    struct Tea {}\n}\nextension Tea {}\n" + LONG_ENOUGH)
        self.assertEqual(self.check()[0], 0)

    def test_a_short_file(self):
        self.write("Coffees/Cup.swift", "struct Cup {}\n")
        status, found = self.check()
        self.assertEqual(status, 1)
        self.assertIn("Sources/Base/Coffees/Cup.swift has 1 lines", found)

    def test_a_short_file_may_be_a_whole_module_or_generated(self):
        self.write("Teas/Tea.swift", "package struct Tea {}\n")
        self.write("Teas/Generated/Teas+JSON.swift", "extension Tea {}\n")
        self.assertEqual(self.check()[0], 0)

    def test_a_long_file(self):
        self.write("Coffees/Coffee.swift", "// a line\n" * 451)
        status, found = self.check()
        self.assertEqual(status, 1)
        self.assertIn("Sources/Base/Coffees/Coffee.swift has 451 lines", found)


if __name__ == "__main__":
    unittest.main()
