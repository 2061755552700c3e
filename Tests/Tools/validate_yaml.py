#!/usr/bin/python3
"""Checks YAML texts with a JSON Schema, as an editor does.

usage: validate_yaml.py SCHEMA < TEXTS

TEXTS is a JSON array of strings. Prints a JSON array with a list of problems for each text; null for a text that the YAML parser
refuses. The schema itself must be valid (draft 2020-12). Dates stay texts, and Compose's tags are understood, as editors do both.
"""
import json
import sys

import yaml
from jsonschema import Draft202012Validator


class Loader(yaml.SafeLoader):
    """As an editor's parser: a key that occurs twice is an error."""

    def construct_mapping(self, node, deep=False):
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode) and key.value != "<<"]
        if len(keys) != len(set(keys)):
            raise yaml.constructor.ConstructorError(None, None, "a key occurs twice", node.start_mark)
        return super().construct_mapping(node, deep)


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rules if not tag.endswith(":timestamp")]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def tagged(loader, _, node):
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    return loader.construct_sequence(node, deep=True) if isinstance(node, yaml.SequenceNode) else loader.construct_scalar(node)


for tag in ("!override", "!reset"):
    Loader.add_multi_constructor(tag, tagged)


def problems(validator, text):
    try:
        value = yaml.load(text, Loader)
    except yaml.YAMLError:
        return None
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    json.dump([problems(validator, text) for text in json.load(sys.stdin)], sys.stdout)


main()
