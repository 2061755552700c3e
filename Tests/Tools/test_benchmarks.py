"""A benchmark whose programs refuse, fail, or do not do the work has no figures."""
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCHMARKS = ROOT / "Tests" / "Benchmarks"
sys.path.insert(0, str(BENCHMARKS))
import checked  # noqa: E402

PROGRAMS = ("viperline", "viperline-fetcher", "viperline-presenter", "viperline-router", "viperline-view", "viperline-nats")
# What a program could do in place of its work, faster than ever.
REFUSES = "#!/bin/sh\necho 'Error: Unexpected argument' >&2\nexit 64\n"
DOES_NOTHING = "#!/bin/sh\nexit 0\n"
ONLY_READS = "#!/bin/sh\nexec cat > /dev/null\n"
ANSWERS_ONCE = "#!/bin/sh\necho '{\"type\":\"interactor.output.failed\",\"data\":{}}'\nexec cat > /dev/null\n"
# Each with what it asks for, one for each row or group of rows that needs no more than what a test has.
RUNS = (
    ("roles.py",), ("bench.py", "relay", "one type"), ("bench.py", "relay", "states of one"), ("bench.py", "round_trip"),
    ("recording.py",), ("supervision.py", "restarts"), ("supervision.py", "bookkeeping"), ("supervision.py", "orphans"), ("view.py",),
)

# The others wait some seconds for a program that stays.
QUICK = RUNS[:5]


class RowTests(unittest.TestCase):
    def bench(self, script, *words):
        """The exit code and the output of a benchmark with such programs."""
        with tempfile.TemporaryDirectory() as folder:
            for name in PROGRAMS:
                path = pathlib.Path(folder, name)
                path.write_text(script)
                path.chmod(path.stat().st_mode | stat.S_IXUSR)
            # No compiler for Swift is needed for a row that fails: this one replaces it.
            fake = pathlib.Path(folder, "swiftc")
            fake.write_text("#!/bin/sh\nprintf '#!/bin/sh\\nexec cat\\n' > \"$3\"\nchmod +x \"$3\"\n")
            fake.chmod(0o755)
            environment = {**os.environ, "SHARE": "0.0001", "TMPDIR": folder, "PATH": f"{folder}:{os.environ['PATH']}"}
            result = subprocess.run([sys.executable, "-B", BENCHMARKS / words[0], folder, ROOT, *words[1:]], env=environment,
                                    capture_output=True, text=True, timeout=120)
            return result.returncode, result.stdout + result.stderr

    def expect_no_figures(self, script, runs=RUNS):
        for run in runs:
            with self.subTest(run=run):
                status, output = self.bench(script, *run)
                self.assertNotEqual(status, 0, output)
                self.assertNotIn("| what |", output)

    def test_a_program_that_refuses_its_options_has_no_row(self):
        self.expect_no_figures(REFUSES)

    def test_a_program_that_does_nothing_has_no_row(self):
        self.expect_no_figures(DOES_NOTHING)

    def test_a_program_that_only_reads_has_no_row(self):
        self.expect_no_figures(ONLY_READS, QUICK)

    def test_a_failure_is_no_result(self):
        self.expect_no_figures(ANSWERS_ONCE, QUICK)

    def test_the_refused_subcommand_is_named(self):
        """Regression: `viperline-fetcher run` was refused with 64, and had 17,087,000 events a second."""
        status, output = self.bench(REFUSES, "roles.py")
        self.assertEqual(status, 1)
        self.assertIn("router, open and back", output)
        self.assertIn("exit code 64", output)


class CheckTests(unittest.TestCase):
    def write(self, text):
        file = tempfile.NamedTemporaryFile("w", delete=False)
        self.addCleanup(os.unlink, file.name)
        with file:
            file.write(text)
        return file.name

    def test_statuses(self):
        checked.run("row", ["true"])
        checked.run("row", ["sh", "-c", "exit 3"], statuses=(0, 3))
        with self.assertRaisesRegex(SystemExit, "bench: row: exit code 1: false"):
            checked.run("row", ["false"])

    def test_kinds(self):
        file = self.write('{"type":"a"}\n{"type": "b","data":{"type":"c"}}\n{"type":"a"}\noops\n')
        checked.expect_kinds("row", file, {"a": 2, "b": 1, "none": 1})
        for wrong in ({"a": 2, "b": 1}, {"a": 3, "none": 1}, {"a": 2, "b": 1, "none": 1, "c": 1}):
            with self.assertRaises(SystemExit):
                checked.expect_kinds("row", file, wrong)

    def test_counted_lines(self):
        line = '{"type":"a.ticked","id":"source-1-%d"}'
        whole = self.write(f"10\n{line % 0}\n{line % 9}\n")
        self.assertEqual(checked.expect_counted("row", whole, 10, "a.tick"), 10)
        for text in ("", f"9\n{line % 0}\n{line % 9}\n", f"10\n{line % 0}\n{line % 8}\n", f"10\n{line % 0}\noops-9\"\n", "0\n\n\n"):
            with self.subTest(text=text), self.assertRaises(SystemExit):
                checked.expect_counted("row", self.write(text), 10, "a.tick")
        few = self.write(f"3\n{line % 0}\n{line % 9}\n")
        self.assertEqual(checked.expect_counted("row", few, 10, "a.tick", least=1), 3)
        with self.assertRaises(SystemExit):
            checked.expect_counted("row", few, 10, "a.tick", least=4)

    def test_times(self):
        self.assertEqual(checked.expect_times("row", self.write("5\n7\n"), 2), [5, 7])
        for text in ("5\n", "5\n7\n9\n", "0\n5\n"):
            with self.subTest(text=text), self.assertRaises(SystemExit):
                checked.expect_times("row", self.write(text), 2)

    def test_the_counter_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            program, file = f"{folder}/count", f"{folder}/sum"
            subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", program, BENCHMARKS / "count.c"], check=True)
            for lines in ([], ["a"], ["first", "x" * 300_000, "last"], [str(number) for number in range(200_000)]):
                subprocess.run([program, file], input="".join(line + "\n" for line in lines), text=True, check=True)
                found = pathlib.Path(file).read_text().split("\n")
                self.assertEqual(int(found[0]), len(lines))
                self.assertEqual(found[1], (lines or [""])[0])
                self.assertEqual(found[2], (lines or [""])[-1])


if __name__ == "__main__":
    unittest.main()
