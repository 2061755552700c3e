"""Finds the places of a Swift file that a mutant may change, and writes all of them into it, each behind a switch.

Three kinds: a condition is negated, a message is dropped, two arguments of one type are swapped in an initializer call. A
rewritten line keeps its number, so that an error of the compiler leads to the mutants that it is about.
"""

import dataclasses
import re

from . import swift_text as swift

SWITCH = "isMutant"


@dataclasses.dataclass
class Mutant:
    kind: str        # "condition", "message" or "fields"
    line: int
    text: str        # the code that it changes
    edits: list      # (start, end, text before, text after), or (start, end, replacement)
    number: int = 0


def mutants_of(text, types):
    """In the order of the file. Places that overlap are left to the smaller one.

    types: the declared types of the initializers' arguments, from `declared_types`."""
    code = swift.code_of(text)
    found = [*conditions(text, code), *messages(text, code), *fields(text, code, types)]
    return sorted(without_conflicts(found), key=lambda mutant: mutant.edits[0][:2])


# Conditions

def conditions(text, code):
    for word in re.finditer(r"(?<![#.\w`])(if|guard)\b", code):
        end = end_of_conditions(code, word.end(), word.group(1))
        for start, stop in swift.pieces(code, word.end(), end):
            if not re.match(r"(let|var|case|#)\b", code[start:stop]):
                yield wrapped("condition", text, start, stop, "negated")
    for word in re.finditer(r"\bwhere\b", code):
        statement = code[code.rfind("\n", 0, word.start()) + 1:word.start()].strip()
        if re.match(r"(for|case|\} catch)\b", statement):
            start, stop = swift.trimmed(code, word.end(), end_of_where(code, word.end()))
            yield wrapped("condition", text, start, stop, "negated")


def end_of_conditions(code, at, word):
    """Before the brace of an `if`, or before the `else` of a `guard`."""
    depth = 0
    for index in range(at, len(code)):
        if depth == 0 and (code[index] == "{" if word == "if" else re.match(r"\belse\b", code[index:index + 5])):
            return index
        depth += (code[index] in swift.OPENING) - (code[index] in swift.CLOSING)
    return at


def end_of_where(code, at):
    depth = 0
    for index in range(at, len(code)):
        if depth == 0 and code[index] in "{:,":
            return index
        depth += (code[index] in swift.OPENING) - (code[index] in swift.CLOSING)
    return at


# Messages

def messages(text, code):
    for opening in re.finditer(r"(?<=\breturn )\[|(?<=-> )\[\w+\] \{\s+(\[)", code):
        start = opening.start(1) if opening.group(1) else opening.start()
        end = swift.end_of_bracket(code, start)
        empty = not code[start + 1:end - 1].strip()
        dictionary = len(swift.pieces(code, start + 1, end - 1, ":")) > 1
        if not (empty or dictionary or code[end:end + 1] == "."):
            yield wrapped("message", text, start, end, "unlessDropped")
    lists = "|".join({re.escape(name) for name in re.findall(r"(\w+): (?:inout )?\[\w+\]", code)}) or "(?!)"
    for statement in re.finditer(rf"(?<![.\w])(?:[\w.]+\.append\(|(?:{lists}) \+= )", code):
        if code[:statement.start()].rstrip(" ")[-1:] not in ("", "\n", "{", ";"):
            continue
        end = end_of_statement(code, statement.start())
        yield Mutant(
            "message", swift.line_of(text, statement.start()), text[statement.start():end],
            [(statement.start(), end, f"if !{SWITCH}(%d) {{ ", " }")])


def end_of_statement(code, at):
    """At the end of its line, or of the lines that its brackets span."""
    depth = 0
    for index in range(at, len(code)):
        if code[index] in swift.OPENING:
            depth += 1
        elif code[index] in swift.CLOSING:
            depth -= 1
        if depth < 0 or depth == 0 and code[index] == "\n":
            return swift.trimmed(code, at, index)[1]
    return len(code)


# Fields

def fields(text, code, types):
    for call in re.finditer(r"(?<![.\w])(?:[A-Z]\w*\.)*([A-Z]\w*)\(", code):
        declared = types.get(call.group(1))
        end = swift.end_of_bracket(code, call.end() - 1)
        if not declared or re.search(r"\b(func|case|struct|enum|extension|init) $", code[:call.start()]):
            continue
        for one, other in pairs(text, code, call.end(), end - 1, declared):
            first, second = text[one[0]:one[1]], text[other[0]:other[1]]
            yield Mutant(
                "fields", swift.line_of(text, one[0]), f"{call.group(1)}({first} / {second})",
                [(*one, f"({SWITCH}(%d) ? {second} : {first})"), (*other, f"({SWITCH}(%d) ? {first} : {second})")])


def pairs(text, code, start, end, declared):
    """The first two arguments of each type: the ranges of their values."""
    by_type = {}
    for begin, stop in swift.pieces(code, start, end):
        label = re.match(r"(\w+): *", code[begin:stop])
        name = label.group(1) if label else "_"
        value = begin + label.end() if label else begin, stop
        written = text[slice(*value)]
        if declared.get(name) and "\n" not in written and not re.search(r"\b(try|await|nil)\b", code[slice(*value)]):
            by_type.setdefault(declared[name], []).append(value)
    for values in by_type.values():
        if len(values) > 1 and text[slice(*values[0])] != text[slice(*values[1])]:
            yield values[0], values[1]


def declared_types(texts):
    """Of each type's stored members and initializers: {"Row": {"id": "String", …}}."""
    types = {}
    for text in texts:
        code = swift.code_of(text)
        for type in re.finditer(r"\b(?:struct|class|extension) (?:\w+\.)*(\w+)[^{\n]*\{", code):
            body = code[type.end():swift.end_of_bracket(code, type.end() - 1) - 1]
            members = types.setdefault(type.group(1), {})
            for name, declared in re.findall(r"(?:let|var) (\w+): ([^={\n]+)", outermost(body)):
                declare(members, name, declared.strip())
            for initializer in re.finditer(r"\binit[?]?\(", body):
                end = swift.end_of_bracket(body, initializer.end() - 1) - 1
                for start, stop in swift.pieces(body, initializer.end(), end):
                    argument = re.match(r"(\w+)(?: \w+)?: ([^=]+)", body[start:stop])
                    if argument:
                        declare(members, argument.group(1), argument.group(2).strip())
    return types


def declare(members, name, type):
    """A name with two types, such as the "_" of two arguments, has no known type."""
    members[name] = type if members.get(name, type) == type else None


def outermost(body):
    """The text outside all braces."""
    depth, kept = 0, []
    for character in body:
        depth -= character == "}"
        if depth == 0 or character == "\n":
            kept.append(character)
        depth += character == "{"
    return "".join(kept)


# Writing

def wrapped(kind, text, start, end, function):
    return Mutant(kind, swift.line_of(text, start), text[start:end], [(start, end, f"{function}(%d, ", ")")])


def without_conflicts(found):
    """A swap writes its arguments twice, so nothing inside them may be rewritten too."""
    swaps = [edit for mutant in found if mutant.kind == "fields" for edit in mutant.edits]
    taken = [edit for mutant in found if mutant.kind != "fields" for edit in mutant.edits]
    for mutant in found:
        inside = taken + [edit for edit in swaps if edit not in mutant.edits]
        if mutant.kind != "fields" or not any(
                start <= other[0] and other[1] <= end for start, end, _ in mutant.edits for other in inside):
            yield mutant


def rewritten(text, mutants):
    """The text with all of these mutants in it."""
    insertions = []
    for mutant in mutants:
        for edit in mutant.edits:
            start, end, texts = edit[0], edit[1], [one % mutant.number if "%d" in one else one for one in edit[2:]]
            if len(texts) == 1:
                insertions.append((start, end, 1, texts[0]))
            else:
                # Of two that begin at one place the longer is outside; of two that end there, the shorter comes first.
                insertions.append((start, start, -end, texts[0]))
                insertions.append((end, end, -start - len(text), texts[1]))
    result, at = [], 0
    for start, end, _, new in sorted(insertions, key=lambda one: (one[0], one[2])):
        result += [text[at:start], new]
        at = end
    return "".join(result) + text[at:]


SUPPORT = """\
import Platform

private let chosenMutant: Int? = getenv("VIPERLINE_MUTANT").flatMap { Int(String(cString: $0)) }
private let mutantRecord: Int32? = getenv("VIPERLINE_MUTANTS_REACHED").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o600) }
nonisolated(unsafe) private var reachedMutants: Set<Int> = []

func isMutant(_ number: Int) -> Bool {
    if let mutantRecord, reachedMutants.insert(number).inserted {
        let line = Array("\\(number)\\n".utf8)
        _ = write(mutantRecord, line, line.count)
    }
    return number == chosenMutant
}

func negated(_ number: Int, _ condition: Bool) -> Bool { isMutant(number) ? !condition : condition }

func unlessDropped<Message>(_ number: Int, _ messages: [Message]) -> [Message] { isMutant(number) ? [] : messages }
"""
