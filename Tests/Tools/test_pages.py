"""scripts/check pages and scripts/generate index find what they are for."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Pages(unittest.TestCase):
    """In a project of two pages and one source."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        self.write("scripts/checks/pages", (ROOT / "scripts/checks/pages").read_text(encoding="utf-8"))
        self.write("Sources/Base/Teas/Tea.swift", 'let locale = variable("LC_TEA") ?? environment["VIPERLINE_TEA"]\n')
        self.write("protocols/environment.md", "`LC_TEA`, `VIPERLINE_TEA=1`\n")
        self.write("protocols/teas.md", "# Teas\n\n## A `green` tea\n\n## A green tea\n\n```\n## No heading\n[no](link)\n```\n")

    def write(self, name, text):
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self, page="# A page\n"):
        self.write("protocols/page.md", page)
        done = subprocess.run(["python3", "-B", self.project / "scripts/checks/pages"], capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_what_is_true(self):
        page = "[a](teas.md) [b](teas.md#a-green-tea) [c](teas.md#a-green-tea-1) [d](#a-page) [e](https://x.example/y) `Sources/Base`\n# A page\n"
        self.assertEqual(self.check(page), (0, ""))

    def test_what_leads_nowhere(self):
        for page, problem in (
                ("[a](coffee.md)", "coffee.md leads nowhere"), ("[a](teas.md#no-heading)", "teas.md#no-heading: protocols/teas.md has no such heading"),
                ("[a](teas.md#a-green-tea-2)", "no such heading"), ("[a](#nowhere)", "no such heading"),
                ("`Sources/Base/Coffee.swift`", "Sources/Base/Coffee.swift does not exist")):
            with self.subTest(page=page):
                status, found = self.check(page)
                self.assertEqual(status, 1)
                self.assertIn(problem, found)

    def test_a_link_out_of_an_installation(self):
        self.write("scripts/lib.sh", (ROOT / "scripts/lib.sh").read_text(encoding="utf-8"))
        for name in ("compose/tea.yaml", "compose/patterns/tea.yaml", "compose/templates/tea", "protocols/bindings/README.md"):
            self.write(name, "")
        self.write("Sources/README.md", "# Sources\n")
        self.assertEqual(self.check("[a](teas.md) [b](../compose/tea.yaml) `Sources/README.md` [c](bindings/README.md)\n"), (0, ""))
        status, found = self.check("[a](../Sources/README.md#sources)\n")
        self.assertEqual(status, 1)
        self.assertIn("protocols/page.md: ../Sources/README.md#sources leads out of an installation", found)

    def test_variables(self):
        self.write("protocols/environment.md", "`LC_TEA`, `VIPERLINE_CUP`\n")
        status, found = self.check()
        self.assertEqual(status, 1)
        self.assertIn("VIPERLINE_TEA of Sources/Base/Teas/Tea.swift is missing", found)
        self.assertIn("no program reads or sets VIPERLINE_CUP", found)

    def test_a_variable_of_a_library_or_a_compose_file(self):
        self.write("protocols/bindings/viperline.py", 'os.environ.get("TEA_POT")\n')
        self.write("compose/tea.yaml", "environment:\n  TEA_URL: \"${TEA_HOST:-tea}\"\n")
        status, found = self.check()
        self.assertEqual(status, 1)
        for name in ("TEA_POT", "TEA_URL", "TEA_HOST"):
            self.assertIn(f"{name} of ", found)


class Index(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        for name in ("protocols", "compose"):
            shutil.copytree(ROOT / name, self.project / name, ignore=shutil.ignore_patterns("templates", "bindings"))
        (self.project / "scripts" / "generators").mkdir(parents=True)
        shutil.copy(ROOT / "scripts/generators/index", self.project / "scripts/generators")

    def generate(self, *options):
        done = subprocess.run([self.project / "scripts/generators/index", *options], capture_output=True, text=True)
        return done.returncode, done.stderr

    def change(self, name, old, new):
        path = self.project / "protocols" / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def test_the_table_is_made_from_the_schemas(self):
        self.assertEqual(self.generate("--check"), (0, ""))
        self.change("schemas/view.output.didSort.json", '"required": ["column", "descending"]', '"required": ["column"]')
        status, told = self.generate("--check")
        self.assertEqual((status, "out of date" in told), (1, True))
        self.assertEqual(self.generate(), (0, ""))
        self.assertIn("| `column`, `descending`? |", (self.project / "protocols/README.md").read_text(encoding="utf-8"))

    def test_a_state_is_what_the_compose_files_name(self):
        self.change("asyncapi.yaml", "      x-state: true\n", "")
        status, told = self.generate("--check")
        self.assertEqual(status, 1)
        self.assertIn("dataStore.output.didChange differs from the states of compose", told)

    def test_each_type_has_a_version(self):
        self.change("asyncapi.yaml", "x-since: 0.1.0", "x-since: soon")
        self.assertEqual(self.generate("--check")[0], 1)


if __name__ == "__main__":
    unittest.main()
