"""Writes a manual page (man(7)) of a program from its --experimental-dump-help, which ArgumentParser makes.

usage: PROGRAM --experimental-dump-help | manual.py VERSION DATE
"""

import json
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


def spelling(argument, name):
    text = ("-" if name["kind"] == "short" else "--" if name["kind"] == "long" else "-") + name["name"]
    text = "\\fB" + escape(text) + "\\fR"
    return text + " \\fI" + escape(argument["valueName"]) + "\\fR" if argument["kind"] == "option" else text


def usage(argument):
    """An argument as the synopsis shows it."""
    if argument["kind"] == "positional":
        text = "\\fI" + escape(argument["valueName"]) + "\\fR"
    else:
        text = spelling(argument, argument["preferredName"])
    if argument["isOptional"]:
        text = "[" + text + "]"
    return text + (" ..." if argument["isRepeating"] else "")


def arguments(command):
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def description(argument):
    lines = [".TP"]
    if argument["kind"] == "positional":
        lines.append("\\fI" + escape(argument["valueName"]) + "\\fR")
    else:
        lines.append(", ".join(spelling(argument, name) for name in argument["names"]))
    text = " ".join(argument.get(part, "") for part in ("abstract", "discussion")).strip()
    if argument.get("defaultValue") and argument["kind"] != "flag":
        text += " (default: " + argument["defaultValue"] + ")"
    return lines + [escape(" ".join(text.split()) or "See above.")]


def is_common(argument):
    return any(name["name"] in ("help", "version") for name in argument.get("names", []))


def section(command, path):
    """A subcommand, and those below it."""
    path = path + [command["commandName"]]
    own = arguments(command)
    shown = [argument for argument in own if not is_common(argument)]
    lines = [".SS " + escape(" ".join(path))]
    lines += prose(command.get("abstract", ""))
    if not command.get("subcommands"):
        synopsis = " ".join(usage(argument) for argument in shown)
        lines += [".PP", ".RS", "\\fB" + escape(" ".join(path)) + "\\fR " + synopsis, ".RE"]
    if command.get("discussion"):
        lines += [".PP"] + prose(command["discussion"])
    for argument in shown:
        lines += description(argument)
    for sub in subcommands(command):
        lines += section(sub, path)
    return lines


def subcommands(command):
    return [sub for sub in command.get("subcommands", []) if sub["shouldDisplay"] and sub["commandName"] != "help"]


def page(command, version, date):
    name = command["commandName"]
    abstract = command["abstract"].rstrip(".")
    lines = [
        f'.TH {name.upper()} 1 "{date}" "Viperline {version}" "User Commands"',
        ".SH NAME", escape(name) + " \\- " + escape(abstract[:1].lower() + abstract[1:]), ".SH SYNOPSIS",
        "\\fB" + escape(name) + "\\fR " + " ".join(usage(argument) for argument in arguments(command)),
    ]
    if subcommands(command):
        lines += [".br", "\\fB" + escape(name) + "\\fR \\fIsubcommand\\fR ..."]
    lines += [".SH DESCRIPTION"] + prose(command.get("discussion") or command["abstract"]) + [".SH OPTIONS"]
    for argument in arguments(command):
        lines += description(argument)
    if subcommands(command):
        lines.append(".SH SUBCOMMANDS")
        for sub in subcommands(command):
            lines += section(sub, [name])
    others = [other for other in PROGRAMS if other != name]
    lines += [".SH SEE ALSO", ",\n".join(f".BR {escape(other)} (1)" for other in others).replace(",\n", " ,\n")]
    return "\n".join(lines) + "\n"


PROGRAMS = ["viperline"] + ["viperline-" + role for role in ("fetcher", "presenter", "router", "view", "catalog")]

if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)["command"], sys.argv[1], sys.argv[2]))
