"""scripts/check budget notices a feature that outgrows its row, and a file of no feature."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "checks" / "budget"
TABLE = """| feature | lines | folders of Sources |
|---|---|---|
| view | 3 | Views |
| page, and its parts | 2 | Views/Page Web |
"""


class TestBudget(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        (self.project / "scripts" / "checks").mkdir(parents=True)
        shutil.copy(SCRIPT, self.project / "scripts" / "checks")
        self.write("Tests/budget.md", TABLE)
        self.write("Sources/Views/A.swift", "1\n2\n3\n")
        self.write("Sources/Views/Page/B.swift", "1\n")
        self.write("Sources/Web/C.swift", "1\n")
        self.write("Sources/Views/Generated/A.swift", "1\n" * 100)

    def write(self, name, text):
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.project, "-c", "user.name=A", "-c", "user.email=a@example.com", *arguments],
                       check=True, capture_output=True)

    def check(self, *arguments):
        done = subprocess.run([self.project / "scripts" / "checks" / "budget", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_features_within_their_rows(self):
        """The longest folder decides, generated code does not count, and no repository is needed."""
        status, output, errors = self.check()
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual([line.split(None, 3) for line in output.splitlines()], [
            ["3", "of", "3", "view"], ["2", "of", "2", "page, and its parts"], ["5", "of", "5", "in all"]])

    def test_a_feature_that_outgrows_its_row(self):
        self.write("Sources/Web/D.swift", "1\n")
        status, _, errors = self.check()
        self.assertEqual(status, 1)
        self.assertIn("page, and its parts has 3 lines, and its row in Tests/budget.md permits 2", errors)

    def test_a_file_of_no_feature(self):
        self.write("Sources/Other/D.swift", "")
        self.assertEqual(self.check()[2], "check budget: Sources/Other/D.swift belongs to no row of Tests/budget.md\n")

    def test_what_a_commit_has_added(self):
        self.git("init", "-q")
        for lines in ("1\n", "1\n2\n"):
            self.write("Sources/Views/A.swift", lines)
            self.git("add", "-A")
            self.git("commit", "-qm", "a commit")
        self.write("Sources/Views/A.swift", "1\n2\n3\n")
        self.assertRegex(self.check()[1], r"(?m)^ +3 of +3 +\+2  view$")
        self.assertRegex(self.check("--against", "HEAD")[1], r"(?m)^ +3 of +3 +\+1  view$")

    def test_a_commit_that_does_not_exist(self):
        self.git("init", "-q")
        self.assertEqual(
            self.check("--against", "NOSUCHCOMMIT"), (64, "", "check budget: there is no commit NOSUCHCOMMIT\n"))

    def test_the_table_is_written(self):
        self.write("Sources/Web/D.swift", "1\n" * 50)
        self.assertEqual(self.check("--write")[0], 0)
        table = (self.project / "Tests" / "budget.md").read_text(encoding="utf-8")
        self.assertIn("| view | 50 | Views |\n| page, and its parts | 100 | Views/Page Web |\n", table)

    def test_other_arguments(self):
        self.assertEqual(self.check("--nonsense")[0], 64)
        self.assertEqual(self.check("--against")[0], 64)
        self.assertEqual(self.check("--help")[0], 0)


if __name__ == "__main__":
    unittest.main()
