"""Writes a manual page (man(7)) of a program from its --help-json.

usage: PROGRAM --help-json | manual.py VERSION DATE
"""

import json
import re
import sys


def escape(text):
    """Text for roff: backslashes, dashes that a user may copy, and lines that begin like a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text):
    """Paragraphs are filled; indented lines, such as examples and tables, are kept as they are."""
    lines = []
    kept = False
    for line in text.split("\n"):
        if line.startswith(" ") and not kept:
            lines += [".PP", ".nf"]
            kept = True
        elif line and not line.startswith(" ") and kept:
            lines += [".fi", ".PP"]
            kept = False
        lines.append(escape(line) if line else "" if kept else ".PP")
    if kept:
        lines.append(".fi")
    # No blank line before text is filled again: .PP makes one.
    return [line for line, following in zip(lines, lines[1:] + [None]) if line or following != ".fi"]


def bold(text):
    """As the user types it: names of options in bold, what a value stands for in italics."""
    text = re.sub(r"(?<![\w-])(--?\w[\w-]*)", r"\\fB\1\\fR", text.replace("\\", "\\e"))
    return re.sub(r"<([^>]*)>", r"\\fI\1\\fR", text).replace("-", "\\-")


def synopsis(command):
    return " ".join(bold(argument["synopsis"]) for argument in command["arguments"] if not is_common(argument))


def description(argument):
    return [".TP", bold(argument["label"]), escape(" ".join(argument["help"].split()) or "See above.")]


def is_common(argument):
    return argument.get("name") in ("help", "version")


def section(command, path):
    """A subcommand, and those below it."""
    path = path + [command["commandName"]]
    lines = [".SS " + escape(" ".join(path))]
    lines += prose(command["abstract"])
    if not command["subcommands"] or not all(map(is_common, command["arguments"])):
        lines += [".PP", ".RS", "\\fB" + escape(" ".join(path)) + "\\fR " + synopsis(command), ".RE"]
    if command["discussion"]:
        lines += [".PP"] + prose(command["discussion"])
    for argument in command["arguments"]:
        if not is_common(argument):
            lines += description(argument)
    for sub in command["subcommands"]:
        lines += section(sub, path)
    return lines


def page(command, version, date):
    name = command["commandName"]
    abstract = command["abstract"].rstrip(".")
    lines = [
        f'.TH {name.upper()} 1 "{date}" "Viperline {version}" "User Commands"',
        ".SH NAME", escape(name) + " \\- " + escape(abstract[:1].lower() + abstract[1:]), ".SH SYNOPSIS",
        "\\fB" + escape(name) + "\\fR " + synopsis(command),
    ]
    if command["subcommands"]:
        lines += [".br", "\\fB" + escape(name) + "\\fR \\fIsubcommand\\fR ..."]
    lines += [".SH DESCRIPTION"] + prose(command["discussion"] or command["abstract"]) + [".SH OPTIONS"]
    for argument in command["arguments"]:
        lines += description(argument)
    if command["subcommands"]:
        lines.append(".SH SUBCOMMANDS")
        for sub in command["subcommands"]:
            lines += section(sub, [name])
    lines += [".SH FILES", ".TP", "\\fIshare/viperline/protocols\\fR", GUIDES]
    others = [other for other in PROGRAMS if other != name]
    lines += [".SH SEE ALSO", ",\n".join(f".BR {escape(other)} (1)" for other in others).replace(",\n", " ,\n")]
    return "\n".join(lines) + "\n"


GUIDES = "The guides, in Markdown, beside the folder of the programs. \\fBviperline doctor\\fR prints the path.\nBegin with \\fItutorial.md\\fR; \\fIREADME.md\\fR lists all."
PROGRAMS = ["viperline"] + ["viperline-" + role for role in ("fetcher", "presenter", "router", "view", "catalog")]

if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)["command"], sys.argv[1], sys.argv[2]))
