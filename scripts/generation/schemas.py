"""The schemas of the kinds of parts, and of a part."""
import json
import re

from .sanitizing import limits, words

COMMENT = "Written by scripts/generate."
WIDTH = 120
DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Schemas:
    #: by_hand: the names of the schemas that are not generated.
    def __init__(self, found, kinds, by_hand):
        self.types = {type_.name: type_ for type_ in found}
        self.kinds, self.by_hand = kinds, by_hand

    def files(self):
        """Name and text of each."""
        for name, type_ in self.kinds:
            yield file_name(type_), document({**head(file_name(type_), type_.doc), **self.object(type_)})
        yield "part", document(self.part())

    def part(self):
        members = {name: {"$ref": f"{file_name(type_)}.json"} for name, type_ in self.kinds}
        fallback = {"description": "A text for views that do not support this kind.", "type": "string", "minLength": 1}
        return {
            **head("part", "A part of a screen: an object with one member, its kind. "
                           "With a fallback beside it, the kind may be another than these."),
            "type": "object",
            "properties": {"fallback": fallback, **members},
            "minProperties": 1,
            "if": {"required": ["fallback"]},
            "then": {"minProperties": 2, "maxProperties": 2},
            "else": {"properties": dict.fromkeys(members, True), "additionalProperties": False, "maxProperties": 1},
        }

    def object(self, type_):
        members = list(type_.members())
        return {
            "type": "object",
            "properties": {member.key: self.member(type_, member) for member in members},
            "required": [member.key for member in members if member.is_required],
            "additionalProperties": False,
        }

    def member(self, type_, member):
        description = {"description": member.doc.replace("`", "")} if member.doc else {}
        return {**description, **self.value(type_, member, member.kind)}

    def value(self, type_, member, kind):
        bounds, (least, most) = words(member.bounds), limits(member.bounds)
        if kind.startswith("["):
            count = {"minItems": least, "maxItems": most}
            return {"type": "array", "items": self.item(type_, member, kind[1:-1]), **present(count)}
        if kind == "String":
            length = {"minLength": least or (1 if "id" in bounds else None), "maxLength": most}
            return {"type": "string", **present(length), **({"contentEncoding": "base64"} if "base64" in bounds else {})}
        if kind == "Int":
            return {"type": "integer", "minimum": least or 0, **present({"maximum": most})}
        if kind == "Double":
            return {"type": "number", **present({"minimum": least, "maximum": most})}
        if kind == "Bool":
            return {"type": "boolean"}
        found = self.types[type_.resolved(kind)]
        if file_name(found) in self.by_hand or found in (of for _, of in self.kinds):
            return {"$ref": f"{file_name(found)}.json"}
        if found.kind == "enum":
            return {"enum": [value for case, value in found.cases if case not in found.unlisted]}
        object_ = self.object(found)
        if bare := next((member for member in found.members() if member.is_bare), None):
            value = self.value(found, bare, bare.kind)
            return {"oneOf": [{**value, "type": [value["type"], "null"]} if bare.optional else value, object_]}
        return object_

    def item(self, type_, member, kind):
        """An element of an array: the range in the bounds is the array's."""
        schema = self.value(type_, member, kind)
        if kind != "String":
            return schema
        return {"type": "string", **({"minLength": 1} if "id" in words(member.bounds) else {})}


def head(name, description):
    return {"$schema": DRAFT, "$comment": COMMENT, "title": name, "description": description.replace("`", "")}


def present(values):
    return {key: value for key, value in values.items() if value is not None}


def file_name(type_):
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type_.name.split(".")[-1]).lower()


def document(schema):
    return "{\n" + ",\n".join(f"  {json.dumps(key)}: {laid_out(value, 2, len(key) + 4)}" for key, value in schema.items()) + "\n}\n"


def laid_out(value, indent, before=0):
    """JSON, on one line where it fits."""
    text = json.dumps(value, ensure_ascii=False)
    if indent + before + len(text) + 1 <= WIDTH or not isinstance(value, dict | list) or not value:
        return text
    room, inner = " " * indent, " " * (indent + 2)
    if isinstance(value, list):
        lines = [inner + laid_out(item, indent + 2) for item in value]
    else:
        lines = [f"{inner}{json.dumps(key)}: {laid_out(item, indent + 2, len(key) + 4)}" for key, item in value.items()]
    begin, end = "[]" if isinstance(value, list) else "{}"
    return begin + "\n" + ",\n".join(lines) + f"\n{room}{end}"
