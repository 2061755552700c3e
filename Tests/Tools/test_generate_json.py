"""scripts/generate json writes one file for each module, and what all kinds of parts have; it finds files that are out of date."""
import json
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
        (self.project / "scripts" / "generators").mkdir()
        for name in ("generators/json", "manifest.py"):
            shutil.copy(SCRIPTS / name, self.project / "scripts" / name)
        shutil.copytree(SCRIPTS / "generation", self.project / "scripts" / "generation")
        (self.project / "Package.swift").write_text(
            'let table = """\n    Sources/Base\n      JSON\n      Teas: JSON\n    """\n', encoding="utf-8")
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
        return subprocess.run([self.project / "scripts" / "generators" / "json", *arguments], capture_output=True, text=True)

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

    def test_a_bare_value_is_an_object_with_one_member(self):
        text = self.generated("""package struct Tea: JSONCodable {
    package var name: String  // bare
    package var cups: Int?
}
""")
        self.assertIn("""        guard reader.nextByte == UInt8(ascii: "{") else {
            name = try reader.read(String.self)
            cups = nil
            return
        }
""", text)
        self.assertIn("guard cups != nil else { return writer.write(name) }", text)
        self.assertIn("package init(_ name: String, cups: Int? = nil)", text)


class GenerateParts(unittest.TestCase):
    """The files of a project with one kind of part."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        (self.project / "scripts").mkdir()
        (self.project / "scripts" / "generators").mkdir()
        for name in ("generators/json", "manifest.py"):
            shutil.copy(SCRIPTS / name, self.project / "scripts" / name)
        shutil.copytree(SCRIPTS / "generation", self.project / "scripts" / "generation")
        modules = ["ViewMessages", "ScreenModel", "TerminalView", "WebView"]
        (self.project / "Package.swift").write_text(
            f'let table = """\n    Sources/Views\n      {", ".join(modules)}\n    """\n', encoding="utf-8")
        for name in modules:
            (self.project / "Sources" / "Views" / name).mkdir(parents=True)
        self.schemas = self.project / "protocols" / "schemas"
        self.schemas.mkdir(parents=True)
        (self.schemas / "tone.json").write_text("{}", encoding="utf-8")
        self.page = self.project / "protocols" / "screens.md"
        self.page.write_text(
            "Before\n<!-- parts: scripts/generate -->\n<!-- end of parts -->\nAfter\n", encoding="utf-8")
        self.declare("""/// Leaves in water.
package struct Tea: PartContent {
    /// What `didSelect` reports.
    package var id: String  // bounds: id
    package var name: String
    package var story: String?  // bounds: block
    package var cups: Int  // bounds: 1...
    package var warmth: Double?  // bounds: 0...1
    package var leaves: [Leaf]  // bounds: ...1_000
    package var maker: String?  // bounds: own
    package var tone: Tone?

    package struct Leaf: JSONCodable {
        package var text: String  // bare
        package var isWhole: Bool?  // JSON: whole
    }
}

package enum Tone: String, JSONCodable {
    case plain
    case other  // JSON: none
}
""")

    def declare(self, text):
        (self.project / "Sources" / "Views" / "ViewMessages" / "Tea.swift").write_text(text, encoding="utf-8")

    def generate(self, *arguments):
        return subprocess.run([self.project / "scripts" / "generators" / "json", *arguments], capture_output=True, text=True)

    def written(self, module, topic):
        done = self.generate()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return (self.project / "Sources" / "Views" / module / "Generated" / f"{module}+{topic}.swift").read_text()

    def test_a_kind_is_a_case_with_a_view_and_markup(self):
        self.assertIn("    case tea(Tea)\n", self.written("ViewMessages", "Parts"))
        self.assertIn('case "tea": (value, count) = (.tea(try reader.read()), count + 1)', self.written("ViewMessages", "JSON"))
        self.assertIn("case .tea(let tea): TeaView(tea: tea)\n", self.written("TerminalView", "Parts"))
        self.assertIn("case .tea(let tea): TeaMarkup(tea: tea).write(to: &page)\n", self.written("WebView", "Parts"))

    def test_a_member_is_bounded_as_it_declares(self):
        text = self.written("ScreenModel", "Sanitized")
        for value in ["id: id,", "name: Bounded.line(name)", "story: story.map(Sanitizer.block)", "cups: Bounded.number(cups)",
                      "warmth: warmth.map(Bounded.fraction)", r"leaves: leaves.prefix(Self.mostLeaves).map(\.sanitized)",
                      "maker: sanitizedMaker", "tone: tone)", "static let mostLeaves = 1_000", "case .tea(let tea): .tea(tea.sanitized)",
                      "Tea.Leaf(Bounded.line(text), isWhole: isWhole)"]:
            with self.subTest(value):
                self.assertIn(value, text)

    def test_a_member_that_cannot_be_bounded_is_a_mistake(self):
        self.declare("package struct Tea: PartContent {\n    package var names: [String: String]\n}\n")
        done = self.generate()
        self.assertEqual(done.returncode, 1)
        self.assertIn("Tea.names: its bounds can't be generated", done.stderr)

    def test_a_word_that_bounds_do_not_have_is_a_mistake(self):
        self.declare("package struct Tea: PartContent {\n    package var story: String  // bounds: blok\n}\n")
        done = self.generate()
        self.assertEqual(done.returncode, 1)
        self.assertIn("`// bounds: blok`: there is no blok; there are base64", done.stderr)

    def test_the_schema_has_the_bounds(self):
        self.generate()
        schema = json.loads((self.schemas / "tea.json").read_text())
        self.assertEqual(schema["description"], "Leaves in water.")
        self.assertEqual(schema["required"], ["id", "name", "cups", "leaves"])
        self.assertFalse(schema["additionalProperties"])
        leaf = {"type": "object", "properties": {"text": {"type": "string"}, "whole": {"type": "boolean"}},
                "required": ["text"], "additionalProperties": False}
        self.assertEqual(schema["properties"], {
            "id": {"description": "What didSelect reports.", "type": "string", "minLength": 1},
            "name": {"type": "string"}, "story": {"type": "string"}, "cups": {"type": "integer", "minimum": 1},
            "warmth": {"type": "number", "minimum": 0, "maximum": 1},
            "leaves": {"type": "array", "items": {"oneOf": [{"type": "string"}, leaf]}, "maxItems": 1000},
            "maker": {"type": "string"}, "tone": {"$ref": "tone.json"}})
        part = json.loads((self.schemas / "part.json").read_text())
        self.assertEqual(part["properties"]["tea"], {"$ref": "tea.json"})
        self.assertEqual(part["else"]["properties"], {"tea": True})

    def test_an_enumeration_without_a_schema_is_a_list(self):
        (self.schemas / "tone.json").unlink()
        self.generate()
        self.assertEqual(json.loads((self.schemas / "tea.json").read_text())["properties"]["tone"], {"enum": ["plain"]})

    def test_the_protocol_has_a_row(self):
        self.generate()
        row = "| `tea` | Leaves in water. | `id`, `name`, `story`?, `cups`, `warmth`?, `leaves`, `maker`?, `tone`? |\n"
        text = self.page.read_text()
        self.assertTrue(text.startswith("Before\n") and text.endswith(f"{row}<!-- end of parts -->\nAfter\n"))

    def test_what_is_stale_is_found(self):
        def edit(path, old, new):
            path.write_text(path.read_text().replace(old, new), encoding="utf-8")

        stale = [
            lambda: edit(self.page, "`name`, ", ""), lambda: edit(self.schemas / "tea.json", '"minimum": 1', '"minimum": 0'),
            lambda: edit(self.schemas / "part.json", '"tea": true', '"coffee": true'),
            lambda: edit(self.project / "Sources/Views/ScreenModel/Generated/ScreenModel+Sanitized.swift", "Bounded.line", ""),
            lambda: edit(self.project / "Sources/Views/ViewMessages/Tea.swift", "/// Leaves", "/// Fine leaves"),
            lambda: shutil.copy(self.schemas / "tea.json", self.schemas / "coffee.json"),
        ]
        for number, change in enumerate(stale):
            with self.subTest(number):
                self.assertEqual(self.generate().returncode, 0)
                self.assertEqual(self.generate("--check").returncode, 0)
                change()
                self.assertEqual(self.generate("--check").returncode, 1)
        self.generate()
        self.assertFalse((self.schemas / "coffee.json").exists())
        self.assertTrue((self.schemas / "tone.json").exists(), "it is written by hand")


if __name__ == "__main__":
    unittest.main()
