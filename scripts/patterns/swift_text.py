"""Reads Swift as text: what is code in a file, and where a bracket ends. Enough for code that `swift format` has written."""

import re

OPENING, CLOSING = "([{", ")]}"


def code_of(text):
    """The text with comments and string literals blanked out; every character stays at its place."""
    result = list(text)
    at = 0
    while at < len(text):
        end = end_of_comment(text, at) or end_of_string(text, at)
        if end is None:
            at += 1
            continue
        for index in range(at, end):
            if result[index] != "\n":
                result[index] = " " if text[at] == "/" else "_"
        at = end
    return "".join(result)


def end_of_comment(text, at):
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if text.startswith("/*", at):
        end = text.find("*/", at)
        return len(text) if end < 0 else end + 2
    return None


def end_of_string(text, at):
    """Behind the literal that begins here, whose interpolations may contain literals."""
    start = re.compile(r'#*"').match(text, at)
    if not start:
        return None
    hashes = "#" * (start.group().count("#"))
    quotes = '"""' if text.startswith('"""', start.end() - 1) else '"'
    at = start.end() - 1 + len(quotes)
    while at < len(text):
        if text.startswith(quotes + hashes, at):
            return at + len(quotes + hashes)
        if text.startswith("\\" + hashes + "(", at):
            at = end_of_interpolation(text, at + len(hashes) + 2)
        elif text.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        else:
            at += 1
    return len(text)


def end_of_interpolation(text, at):
    depth = 1
    while at < len(text) and depth:
        inner = end_of_string(text, at)
        if inner:
            at = inner
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
    return at


def end_of_bracket(code, at):
    """Behind the bracket that closes the one at this place."""
    depth = 0
    for index in range(at, len(code)):
        if code[index] in OPENING:
            depth += 1
        elif code[index] in CLOSING:
            depth -= 1
            if depth == 0:
                return index + 1
    return len(code)


def pieces(code, start, end, separator=","):
    """The ranges between separators outside all brackets, without the blanks around them."""
    depth, begin, found = 0, start, []
    for index in range(start, end):
        if code[index] in OPENING:
            depth += 1
        elif code[index] in CLOSING:
            depth -= 1
        elif code[index] == separator and depth == 0:
            found.append((begin, index))
            begin = index + 1
    found.append((begin, end))
    return [trimmed(code, *piece) for piece in found if code[piece[0]:piece[1]].strip()]


def trimmed(code, start, end):
    while start < end and code[start].isspace():
        start += 1
    while end > start and code[end - 1].isspace():
        end -= 1
    return start, end


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def lines_of_code(text):
    """Lines that are neither blank nor comment."""
    return sum(1 for line in code_of(text).split("\n") if line.strip())
