"""Each script prints its help, and does nothing else, wherever --help or -h stands; and it begins nothing with an argument that it does not know."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
#: What prints a text. Whoever begins anything else misses a program.
PROGRAMS = ("basename", "cat", "dirname", "env", "python3", "sed", "sh")
FOLDERS = {"check": "checks", "generate": "generators", "record": "recorders"}
#: The other arguments, where some are passed on, or choose another help.
WORDS = {"check": [], "generate": ["--check"], "record": [], "in-copy": ["a"], "link-static": []}
#: What hands its options to a program that may not be there yet.
HANDS_ON = ("link-static", "simulate", "chaos", "check rpc")


def programs(folder):
    return sorted(file.name for file in folder.iterdir() if file.is_file() and os.access(file, os.X_OK))


class Help(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name in PROGRAMS:
            os.symlink(shutil.which(name), pathlib.Path(self.folder.name) / name)

    def run_script(self, command):
        return subprocess.run(
            [SCRIPTS / command[0], *command[1:]], env={"PATH": self.folder.name, "HOME": self.folder.name}, capture_output=True,
            stdin=subprocess.DEVNULL, text=True, timeout=60)

    def help_of(self, command):
        done = self.run_script(command)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def test_a_wrong_argument_begins_nothing(self):
        """Regression: `scripts/check limits --list` ended with a traceback, `scripts/generate json --nonsense` wrote files."""
        commands = [[name] for name in programs(SCRIPTS)]
        commands += [[name, one] for name, folder in FOLDERS.items() for one in programs(SCRIPTS / folder)]
        for command in (it for it in commands if " ".join(it) not in HANDS_ON):
            values = re.findall(r"(--[a-z]+)[ =][A-Z]+\b", self.help_of([*command, "--help"]))
            # An option that needs a value, without one.
            for option in {*values, "--nonsense"} - {"--env", "--record"}:
                with self.subTest(command=[*command, option]):
                    done = self.run_script([*command, option])
                    self.assertEqual(done.returncode, 64, done.stderr)
                    self.assertNotIn("Traceback", done.stderr)

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
