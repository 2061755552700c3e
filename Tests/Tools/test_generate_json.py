"""scripts/generate-json writes one file for each module, and finds those that are out of date."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"


class GenerateJSON(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        (self.project / "scripts").mkdir()
        for name in ("generate-json", "manifest.py"):
            shutil.copy(SCRIPTS / name, self.project / "scripts")
        (self.project / "Package.swift").write_text(
            'let table = """\n    Sources/Base\n      JSON, Teas: JSON\n    """\n', encoding="utf-8")
        self.teas = self.project / "Sources" / "Base" / "Teas"
        self.teas.mkdir(parents=True)
        (self.teas / "Tea.swift").write_text("struct Tea: JSONCodable {\n    var name: String\n}\n", encoding="utf-8")

    def generate(self, *arguments):
        return subprocess.run([self.project / "scripts" / "generate-json", *arguments], capture_output=True, text=True)

    def test_what_is_written_is_up_to_date(self):
        self.assertEqual(self.generate("--check").returncode, 1)
        self.assertEqual(self.generate().returncode, 0)
        self.assertTrue((self.teas / "Generated" / "Teas+JSON.swift").exists())
        self.assertEqual(self.generate("--check").returncode, 0)

    def test_the_file_of_a_renamed_module_is_out_of_date(self):
        """Regression: JQClient still had the file of the module that it had been, and did not compile."""
        self.generate()
        left = self.teas / "Generated" / "Coffees+JSON.swift"
        left.write_text("// of the module's old name\n", encoding="utf-8")
        checked = self.generate("--check")
        self.assertEqual(checked.returncode, 1)
        self.assertIn("Coffees+JSON.swift", checked.stderr)
        self.generate()
        self.assertFalse(left.exists())


if __name__ == "__main__":
    unittest.main()
