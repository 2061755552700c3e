"""scripts/conform refuses programs that break the protocol, whatever they do instead."""
import pathlib
import subprocess
import unittest

CONFORM = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "conform"


class Conform(unittest.TestCase):
    def conform(self, role, case, command):
        done = subprocess.run(
            [CONFORM, role, "--case", case, "--timeout", "3", "--", "sh", "-c", command], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout

    def expect(self, problem, command):
        status, output = self.conform("protocol", "deep-nesting", command)
        self.assertEqual(status, 1, output)
        self.assertIn(problem, output)

    def test_a_line_that_never_ends(self):
        """Regression: a dialogue read it until memory was full."""
        self.expect("a line of more than 1048576 bytes", "yes | tr -d '\\n'")

    def test_what_is_not_json(self):
        self.expect("not JSON", "echo Hello; cat >/dev/null")

    def test_what_is_not_an_event(self):
        self.expect("not an event", "echo '{\"type\":7}'; cat >/dev/null")

    def test_duplicate_members(self):
        self.expect("a duplicate member", "echo '{\"type\":\"a.b\",\"type\":\"a.c\"}'; cat >/dev/null")

    def test_an_end_without_an_answer(self):
        self.expect("ended", "head -n 1 >/dev/null; echo Help >&2")

    def test_diagnostics_are_shown(self):
        self.expect("# Help", "echo Help >&2; cat >/dev/null")


if __name__ == "__main__":
    unittest.main()
