"""The kinds of parts: each structure that is `PartContent` is a case of `Part`, with a view, a page's markup and a row in the protocol."""
import re

HEADER = "// Written by scripts/generate from the declarations of the kinds of parts."
BEGIN, END = "<!-- parts: scripts/generate -->\n", "<!-- end of parts -->\n"


def kinds(found):
    """(the member in JSON, its type) of each kind."""
    return sorted((kind(type_), type_) for type_ in found if "PartContent" in type_.bases)


def kind(type_):
    return type_.name[0].lower() + type_.name[1:]


def enumeration(kinds):
    """`Part` itself."""
    cases = "\n".join(f"    case {name}({type_.name})" for name, type_ in kinds)
    names = "\n".join(f'        case .{name}: "{name}"' for name, _ in kinds)
    members = " ".join([*(name for name, _ in kinds), "fallback"])
    return f"""{HEADER}

import JSON

/// A piece of a screen. In JSON it is an object with one member, the kind: `{{"label":{{…}}}}`. It may also have a `fallback`, a text
/// for views that do not have that kind.
package enum Part: JSONCodable, Equatable, Sendable {{
{cases}
    /// One of another kind.
    case unknown(UnknownPart)  // JSON: *

    /// The kinds, and what else a part may have.
    static let members: StaticString =
        "{members}"

    /// The member.
    package var kind: String {{
        switch self {{
{names}
        case .unknown(let part): part.kind ?? ""
        }}
    }}
}}
"""


def views(kinds):
    """In the terminal: `quote` has a `QuoteView`."""
    cases = "\n".join(f"        case .{name}(let {name}): {type_.name}View({name}: {name})" for name, type_ in kinds)
    return f"""{HEADER}

import ViewMessages

extension Part {{
    var view: any PartView {{
        switch self {{
{cases}
        case .unknown(let part): UnknownPartView(part: part)
        }}
    }}
}}
"""


def markup(kinds):
    """On a page: `quote` has a `QuoteMarkup`."""
    cases = "\n".join(
        f"        case .{name}(let {name}): {type_.name}Markup({name}: {name}).write(to: &page)" for name, type_ in kinds)
    return f"""{HEADER}

import ViewMessages

extension Part {{
    func write(to page: inout PageWriter) {{
        switch self {{
{cases}
        case .unknown(let part): UnknownPartMarkup(part: part).write(to: &page)
        }}
    }}
}}
"""


def page(text, kinds):
    """The protocol's page with the rows of its table."""
    rows = "| part | what it is | members (`?`: optional) |\n|---|---|---|\n"
    for name, type_ in kinds:
        members = ", ".join(f"`{member.key}`{'' if member.is_required else '?'}" for member in type_.members())
        rows += f"| `{name}` | {type_.doc} | {members} |\n"
    return re.sub(f"{BEGIN}.*?{END}", lambda _: BEGIN + rows + END, text, flags=re.S)
