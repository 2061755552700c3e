"""`init(from reader:)` and `write(to writer:)`."""
import textwrap

#: An author writes messages of these targets by hand: names that no reader knows are noted, and wrong values told with their members.
AUTHORED = ("ViewMessages",)


def is_authored(type_):
    return any(name in type_.path.parts for name in AUTHORED)


def reading(type_, access):
    if type_.is_choice:
        return reading_choice(type_, access)
    if type_.kind == "enum":
        return reading_words(type_, access)
    return reading_members(type_, access)


def reading_choice(type_, access):
    yield f"    {access}init(from reader: inout JSONReader) throws(JSONError) {{"
    yield f"        var value: {type_.name}?"
    yield "        var count = 0"
    if type_.other:
        yield f"        var other = {type_.other[1]}()"
    yield "        let object = try reader.beginObject()"
    yield "        while let key = try reader.nextKey() {"
    yield "            switch key {"
    for case, _ in type_.cases:
        yield f'            case "{case}": (value, count) = (.{case}(try reader.read()), count + 1)'
    yield f"            {'default: try other.read(key, from: &reader)' if type_.other else 'default: try reader.skipValue()'}"
    yield "            }"
    yield "        }"
    if type_.other:
        yield f"        if count == 0, other.isThere {{ (value, count) = (.{type_.other[0]}(other), 1) }}"
    yield "        guard let value, count == 1 else { throw .noKind(at: object) }"
    yield "        self = value"
    yield "    }"


def reading_words(type_, access):
    yield f"    {access}init(from reader: inout JSONReader) throws(JSONError) {{"
    yield "        let start = reader.offset"
    yield "        let text = try reader.token()"
    yield "        switch text {"
    for case, value in type_.cases:
        yield f'        case "{value}": self = .{case}'
    yield "        default: throw .unknown(text, at: start)"
    yield "        }"
    yield "    }"


def broken_skip(known):
    """With the names on lines of their own."""
    lines = textwrap.wrap(known, 96)
    names = " \\\n".join(f"                        {line}" for line in lines)
    return (f'            default:\n                try reader.skip(\n                    key,\n                    known: """\n'
            f'{names}\n                        """)')


def reading_members(type_, access):
    members = list(type_.members())
    required = [member for member in members if member.is_required]
    yield f"    {access}init(from reader: inout JSONReader) throws(JSONError) {{"
    if bare := next((member for member in members if member.is_bare), None):
        yield '        guard reader.nextByte == UInt8(ascii: "{") else {'
        yield f"            {bare.name} = try reader.{'readIfPresent' if bare.optional else 'read'}({bare.kind}.self)"
        for member in members:
            if member is not bare:
                yield f"            {member.name} = nil"
        yield "            return"
        yield "        }"
    for member in members:
        yield f"        var {member.name}: {member.kind}?"
    wanted = " ".join(member.key for member in required)
    begin = f'beginObject(with: "{wanted}")' if required and is_authored(type_) else "beginObject()"
    yield f"        {'let object = ' if required else ''}try reader.{begin}"
    yield f"        while {'let key = ' if members else ''}try reader.nextKey(){'' if members else ' != nil'} {{"
    if members:
        yield "            switch key {"
        for member in members:
            call = "read" if member.is_required else "readIfPresent"
            case = f'            case "{member.key}" where {member.name} == nil:'
            value = f"{member.name} = try reader.{call}({member.kind}.self)"
            yield f"{case} {value}" if len(case) + len(value) < 120 else f"{case}\n                {value}"
        known = " ".join(member.key for member in members)
        skip = f'skip(key, known: "{known}")' if is_authored(type_) else "skipValue()"
        line = f"            default: try reader.{skip}"
        yield line if len(line) <= 120 else broken_skip(known)
        yield "            }"
    else:
        yield "            try reader.skipValue()"
    yield "        }"
    for member in required:
        yield f'        guard let {member.name} else {{ throw .missing("{member.key}", at: object) }}'
    for member in members:
        yield f"        self.{member.name} = {member.name}" + (f" ?? {member.default}" if member.default is not None else "")
    yield "    }"


def writing(type_, access):
    yield f"    {access}func write(to writer: inout JSONWriter) {{"
    if type_.is_choice:
        yield "        writer.beginObject()"
        yield "        switch self {"
        for case, _ in type_.cases:
            yield f'        case .{case}(let {case}): writer.member("{case}", {case})'
        if type_.other:
            yield f"        case .{type_.other[0]}(let other): other.writeMembers(to: &writer)"
        yield "        }"
        yield "        writer.endObject()"
    elif type_.kind == "enum":
        yield "        switch self {"
        for case, value in type_.cases:
            yield f'        case .{case}: writer.literal("\\"{value}\\"")'
        yield "        }"
    else:
        members = list(type_.members())
        if bare := next((member for member in members if member.is_bare), None):
            others = " || ".join(f"{member.name} != nil" for member in members if member is not bare)
            write = f"{bare.name}.write(to: &writer)" if bare.optional else f"writer.write({bare.name})"
            yield f"        guard {others} else {{ return {write} }}"
        yield "        writer.beginObject()"
        for member in sorted(members, key=lambda member: member.key):
            yield f'        writer.member("{member.key}", {member.name})'
        yield "        writer.endObject()"
    yield "    }"
