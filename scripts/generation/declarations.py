"""Reads the declarations of types that take part. It reads what `swift format` has written, and no more than that."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: Whether a conformance makes a type readable and writable.
PROTOCOLS = {
    "JSONCodable": (True, True), "JSONReadable": (True, False), "JSONWritable": (False, True), "PartContent": (True, True)}
ACCESS = r"(?:(?P<access>public|package|internal|fileprivate|private) )?"
TYPE = re.compile(
    rf"(?P<indent> *){ACCESS}(?:indirect |final )?(?P<kind>struct|enum|extension|class|actor|protocol) "
    r"(?P<name>[\w.]+)(?P<generic><.*?>)?(?:: (?P<bases>.*?))?(?: where .*)? \{(?P<empty>\})?$")
MEMBER = re.compile(
    rf"(?P<access>(?:public|package|internal|fileprivate|private) )?(?:(?:private|fileprivate|internal)\(set\) )?"
    r"(?P<kind>var|let) (?P<name>\w+)(?:: (?P<type>[^={]+?))?(?: = (?P<default>.+?))?"
    r"(?P<body> \{.*)?(?: *// (?P<notes>.+))?$")
CASE = re.compile(r"case (?P<cases>.+)$")
PLAIN = re.compile(r'`?(\w+)`?(?: = "(.*)")?')
PAYLOAD = re.compile(r"`?(\w+)`?\(([\w.]+)\)")
NOTE = re.compile(r"(JSON|init|bounds): (.+)|(bare)")
OWN_INITIALISER = re.compile(r"^ *(?:\w+ )*init[?]?(?:<.*?>)?\((?!from reader: inout JSONReader)", re.M)


class Failure(Exception):
    pass


@dataclasses.dataclass
class Member:
    """A stored member. The notes are the comment behind it."""
    name: str
    kind: str  # without its ?
    optional: bool
    default: str | None
    access: str
    doc: str
    notes: dict

    @property
    def key(self):
        return self.notes.get("JSON", self.name)

    @property
    def bounds(self):
        return self.notes.get("bounds", "")

    @property
    def is_bare(self):
        return "bare" in self.notes

    @property
    def is_required(self):
        return not self.optional and self.default is None


class Type:
    def __init__(self, match, path, outer, doc=""):
        self.kind, self.access = match["kind"], match["access"] or "internal"
        self.name = ".".join([*(o.name for o in outer[-1:]), match["name"]])
        self.indent = len(match["indent"])
        self.generic = bool(match["generic"]) or any(o.generic for o in outer)
        self.bases = [base.strip() for base in (match["bases"] or "").split(",")]
        self.private = self.access in ("private", "fileprivate") or any(o.private for o in outer)
        self.path, self.doc, self.body = path, doc, ""
        self.matches, self.cases = [], []
        self.unlisted = set()  # cases that are not in JSON
        self.other = None  # the case of other kinds, and its payload
        self.names = set()  # of all types of its target
        reads, writes = False, False
        if self.kind in ("struct", "enum"):
            for base in self.bases:
                reads |= PROTOCOLS.get(base, (False, False))[0]
                writes |= PROTOCOLS.get(base, (False, False))[1]
        self.reads, self.writes = reads, writes

    @property
    def place(self):
        return f"{self.path.relative_to(ROOT)}: {self.name}"

    @property
    def is_choice(self):
        """An enumeration whose cases have payloads."""
        return self.kind == "enum" and "String" not in self.bases

    @property
    def keyword(self):
        """Its access, as a prefix."""
        return "" if self.access == "internal" else self.access + " "

    @property
    def has_own_reading(self):
        return "init(from reader: inout JSONReader" in self.body

    @property
    def has_own_writing(self):
        return "func write(to writer: inout JSONWriter" in self.body

    @property
    def has_own_initialiser(self):
        return bool(OWN_INITIALISER.search(self.body))

    def qualified(self, kind):
        """A member's type as it is written outside of this type: `Facts.Item` for `Item`."""
        return re.sub(r"(?<![\w.])[A-Z]\w*", lambda match: self.resolved(match[0]), kind)

    def resolved(self, name):
        scope = self.name
        while scope:
            if f"{scope}.{name}" in self.names:
                return f"{scope}.{name}"
            scope = scope.rpartition(".")[0]
        return name

    def members(self):
        for match, doc in self.matches:
            default = match["default"]
            if match["body"] and not default and "didSet" not in match["body"]:
                continue
            if match["kind"] == "let" and default:
                continue
            where, text = f"{self.place}.{match['name']}", match["type"]
            if text is None:
                raise Failure(f"{where}: give its type")
            access = (match["access"] or "internal").strip()
            if access in ("private", "fileprivate"):
                raise Failure(f"{where}: a private member can't be generated; write it by hand or make it internal")
            yield Member(
                match["name"], text.removesuffix("?"), text.endswith("?"), default, access, doc, notes(match["notes"], where))


def notes(text, where):
    """`// JSON: key, bounds: id`. A comment that does not begin with one of these words is only a comment."""
    found = {}
    for number, piece in enumerate((text or "").split(", ")):
        match = NOTE.fullmatch(piece)
        if not match and number == 0:
            return {}
        if not match:
            raise Failure(f"{where}: {piece!r} in the comment: JSON, init, bounds or bare")
        found[match[1] or match[3]] = match[2] or ""
    return found


def types(path, text=None):
    """All types of a file, in their order."""
    found, outer, doc = [], [], []
    lines = (path.read_text() if text is None else text).splitlines()
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        at += 1
        indent = len(line) - len(line.lstrip())
        while outer and line.strip() and indent <= outer[-1].indent:
            outer.pop()
        if line.strip().startswith("///"):
            doc.append(line.strip()[3:].strip())
            continue
        documented, doc = " ".join(doc), []
        if re.match(rf" *{ACCESS}(?:indirect |final )?(struct|enum|extension|class|actor|protocol) \w", line):
            while not re.search(r"\{\}?$", line) and at < len(lines):
                line += " " + lines[at].strip()
                at += 1
            if match := TYPE.match(line):
                type_ = Type(match, path, outer, documented)
                found.append(type_)
                if not match["empty"]:
                    outer.append(type_)
            continue
        if not outer:
            continue
        outer[-1].body += line + "\n"
        if indent != outer[-1].indent + 4:
            continue
        text = line.strip()
        if outer[-1].kind == "enum" and (match := CASE.match(text)):
            read_cases(outer[-1], match["cases"], text)
        elif outer[-1].kind == "struct" and (match := MEMBER.match(text)):
            outer[-1].matches.append((match, documented))
    return found


def read_cases(type_, cases, text):
    for case in cases.split(" //")[0].split(", "):
        if case_ := PLAIN.fullmatch(case.strip()) or PAYLOAD.fullmatch(case.strip()):
            if text.endswith("// JSON: *"):
                type_.other = (case_[1], case_[2])
            else:
                if text.endswith("// JSON: none"):
                    type_.unlisted.add(case_[1])
                type_.cases.append((case_[1], case_[2] or case_[1]))


def types_of(target):
    """Those of a target that take part."""
    found = [type_ for path in target.files() for type_ in types(path)]
    names = {type_.name for type_ in found}
    for type_ in found:
        type_.names = names
    return [type_ for type_ in found if type_.reads or type_.writes]
