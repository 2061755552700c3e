"""The structure of eight pages: where their blocks begin and end, in twenty-fourths of the window, so that fonts do not matter.
`PROGRAMS=… python3 test_outlines.py --write` writes it again: the difference belongs in the commit that makes it."""
import json
import sys
import unittest

from browser import Browser, wait
from session import PROGRAMS, ROOT
from view import View

FILE = ROOT / "Tests/Pictures/outlines.txt"
EXAMPLES = [event["data"]["screen"] for event in json.loads((ROOT / "protocols/examples/view.input.show.json").read_text(encoding="utf-8"))]
# Of the examples, the first with such a member.
KINDS = {"list": "preview", "detail": "gallery", "charts": "chart", "form": "form", "text": "markdown", "table": "sort", "tree": "tree"}
PAGES = {"first": {"title": "Store", "prompt": {"placeholder": "Search", "text": ""}, "parts": []},
         **{kind: next(screen for screen in EXAMPLES if f'"{member}"' in json.dumps(screen)) for kind, member in KINDS.items()}}
PAGES["list"] = {**PAGES["list"], "preview": [{"text": {"body": "more of it"}}]}
WIDTHS = (390, 1280, 3840)

# No texts and no buttons, and not whether a table fits: that is a matter of the font.
OUTLINE = """
const place = n => Math.round(n / innerWidth * 24), lines = [];
const blocks = "header, .bar, #search, main, .head, .parts, aside, footer, .tabs ul, .rows, .indent, .toggle, .scroll, .gallery, .gallery > li,"
    + " .progress, .chart, .bars, dl, .fields, .field > :is(input, textarea, select, fieldset), .md, .empty";
(function walk(node, depth) {
    for (const one of node.children) {
        const { left, right, width } = one.getBoundingClientRect(), isBlock = one.matches(blocks) && width > 1;
        if (isBlock) lines.push("    ".repeat(depth) + [one.id == "search" ? "search" : one.localName, ...one.classList].filter(name => name != "fits").join(".") + ` ${place(left)}-${place(right)}`);
        walk(one, depth + isBlock);
    }
})(document.querySelector("#page"), 1);
return lines.join("\\n");
"""


def outlines():
    """Of each page and width."""
    with View(PROGRAMS) as view, Browser() as browser:
        view.navigate("s-1")
        for name, screen in PAGES.items():
            # The title is that of no other page.
            view.show({**screen, "title": name})
            if browser.run("return location.protocol") != "http:":
                browser.open(view.url())
            wait(lambda: browser.run("return document.title") == name)
            for width in WIDTHS:
                # So high that there is no scroll bar.
                browser.emulate(width, 4000)
                yield f"{name} {width}\n{browser.run(OUTLINE)}\n"


class OutlineTests(unittest.TestCase):
    maxDiff = None

    def test_eight_pages_have_the_structure_that_was_looked_at(self):
        self.assertMultiLineEqual(FILE.read_text(encoding="utf-8"), "\n".join(outlines()))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        FILE.write_text("\n".join(outlines()), encoding="utf-8")
    else:
        unittest.main(warnings="ignore")
