"""Each script prints its help, and does nothing else, wherever --help or -h stands; and it begins nothing with an argument that it does not know."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = ROOT / "scripts"
#: What prints a text. Whoever begins anything else misses a program.
PROGRAMS = ("basename", "cat", "dirname", "env", "python3", "sed", "sh")
FOLDERS = {"check": "checks", "generate": "generators", "record": "recorders"}
#: The other arguments, where some are passed on, or choose another help.
WORDS = {"check": [], "generate": ["--check"], "record": [], "in-copy": ["a"], "link-static": []}
#: Words and values that are wrong, beside an unknown option.
WRONG = (
    "archive x", "bench relay --x", "bench round_trip x", "bench nats x", "bench view x", "bench web --x", "bench x", "chaos x", "chaos --rounds x",
    "chaos --jobs 0", "chaos --app x", "chaos --nats x", "chaos --nats --kind x", "chaos --nats --jobs 0", "check x", "check examples /absent",
    "check linkage /absent", "check module x", "check rpc x", "check rpc --peer x", "check rpc --rounds 0", "check web /absent", "check web a b",
    "compare-patterns --only x", "compare-patterns --pattern x", "compare-patterns --programs /absent", "fuzz x", "generate x", "install x",
    "package --only x", "record x", "record cassettes absent", "record pages /absent", "record picture --programs /absent", "run x", "simulate x",
    "simulate --seed x", "simulate --seed 1 x", "simulate --defects x", "simulate --defects 1 x", "test x")


def programs(folder):
    return sorted(file.name for file in folder.iterdir() if file.is_file() and os.access(file, os.X_OK))


class Help(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name in PROGRAMS:
            os.symlink(shutil.which(name), pathlib.Path(self.folder.name) / name)
        # A clone, in which nothing is built.
        for entry in ROOT.iterdir():
            if not entry.name.startswith("."):
                os.symlink(entry, pathlib.Path(self.folder.name) / entry.name)

    def run_script(self, command):
        return subprocess.run(
            [f"{self.folder.name}/scripts/{command[0]}", *command[1:]], env={"PATH": self.folder.name, "HOME": self.folder.name}, capture_output=True,
            stdin=subprocess.DEVNULL, text=True, timeout=60)

    def help_of(self, command):
        done = self.run_script(command)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def expect_refusal(self, command):
        with self.subTest(command=command):
            done = self.run_script(command)
            self.assertEqual(done.returncode, 64, done.stderr)
            self.assertTrue(done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_a_wrong_argument_begins_nothing(self):
        """Regression: `scripts/check limits --list` ended with a traceback, `scripts/generate json --nonsense` wrote files."""
        commands = [[name] for name in programs(SCRIPTS)]
        commands += [[name, one] for name, folder in FOLDERS.items() for one in programs(SCRIPTS / folder)]
        for command in (it for it in commands if it != ["link-static"]):
            values = re.findall(r"(--[a-z]+)[ =][A-Z]+\b", self.help_of([*command, "--help"]))
            # An option that needs a value, without one.
            for option in {*values, "--nonsense"} - {"--env", "--record"}:
                self.expect_refusal([*command, option])

    def test_a_wrong_word_begins_nothing(self):
        """Regression: `scripts/chaos --app x` built, `scripts/check web /absent` printed an error of the shell."""
        for line in WRONG:
            self.expect_refusal(line.split())

    def test_each_option_of_the_simulation_begins(self):
        """The script knows them before the program is built. Here is no compiler."""
        options = re.findall(r"^  (--[a-z-]+)( [A-Z]+)?  ", self.help_of(["simulate", "--help"]), re.M)
        self.assertGreater(len(options), 5)
        for option, value in options:
            if option != "--help":
                done = self.run_script(["simulate", option, *(["1"] if value else [])])
                self.assertEqual(done.returncode, 69, [option, done.stderr])

    def test_help_begins_nothing(self):
        """Regression: `scripts/bench nats --help` built a release, and `scripts/check package --help` made a system."""
        commands = [([name], WORDS.get(name, ["a", "b"])) for name in programs(SCRIPTS)]
        commands += [([name, one], ["a", "b"]) for name, folder in FOLDERS.items() for one in programs(SCRIPTS / folder)]
        self.assertGreater(len(commands), 30)
        for command, words in commands:
            text = self.help_of([*command, "--help"])
            self.assertTrue(text.strip(), command)
            lines = [[*command, *words[:place], "--help", *words[place:]] for place in range(1, len(words) + 1)]
            for line in [*lines, [*command, "-h", *words], [*command, *words, "-h"]]:
                with self.subTest(command=line):
                    self.assertEqual(self.help_of(line), text)


if __name__ == "__main__":
    unittest.main()
