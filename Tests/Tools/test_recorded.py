"""scripts/bench --record and --against: what is kept, what is shown, and what counts as worse."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCHMARKS = ROOT / "Tests" / "Benchmarks"
sys.path.insert(0, str(BENCHMARKS))
import recorded  # noqa: E402

HERE = {"machine": "2 cores", "commit": "abc", "date": "2026-11-23"}


def row(what, ours, ratio, aim):
    return {"what": what, "ours": ours, "peer": "–", "ratio": ratio, "aim": aim}


RELAY = row("relay", "4 M/s", 0.8, "≥ 0.6")
START = row("start", "2.0 ms", None, "–")
# What is measured now, on which machine, and whether it is worse.
COMPARISONS = (
    (row("relay", "9 M/s", 0.68, "≥ 0.6"), "2 cores", False),
    (row("relay", "9 M/s", 0.66, "≥ 0.6"), "2 cores", True),
    (row("relay", "1 M/s", 0.66, "≥ 0.6"), "64 cores", True),
    (row("relay", "1 M/s", 2.0, "≥ 0.6"), "2 cores", False),
    (row("start", "2.3 ms", None, "–"), "2 cores", False),
    (row("start", "2.5 ms", None, "–"), "2 cores", True),
    (row("start", "9.0 ms", None, "–"), "64 cores", False),
    (row("start", "0.1 ms", None, "–"), "2 cores", False),
    (row("a new row", "9.0 ms", 9, "≤ 1"), "2 cores", False),
)


class RecordedTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def record(self, benchmark, rows, whole=True):
        recorded.record(benchmark, rows, HERE, whole, self.folder)

    def names(self):
        return [(row["benchmark"], row["what"]) for row in recorded.read(self.folder)]

    def test_a_part_of_a_benchmark_replaces_its_own_rows_alone(self):
        self.record("bench", [RELAY, START])
        self.record("view", [START])
        self.record("bench", [RELAY | {"ratio": 0.9}], whole=False)
        self.assertEqual(self.names(), [("bench", "start"), ("bench", "relay"), ("view", "start")])
        self.assertEqual(recorded.read(self.folder)[1]["ratio"], 0.9)

    def test_a_whole_benchmark_replaces_all_of_its_rows(self):
        self.record("bench", [RELAY, START])
        self.record("view", [START])
        self.record("bench", [START])
        self.assertEqual(self.names(), [("bench", "start"), ("view", "start")])

    def test_a_loss_of_more_than_a_fifth_is_named(self):
        self.record("bench", [RELAY, START])
        for now, machine, is_worse in COMPARISONS:
            with self.subTest(now=now, machine=machine):
                self.assertEqual(bool(recorded.worse("bench", [now], machine, self.folder)), is_worse)

    def test_the_page_shows_the_rows_of_its_benchmark(self):
        self.record("bench", [RELAY])
        self.record("view", [START])
        page = recorded.with_tables("a\n<!-- recorded: view -->\nold\n<!-- end -->\nz\n", recorded.read(self.folder))
        self.assertIn("| start | 2.0 ms | – | – | – |", page)
        self.assertNotIn("relay", page)
        self.assertTrue(page.startswith("a\n") and page.endswith("<!-- end -->\nz\n"))

    def test_the_tables_of_the_tree_are_those_of_its_rows(self):
        subprocess.run([sys.executable, "-B", BENCHMARKS / "recorded.py", "--check"], check=True)


if __name__ == "__main__":
    unittest.main()
