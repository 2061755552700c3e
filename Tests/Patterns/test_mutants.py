"""Which mutants scripts/compare-patterns finds in Swift, and how it writes them: python3 -m unittest discover Tests/Patterns"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
from patterns import mutants, swift_text  # noqa: E402 (needs the path)

TYPES = {"Row": {"id": "String", "title": "String", "note": "String?", "hint": "String?", "count": "Int"}}

#: A text, and what becomes of it with all of its mutants.
REWRITTEN = (
    # Conditions.
    ("if a == b { c() }", "if negated(1, a == b) { c() }"),
    ("if a == b, let c = d, e { f() }", "if negated(1, a == b), let c = d, negated(2, e) { f() }"),
    ("guard !a.isEmpty else { return }", "guard negated(1, !a.isEmpty) else { return }"),
    ("guard case .a(let b) = c, b > 1 else { return }", "guard case .a(let b) = c, negated(1, b > 1) else { return }"),
    ("guard a.contains(where: { $0 > 1 }) else { return }",
     "guard negated(1, a.contains(where: { $0 > 1 })) else { return }"),
    ("} else if a {", "} else if negated(1, a) {"),
    ("for a in b where a.c { d() }", "for a in b where negated(1, a.c) { d() }"),
    ("case .a where b != nil: c()", "case .a where negated(1, b != nil): c()"),
    ("guard\n    a,\n    b\nelse { return }", "guard\n    negated(1, a),\n    negated(2, b)\nelse { return }"),
    # Messages.
    ("return [a(b)]", "return unlessDropped(1, [a(b)])"),
    ("return [a] + b", "return unlessDropped(1, [a]) + b"),
    ("func a() -> [B] { [c] }", "func a() -> [B] { unlessDropped(1, [c]) }"),
    ("a.append(b(c))\n", "if !isMutant(1) { a.append(b(c)) }\n"),
    ("var a: [B] = []\na += b\n", "var a: [B] = []\nif !isMutant(1) { a += b }\n"),
    # Fields.
    ("Row(id: a, title: b)", "Row(id: (isMutant(1) ? b : a), title: (isMutant(1) ? a : b))"),
    ("Row(id: a, note: b, hint: c.d(e), count: 1)",
     "Row(id: a, note: (isMutant(1) ? c.d(e) : b), hint: (isMutant(1) ? b : c.d(e)), count: 1)"),
    # One in the other: both, or the smaller one.
    ("if a { return [b] }", "if negated(1, a) { return unlessDropped(2, [b]) }"),
    ("return [Row(id: a, title: b)]",
     "return unlessDropped(1, [Row(id: (isMutant(2) ? b : a), title: (isMutant(2) ? a : b))])"),
    ("Row(id: Row(id: a, title: b), title: c)", "Row(id: Row(id: (isMutant(1) ? b : a), title: (isMutant(1) ? a : b)), title: c)"),
)

#: Texts without any.
NONE = (
    "if let a = b { c() }", "#if DEBUG", "// if a { return [b] }", "let a = \"if b { \\(c(\"return [d]\")) }\"",
    "let a = \"\"\"\n    if b { }\n    \"\"\"", "return []", "return [a: b]", "return [a, b].compactMap(\\.self)",
    "func a<B>(b: B) where B: C {", "a.b += 1", "Row(id: a, count: b)", "Row(id: a, title: a)",
    "Row(id: try a(), title: b)", "Row(note: nil, hint: b)", "Other(id: a, title: b)", "func Row(id: a, title: b)",
)


class MutantsTests(unittest.TestCase):
    def test_each_is_written_behind_a_switch(self):
        for text, expected in REWRITTEN:
            with self.subTest(text):
                self.assertEqual(written(text), expected)

    def test_what_is_no_place_for_one_stays(self):
        for text in NONE:
            with self.subTest(text):
                self.assertEqual(written(text), text)

    def test_types_are_read_from_declarations(self):
        text = """
            package struct A: Equatable {
                package var one: String
                let two: Int?
                var computed: String { "" }
                init(one: String, _ four: Bool = true, _ five: Int) {}
                func f() { let inner: String = "" }
            }
            """
        self.assertEqual(
            mutants.declared_types([text])["A"], {"one": "String", "two": "Int?", "computed": "String", "_": None})

    def test_lines_of_code_have_neither_blanks_nor_comments(self):
        self.assertEqual(swift_text.lines_of_code("a\n\n// b\n/* c\n d */\ne // f\n\"//\"\n"), 3)


def written(text):
    found = mutants.mutants_of(text, TYPES)
    for number, mutant in enumerate(found, 1):
        mutant.number = number
    return mutants.rewritten(text, found)

