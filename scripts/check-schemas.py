"""Checks the schemas in protocols/, and against them all examples, all events of Tests/Conversations, and the recorded
events in the given files.

usage: scripts/check-schemas [--alias NAME=PROTOCOL]... [FILE.ndjson...]

  --alias   in the files, types that begin with NAME are PROTOCOL's: --alias model=interactor

Prints each problem with file, line and path, then the number of events checked. Exit codes: 0 no problems, 1 problems,
64 usage. Unknown types are errors. The envelopes in a conversation's in.ndjson may be incomplete, because readers must
accept that. An out.ndjson lists only what must match, so no member is required there, and null means "absent". Cases
whose name begins with "bad-" contain nonsense on purpose, and the fetcher's contain requests that users write by hand in
pipelines: for both, only the answers are checked.
"""
import functools
import json
import pathlib
import re
import sys

from jsonschema import Draft202012Validator, FormatChecker

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "protocols" / "schemas"


class Report:
    def __init__(self):
        self.checked, self.problems = 0, []

    def problem(self, place, text):
        self.problems.append(f"{place}: {text}")


@functools.lru_cache(maxsize=None)
def load(name):
    """A schema with its references inlined, because libraries resolve them differently; ours have no cycles."""
    return fill(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))


def fill(node):
    if isinstance(node, list):
        return [fill(item) for item in node]
    if not isinstance(node, dict):
        return node
    if isinstance(node.get("$ref"), str):
        return load(node["$ref"].removesuffix(".json"))
    return {key: fill(value) for key, value in node.items()}


def relax(node):
    """The same schema without required members, for events that list only what must match."""
    if isinstance(node, list):
        return [relax(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: value for key, value in node.items() if key not in ("required", "minProperties")}
    return {key: value if key == "if" else relax(value) for key, value in kept.items()}


def without_nulls(node):
    if isinstance(node, list):
        return [without_nulls(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {key: without_nulls(value) for key, value in node.items() if value is not None}


@functools.lru_cache(maxsize=None)
def validator(name, mode):
    schema = load(name)
    if mode == "partial":
        schema = relax(schema)
    if mode == "lenient" and name == "envelope":
        schema = {**schema, "required": ["type"]}
    return Draft202012Validator(schema, format_checker=FormatChecker())


def types():
    return {path.stem for path in SCHEMAS.glob("*.*.*.json")}


def check_event(report, place, event, mode, aliases={}):
    report.checked += 1
    if mode == "partial":
        event = without_nulls(event)
    for error in validator("envelope", mode).iter_errors(event):
        report.problem(place, describe("", error))
    if not isinstance(event, dict) or "type" not in event:
        return
    name, dot, rest = str(event["type"]).partition(".")
    type = aliases.get(name, name) + dot + rest
    if type not in types():
        return report.problem(place, f"unknown type {event['type']!r}: there is no such file in protocols/schemas")
    for error in validator(type, mode).iter_errors(event.get("data", {})):
        report.problem(place, f"{event['type']}: " + describe("data", error))


def describe(start, error):
    path = start + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error.absolute_path)
    return f"{path.lstrip('.') or 'the event'}: {error.message[:300]}"


def check_lines(report, path, mode, aliases={}):
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line.strip():
            continue
        place = f"{shown(path)}:{number}"
        try:
            event = json.loads(line)
        except ValueError as error:
            report.problem(place, f"no JSON: {error}")
        else:
            check_event(report, place, event, mode, aliases)


def check_schemas(report):
    for path in sorted(SCHEMAS.glob("*.json")):
        report.checked += 1
        try:
            Draft202012Validator.check_schema(load(path.stem))
        except Exception as error:
            report.problem(shown(path), getattr(error, "message", str(error)))


def check_examples(report):
    for name in sorted(types()):
        path = ROOT / "protocols" / "examples" / f"{name}.json"
        if not path.exists():
            report.problem(shown(path), "is missing: every type has an example")
            continue
        for number, event in enumerate(json.loads(path.read_text(encoding="utf-8"))):
            check_event(report, f"{shown(path)}[{number}]", event, "strict")
            if event.get("type") != name:
                report.problem(f"{shown(path)}[{number}]", f"is of type {event.get('type')!r}")


def check_asyncapi(report):
    text = (ROOT / "protocols" / "asyncapi.yaml").read_text(encoding="utf-8")
    named = set(re.findall(r"schemas/([\w.]+)\.json", text)) - {"envelope"}
    for name in sorted(named ^ types()):
        missing = "protocols/schemas" if name in named else "protocols/asyncapi.yaml"
        report.problem("protocols/asyncapi.yaml", f"{name} is not in {missing}")
    report.checked += 1


def check_conversations(report):
    for case in sorted((ROOT / "Tests" / "Conversations").glob("*/*/")):
        if case.parent.name == "fetcher-lines":
            continue  # These have no envelope.
        if not (case.name.startswith("bad-") or case.parent.name == "fetcher"):
            check_lines(report, case / "in.ndjson", "lenient")
        check_lines(report, case / "out.ndjson", "partial")


def shown(path):
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main(arguments):
    aliases = {}
    while arguments[:1] == ["--alias"] and "=" in "".join(arguments[1:2]):
        name, _, protocol = arguments[1].partition("=")
        aliases[name] = protocol
        arguments = arguments[2:]
    if arguments and arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stdout if arguments[0] in ("-h", "--help") else sys.stderr)
        return 0 if arguments[0] in ("-h", "--help") else 64
    report = Report()
    check_schemas(report)
    check_examples(report)
    check_asyncapi(report)
    check_conversations(report)
    for name in arguments:
        try:
            check_lines(report, pathlib.Path(name).resolve(), "strict", aliases)
        except OSError as error:
            print(f"check-schemas: read {name}: {error.strerror}", file=sys.stderr)
            return 64
    for problem in report.problems:
        print(problem)
    print(f"check-schemas: {report.checked} checked, {len(report.problems)} problems", file=sys.stderr)
    return 1 if report.problems else 0


sys.exit(main(sys.argv[1:]))
