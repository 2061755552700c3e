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
        shutil.copytree(SCRIPTS / "generation", self.project / "scripts" / "generation")
        (self.project / "Package.swift").write_text(
            'let table = """\n    Sources/Base\n      JSON, Teas: JSON\n    """\n', encoding="utf-8")
        self.teas = self.project / "Sources" / "Base" / "Teas"
        self.teas.mkdir(parents=True)
        (self.teas / "Tea.swift").write_text("struct Tea: JSONCodable {\n    var name: String\n}\n", encoding="utf-8")

    def generated(self, declaration):
        """The JSON code for a declaration."""
        (self.teas / "Tea.swift").write_text(declaration, encoding="utf-8")
        done = self.generate()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return (self.teas / "Generated" / "Teas+JSON.swift").read_text()

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

    def test_a_package_structure_has_an_initialiser_for_other_modules(self):
        text = self.generated("""package struct Tea: JSONCodable {
    package var name: String
    package var cups: Int?
    package var isHot: Bool = true
    package var leaf: Leaf
    package let version = 1

    package enum Leaf: String, JSONCodable {
        case green, black
    }
}
""")
        self.assertIn("""extension JSONReadable where Self == Tea {
    package init(name: String, cups: Int? = nil, isHot: Bool = true, leaf: Tea.Leaf) {
        self.init(name: name, cups: cups, isHot: isHot, leaf: leaf)
    }
}
""", text)
        self.assertIn("package import JSON\n", text)

    def test_notes_change_the_initialiser(self):
        text = self.generated("""package struct Tea: JSONWritable {
    package var name: String  // JSON: title, init: _
    package var cups: Int  // init: 1
    package var note: String  // a word in passing
}
""")
        self.assertIn("extension JSONWritable where Self == Tea {\n    package init(_ name: String, cups: Int = 1, note: String) {\n", text)
        self.assertIn('writer.member("title", name)', text)

    def test_who_decodes_by_hand_has_its_members_set(self):
        text = self.generated("""package struct Tea: JSONReadable {
    package var name: String

    package init(from reader: inout JSONReader) throws(JSONError) {
        name = ""
    }
}
""")
        self.assertIn("extension Tea {\n    package init(name: String) {\n        self.name = name\n    }\n}\n", text)

    def test_who_has_an_initialiser_keeps_it(self):
        for declaration in [
            "struct Tea: JSONReadable {\n    var name: String\n}\n",
            "package struct Tea: JSONReadable {\n    var name: String\n}\n",
            "package struct Tea<Leaf>: JSONReadable {\n    package var name: String\n}\n",
            "package struct Tea: JSONReadable {\n    package var name: String\n\n    package init() { name = \"\" }\n}\n",
        ]:
            with self.subTest(declaration):
                self.assertNotIn("init(name", self.generated(declaration))

    def test_an_unknown_note_is_a_mistake(self):
        (self.teas / "Tea.swift").write_text(
            "struct Tea: JSONCodable {\n    var name: String  // JSON: title, bound: id\n}\n", encoding="utf-8")
        done = self.generate()
        self.assertEqual(done.returncode, 1)
        self.assertIn("'bound: id' in the comment", done.stderr)


if __name__ == "__main__":
    unittest.main()
