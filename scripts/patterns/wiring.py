"""Services, messages and edges of a composition, from `viperline check --json`."""

import functools
import json
import subprocess

from . import package


@functools.cache
def composition(viperline, name):
    command = [viperline, "check", str(package.ROOT / "compose" / f"{name}.yaml"), "--json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def programs(composition):
    """Of each service, the name of its program."""
    return {service["name"]: service["command"][0].rsplit("/", 1)[-1] for service in composition["services"]}


def has_terminal(composition, name):
    return any(service["name"] == name and "tty" in service["notes"] for service in composition["services"])


def messages(composition):
    return {route["message"] for route in composition["wiring"]}


def edges(composition):
    """The messages between services: (sender, message, receiver)."""
    return {
        (route["from"], route["message"], receiver) for route in composition["wiring"] for receiver in route["to"]
    }


def fan_in(composition, name):
    return {sender for sender, _, receiver in edges(composition) if receiver == name}


def fan_out(composition, name):
    return {receiver for sender, _, receiver in edges(composition) if sender == name}


def neighbours(composition, name):
    return fan_in(composition, name) | fan_out(composition, name)
