"""The memberwise initialiser of a package structure, for other modules: the one that Swift writes is internal.

Swift refuses a second initialiser with the same parameters in an extension of the type, but not in one of a protocol. There
it delegates to Swift's own, which the module itself continues to use. A type that has its `init(from reader:)` in its body has
no initialiser by Swift; it gets one in a plain extension. That of a generic type is written by hand: no extension of a protocol
can be for it.
"""
from .swift import listed


def initialiser(type_):
    """The extension; nothing for a type that is not for other modules, or that has an initialiser of its own."""
    if type_.kind != "struct" or type_.access != "package" or type_.generic or type_.has_own_initialiser:
        return
    members = list(type_.members())
    if any(member.access != "package" for member in members):
        return
    if type_.has_own_reading:
        yield f"extension {type_.name} {{"
        yield from listed("package init", parameters(type_, members), " {", 4, closes_alone=True)
        for member in members:
            yield f"        self.{member.name} = {member.name}"
    else:
        protocol = "JSONReadable" if type_.reads else "JSONWritable"
        yield f"extension {protocol} where Self == {type_.name} {{"
        yield from listed("package init", parameters(type_, members), " {", 4, closes_alone=True)
        yield from listed("self.init", [f"{member.name}: {member.name}" for member in members], "", 8)
    yield "    }"
    yield "}"


def parameters(type_, members):
    for member in members:
        initial = member.notes.get("init")
        default = "nil" if member.optional else member.default
        if initial not in (None, "_"):
            default = initial
        label = f"_ {member.name}" if member.is_bare or initial == "_" else member.name
        yield f"{label}: {type_.qualified(member.kind)}{'?' if member.optional else ''}" + (f" = {default}" if default is not None else "")
