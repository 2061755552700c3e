"""Swift as `swift format` writes it."""
WIDTH = 120


def listed(begin, items, end, indent, closes_alone=False):
    """`begin(items) end` on one line, or the items on lines of their own.

    closes_alone: the closing parenthesis begins a line, as that of a declaration does.
    """
    room, items = " " * indent, list(items)
    line = f"{room}{begin}({', '.join(items)}){end}"
    if len(line) <= WIDTH:
        return [line]
    lines, current = [f"{room}{begin}("], ""
    for number, item in enumerate(items):
        item += "," if number < len(items) - 1 else "" if closes_alone else f"){end}"
        if current and len(room) + 4 + len(current) + 1 + len(item) > WIDTH:
            lines.append(f"{room}    {current}")
            current = item
        else:
            current += f" {item}" if current else item
    lines.append(f"{room}    {current}")
    return [*lines, f"{room}){end}"] if closes_alone else lines
