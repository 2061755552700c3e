"""scripts/check examples: which command lines it finds in a help text, and that it reports a refused one."""
import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
PATH = str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "checks" / "examples")
loader = importlib.machinery.SourceFileLoader("check_examples", PATH)
check_examples = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_examples", loader))
loader.exec_module(check_examples)


class ExampleTests(unittest.TestCase):
    def found(self, text):
        return [" ".join(words) for words in check_examples.examples(text)]

    def test_what_is_an_example(self):
        for text, wanted in (
                ("  viperline run x -f offline   # a comment", ["viperline run x -f offline"]),
                ("viperline runs sessions.", []),
                ("  viperline                the same as a screen", ["viperline"]),
                ("  echo x | viperline send; viperline ps --json | jq .", ["viperline send", "viperline ps --json"]),
                ("  viperline-view --linear <events.ndjson 3</dev/null 4>&1", ["viperline-view --linear"]),
                ("  URL=x viperline-nats serve p -- viperline-fetcher --cache on",
                 ["viperline-nats serve p -- viperline-fetcher --cache on", "viperline-fetcher --cache on"]),
                ("  viperline run x --replace fetcher='viperline double fetcher s'",
                 ["viperline run x --replace fetcher=viperline double fetcher s", "viperline double fetcher s"]),
                ("  a=$(viperline app -- git branch)", ["viperline app -- git branch"]),
                ("  viperline-fetcher --urls < urls.txt \\\n    | viperline-fetcher --requests",
                 ["viperline-fetcher --urls", "viperline-fetcher --requests"]),
                ("  diff - <(viperline cassette show s --outputs)", ["viperline cassette show s --outputs"])):
            with self.subTest(text=text):
                self.assertEqual(self.found(text), wanted)

    def test_a_refused_example_is_reported(self):
        """Regression: the help of `viperline-nats serve` had an example whose options were refused."""
        with tempfile.TemporaryDirectory() as folder:
            text = "x\n  viperline good\n  viperline -- viperline bad\n"
            dump = json.dumps({"command": {"commandName": "viperline", "discussion": text}})
            pathlib.Path(folder, "dump").write_text(dump)
            for name in check_examples.NAMES:
                program = pathlib.Path(folder, name)
                program.write_text(f"""#!/bin/sh
case $1 in
--help-json) exec cat {folder}/dump ;;
bad) printf 'Error: no\\nUsage: viperline\\n' >&2; exit 64 ;;
esac
""")
                program.chmod(0o755)
            programs = pathlib.Path(folder)
            self.assertIsNone(check_examples.refusal(programs, ["viperline", "good"]))
            self.assertIn("Error: no", check_examples.refusal(programs, ["viperline", "bad"]))
            self.assertEqual(check_examples.main([folder]), 1)


if __name__ == "__main__":
    unittest.main()
