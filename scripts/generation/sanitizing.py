"""`sanitized` of the types of a screen: harmless texts, bounded numbers, no more values than a view shows.

What a member does not declare behind `bounds:` is bounded as most are: a text to one short line, a number to what a view can
count with. So a member that someone forgets is harmless.
"""
import re

from .declarations import Failure
from .parts import HEADER
from .swift import listed

TEXTS = {"line": "Bounded.line", "whole": "Sanitizer.line", "block": "Sanitizer.block"}
#: Values that a view never shows.
UNSEEN = {"id", "raw", "base64"}
WORDS = TEXTS.keys() | UNSEEN | {"given", "own"}
RANGE = re.compile(r"([\d_]*)\.\.\.([\d_]*)")


def words(bounds):
    found = {word for word in bounds.split() if not RANGE.fullmatch(word)}
    if unknown := sorted(found - WORDS):
        raise Failure(f"`// bounds: {bounds}`: there is no {', '.join(unknown)}; there are {', '.join(sorted(WORDS))}")
    return found


def limits(bounds):
    """(least, most) of the range in a member's bounds."""
    for word in bounds.split():
        if match := RANGE.fullmatch(word):
            return tuple(int(number) if number else None for number in match.groups())
    return None, None


class Sanitizing:
    def __init__(self, found):
        self.types = {type_.name: type_ for type_ in found}

    def extensions(self, roots):
        """Of these types and of all that they contain."""
        seen, waiting = set(), list(roots)
        while waiting:
            type_ = waiting.pop()
            if type_.name in seen or type_.kind != "struct":
                continue
            seen.add(type_.name)
            waiting += [self.types[name] for member in type_.members() for name in self.contained(type_, member)]
        for name in sorted(seen):
            if self.changes(self.types[name]) and not self.takes_word(self.types[name]):
                yield "\n".join(self.extension(self.types[name])) + "\n"

    def contained(self, type_, member):
        names = (type_.resolved(name) for name in re.findall(r"[A-Z]\w*", member.kind))
        return [name for name in names if name in self.types]

    @staticmethod
    def takes_word(type_):
        """Its texts are bounded as the member that contains it declares: `sanitized(_:)` is written by hand."""
        return any("given" in words(member.bounds) for member in type_.members())

    def changes(self, type_):
        return any(self.change(type_, member) for member in type_.members())

    def extension(self, type_):
        members = list(type_.members())
        yield f"extension {type_.name} {{"
        for member in members:
            if member.kind.startswith("[") and limits(member.bounds)[1] and "own" not in words(member.bounds):
                yield "    /// More are left out."
                yield f"    static let {most(member)} = {limits(member.bounds)[1]:_}"
                yield ""
        yield f"    package var sanitized: {type_.name} {{"
        yield from listed(type_.name, [self.argument(type_, member) for member in members], "", 8)
        yield "    }"
        yield "}"

    def argument(self, type_, member):
        is_unlabelled = member.is_bare or member.notes.get("init") == "_"
        return ("" if is_unlabelled else f"{member.name}: ") + self.value(type_, member)

    def value(self, type_, member):
        change = self.change(type_, member)
        if change == "own":
            return f"sanitized{member.name[0].upper()}{member.name[1:]}"
        return applied(change, member.name, "map" if member.optional else None)

    def change(self, type_, member):
        """What is done to its value: a function, a key path or a closure; nothing for a value that stays."""
        if "own" in words(member.bounds):
            return "own"
        return self.changing(type_, member, member.kind)

    def changing(self, type_, member, kind):
        bounds, (_, upper) = words(member.bounds), limits(member.bounds)
        if kind == "Part":
            return r"\.sanitized"
        if kind.startswith("[") and ":" not in kind:
            element = self.changing(type_, member, kind[1:-1])
            pieces = "$0" + (f".prefix(Self.{most(member)})" if upper else "")
            if element:
                return f"{{ {applied(element, pieces, 'map')} }}"
            return f"{{ Array({pieces}) }}" if upper else None
        if bounds & UNSEEN or kind == "Bool":
            return None
        if kind == "String":
            return TEXTS[next(iter(bounds & TEXTS.keys()), "line")]
        if kind == "Int":
            return "Bounded.number"
        if kind == "Double":
            return "Bounded.fraction" if limits(member.bounds) == (0, 1) else "Bounded.value"
        found = self.types.get(type_.resolved(kind))
        if found is None:
            raise Failure(f"{type_.place}.{member.name}: its bounds can't be generated; write them by hand (`bounds: own`)")
        if found.kind == "enum" and not found.is_choice:
            return None
        if self.takes_word(found):
            return f"{{ $0.sanitized({TEXTS[next(iter(bounds & TEXTS.keys()), 'line')]}) }}"
        return r"\.sanitized" if self.changes(found) else None


def most(member):
    return f"most{member.name[0].upper()}{member.name[1:]}"


def applied(change, value, by):
    """The change of a value, or by `map` of what is in it."""
    if change is None:
        return value
    if by:
        return f"{value}.{by} {change}" if change.startswith("{") else f"{value}.{by}({change})"
    if change.startswith("{"):
        return change[2:-2].replace("$0", value, 1)
    return f"{value}{change[1:]}" if change.startswith("\\") else f"{change}({value})"


def parts(kinds):
    cases = "\n".join(f"        case .{name}(let {name}): .{name}({name}.sanitized)" for name, _ in kinds)
    return f"""extension Part {{
    /// The part with harmless texts and bounded numbers. Ids are never printed and stay as they are.
    package var sanitized: Part {{
        switch self {{
{cases}
        case .unknown(let part): .unknown(part.sanitized)
        }}
    }}
}}
"""


def text(found, kinds):
    roots = [type_ for _, type_ in kinds] + [type_ for type_ in found if type_.name == "Screen"]
    extensions = [parts(kinds), *Sanitizing(found).extensions(roots)]
    return f"{HEADER}\n\nimport TerminalText\npackage import ViewMessages\n\n" + "\n".join(extensions)
