"""Draws a terminal's screen as SVG.

usage: tmux capture-pane -e -p | python3 svg.py COLUMNS TITLE > screen.svg

Standard input is text with SGR sequences (ECMA-48, 8.3.117), a line each row. Equal input gives equal bytes. Each run of
text states its width (`textLength`), so columns line up in any monospaced font. Exit code 65: an unknown sequence.
"""
import itertools
import re
import sys
import unicodedata
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE, MARGIN = 9, 20, 15, 16
FOREGROUND, BACKGROUND = "#d6d9e0", "#1c1f26"
PALETTE = [
    "#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#7f848e", "#ff8790", "#b5e890", "#ffd68a", "#82c4ff", "#de94f2", "#74d7e2", "#ffffff",
]
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)m")


@dataclass(frozen=True)
class Style:
    foreground: str = ""
    background: str = ""
    bold: bool = False
    dim: bool = False
    underline: bool = False
    inverse: bool = False

    @property
    def ink(self):
        return (self.background or BACKGROUND) if self.inverse else (self.foreground or FOREGROUND)

    @property
    def paper(self):
        return (self.foreground or FOREGROUND) if self.inverse else self.background


FLAGS = {1: {"bold": True}, 2: {"dim": True}, 4: {"underline": True}, 7: {"inverse": True},
         22: {"bold": False, "dim": False}, 24: {"underline": False}, 27: {"inverse": False},
         39: {"foreground": ""}, 49: {"background": ""}}


def apply(style, parameters):
    """The style after one SGR sequence."""
    numbers = iter(int(number or 0) for number in parameters.split(";"))
    for number in numbers:
        if number == 0:
            style = Style()
        elif number in FLAGS:
            style = replace(style, **FLAGS[number])
        elif 30 <= number <= 37 or 90 <= number <= 97:
            style = replace(style, foreground=PALETTE[number - 30 if number < 90 else number - 82])
        elif 40 <= number <= 47 or 100 <= number <= 107:
            style = replace(style, background=PALETTE[number - 40 if number < 100 else number - 92])
        elif number in (38, 48):
            style = replace(style, **{"foreground" if number == 38 else "background": extended(numbers)})
        else:
            sys.exit(refuse(f"SGR {number}"))
    return style


def extended(numbers):
    """The colour of `38;5;N` or `38;2;R;G;B`."""
    if next(numbers, None) == 2:
        return "#%02x%02x%02x" % tuple(itertools.islice(numbers, 3))
    index = next(numbers, 0)
    if index < 16:
        return PALETTE[index]
    if index >= 232:
        return "#" + "%02x" % (8 + 10 * (index - 232)) * 3
    levels = (0, 95, 135, 175, 215, 255)
    return "#%02x%02x%02x" % tuple(levels[(index - 16) // place % 6] for place in (36, 6, 1))


def refuse(what):
    print(f"svg.py: {what} is not drawn", file=sys.stderr)
    return 65


def width(character):
    """How many cells a character takes; 0 for a mark that joins the one before it."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(line, style):
    """The characters of a line as (column, width, text, style), and the style at its end."""
    row, column, end = [], 0, 0
    for match in itertools.chain(SEQUENCE.finditer(line), [None]):
        for character in line[end:match.start() if match else len(line)]:
            if ord(character) < 32:
                sys.exit(refuse(f"the control character {character!r}"))
            wide = width(character)
            if wide == 0 and row:
                row[-1][2] += character
            else:
                row.append([column, wide, character, style])
            column += wide
        if match:
            style, end = apply(style, match[1]), match.end()
    return row, style


def runs(row):
    """Neighbours of one style that are drawn as one text: ASCII with ASCII, one repeated sign with itself."""
    def kind(cell):
        return cell[3], None if cell[2].isascii() else cell[2]

    for (style, sign), group in itertools.groupby(row, kind):
        group = list(group)
        pieces = [group] if sign is None or group[0][1] == 1 else [[cell] for cell in group]
        for piece in pieces:
            text = "".join(cell[2] for cell in piece)
            yield piece[0][0], sum(cell[1] for cell in piece), text, style


def draw(lines, columns, title):
    size = columns * CELL_WIDTH + 2 * MARGIN, len(lines) * CELL_HEIGHT + 2 * MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
           f'viewBox="0 0 {size[0]} {size[1]}" role="img" xml:space="preserve">')
    yield f"<title>{escape(title)}</title>"
    yield (f"<style>text{{font:{FONT_SIZE}px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}}"
           ".b{font-weight:bold}.d{opacity:.6}.u{text-decoration:underline}</style>")
    yield f'<rect width="{size[0]}" height="{size[1]}" rx="8" fill="{BACKGROUND}"/>'
    style = Style()
    for number, line in enumerate(lines):
        row, style = cells(line, style)
        top = MARGIN + number * CELL_HEIGHT
        for column, wide, text, look in runs(row):
            left, length = MARGIN + column * CELL_WIDTH, wide * CELL_WIDTH
            if look.paper:
                yield f'<rect x="{left}" y="{top}" width="{length}" height="{CELL_HEIGHT}" fill="{look.paper}"/>'
            if not text.isspace():
                # Without the blanks around it, which renderers may drop while they keep the length.
                left += (len(text) - len(text.lstrip())) * CELL_WIDTH
                length -= (len(text) - len(text.strip())) * CELL_WIDTH
                yield ink(left, top + CELL_HEIGHT - 5, length, text.strip(), look)
    yield "</svg>"


def ink(left, baseline, length, text, look):
    names = " ".join(name for name, is_on in (("b", look.bold), ("d", look.dim), ("u", look.underline)) if is_on)
    classes = f' class="{names}"' if names else ""
    return (f'<text x="{left}" y="{baseline}" textLength="{length}" lengthAdjust="spacingAndGlyphs"{classes} '
            f'fill="{look.ink}">{escape(text)}</text>')


if __name__ == "__main__":
    screen = sys.stdin.buffer.read().decode().splitlines()
    sys.stdout.buffer.write(("\n".join(draw(screen, int(sys.argv[1]), sys.argv[2])) + "\n").encode())
