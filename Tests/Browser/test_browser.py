"""The view in a browser: what a user sees and presses. AXE is the path of axe.min.js."""
import http.server
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time
import unittest

from browser import Browser, Failure, wait
from session import ROOT, Session
from view import View

PROGRAMS = os.environ["PROGRAMS"]
AXE = os.environ.get("AXE")
EXAMPLES = [event["data"]["screen"] for event in json.loads((ROOT / "protocols/examples/view.input.show.json").read_text())]
ATTACK = "\"><img src=x onerror=document.title='attacked'><script>document.title='attacked'</script>"


def rows(count, name="Row"):
    return {"table": {"columns": [{"key": "n", "title": "Name", "grow": True, "sortable": True}, {"key": "s", "title": "Size", "alignment": "end", "sortable": True}],
                      "rows": [{"id": f"{n}", "cells": [f"{name} {n}", f"{n * 3}"]} for n in range(count)], "sort": {"column": "n"}}}


def violations(browser):
    """What axe finds."""
    return browser.promise(pathlib.Path(AXE).read_text() + ";const r = await axe.run(); return r.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.html.slice(0, 150) + n.any.map(a => a.message)).join(' | '))")


class BrowserCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        self.browser.emulate(1000, 700)

    def text(self, selector="#view"):
        return self.browser.run("return document.querySelector(arguments[0])?.innerText", selector)

    def focus(self):
        return self.browser.run("return document.activeElement.innerText || document.activeElement.name || document.activeElement.tagName").strip()

    def sees(self, text):
        wait(lambda: text in (self.text() or ""))

    def scene(self, view, *screens):
        """A page that shows the screens, each of a scene, the last on top."""
        view.navigate(*[f"s-{n + 1}" for n in range(len(screens))])
        for number, screen in enumerate(screens):
            view.show(screen, f"s-{number + 1}")
        self.browser.open(view.url())
        self.sees(screens[-1]["title"])

    def check(self, name):
        """axe finds nothing, and nothing is wider than the page."""
        self.assertEqual(violations(self.browser), [], name)
        wide = self.browser.run("return document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(wide, 0, name)


class ScreenTests(BrowserCase):
    @unittest.skipUnless(AXE, "no axe")
    def test_every_example_is_accessible_in_every_size_and_colour(self):
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "first", "parts": []})
            hostile = {"title": ATTACK, "activity": ATTACK, "parts": [{"list": {"rows": [{"id": ATTACK, "title": ATTACK, "subtitle": ATTACK}]}},
                       {"text": {"body": f"# {ATTACK}\n[x]({ATTACK})", "format": "markdown"}}, {"facts": {"items": [{"label": ATTACK, "value": "javascript:alert(1)"}]}}]}
            for number, screen in enumerate([*EXAMPLES, hostile]):
                title = f"{number} {screen['title']}"
                view.show({**screen, "title": title})
                wait(lambda: self.browser.run("return document.title") == title)
                for width, height, scheme in ((1200, 900, "light"), (320, 700, "dark")):
                    self.browser.emulate(width, height, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
                    self.check(f"{title} {width} {scheme}")
                if pictures := os.environ.get("PICTURES"):
                    self.browser.emulate(1200, 900, prefers_color_scheme="light")
                    self.browser.picture(f"{pictures}/{number}.png")
            self.assertEqual(self.browser.run("return document.title"), title)
            self.assertEqual(self.browser.complaints(), [])

    @unittest.skipUnless(AXE, "no axe")
    def test_every_recorded_screen_of_every_application_is_accessible(self):
        screens = {}
        for file in sorted((ROOT / "Tests/Cassettes").rglob("*.ndjson")):
            for line in file.read_text().splitlines()[1:]:
                event = json.loads(line).get("event", {})
                if event.get("type") == "view.input.show":
                    screens.setdefault(json.dumps(event["data"]["screen"], sort_keys=True), file.name)
        self.assertGreater(len(screens), 60)
        looks = ((1200, 900, "light"), (320, 700, "dark"))
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "first", "parts": []})
            for number, (text, name) in enumerate(screens.items()):
                screen = json.loads(text)
                title = f"{number} {screen['title']}"
                width, height, scheme = looks[number % 2]
                self.browser.emulate(width, height, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
                view.show({**screen, "title": title})
                wait(lambda: self.browser.run("return document.title") == title)
                self.check(f"{name}: {title} {width} {scheme}")

    def test_focus_and_scrolling_stay_where_they_are(self):
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Rows", "parts": [rows(200)]})
            self.browser.run("document.querySelectorAll('[data-go]')[120].focus(); document.querySelectorAll('[data-go]')[120].scrollIntoView()")
            top = self.browser.run("return scrollY")
            self.assertGreater(top, 1000)
            changed = rows(200)
            changed["table"]["rows"].insert(150, {"id": "new", "cells": ["New", ""]})
            changed["table"]["rows"][5]["cells"][1] = "changed"
            view.show({"title": "Rows", "parts": [changed]})
            self.sees("changed")
            self.assertEqual((self.focus(), self.browser.run("return scrollY")), ("Row 120", top))
            changed["table"]["rows"].reverse()
            view.show({"title": "Rows", "parts": [changed], "notice": {"id": "1", "text": "Reversed"}})
            self.sees("Reversed")
            self.assertEqual(self.focus(), "Row 120")
            # Another scene begins at its top, and the way back leads to where the user was.
            top = self.browser.run("return scrollY")
            self.browser.type("Enter")
            view.await_event("view.output.didSelect")
            view.show({"title": "Detail", "parts": [{"label": {"text": "x", "style": "title"}}]}, "s-2")
            view.navigate("s-1", "s-2")
            self.sees("Detail")
            self.assertEqual((self.focus(), self.browser.run("return scrollY")), ("Detail", 0))
            view.navigate("s-1")
            self.sees("Row 120")
            wait(lambda: (self.focus(), self.browser.run("return scrollY")) == ("Row 120", top))

    def test_what_is_typed_stays(self):
        form = {"id": "f", "fields": [{"id": "a", "label": "A", "kind": "text", "value": "1"}, {"id": "b", "label": "B", "kind": "secret"},
                                      {"id": "c", "label": "C", "kind": "choice", "options": [{"id": "x", "title": "X"}, {"id": "y", "title": "Y"}]}]}
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Form", "parts": [{"form": form}]})
            for name in "ab":
                self.browser.click(f"[name='field:{name}']")
                self.browser.type("typed")
            self.browser.run("document.querySelector('select').value = 'y'")
            view.show({"title": "Form", "parts": [{"label": {"text": "New", "style": "caption"}}, {"form": form}]})
            self.sees("New")
            values = lambda: self.browser.run("return [...document.querySelectorAll('.fields input:not([type=hidden]), select')].map(e => e.value)")
            self.assertEqual(values(), ["1typed", "typed", "y"])
            self.browser.click(".fields button.primary")
            event = view.await_event("view.output.didSubmit")
            self.assertEqual(event["data"], {"form": "f", "values": {"a": "1typed", "c": "y"}, "secrets": {"b": "typed"}})
            # Another value of the screen takes its place.
            form["fields"][0]["value"] = "2"
            view.show({"title": "Form", "parts": [{"form": form}]}, correlation=event["id"])
            wait(lambda: values()[0] == "2" or self.focus() == "field:a")

    def test_a_changed_form_asks_before_it_is_left(self):
        form = {"id": "f", "fields": [{"id": "a", "label": "A", "kind": "text", "value": "1"}, {"id": "b", "label": "B", "kind": "secret"},
                                      {"id": "c", "label": "C", "kind": "switch"}], "submit": "Save"}
        asks = lambda: self.browser.run("return document.querySelector('dialog')?.innerText.includes('Save the changes?') ?? false")
        unloads = lambda: not self.browser.run("return dispatchEvent(new Event('beforeunload', { cancelable: true }))")
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Root", "parts": [rows(3)]}, {"title": "Form", "parts": [{"form": form}]})
            wait(lambda: self.focus() == "field:a")
            self.assertFalse(unloads())
            for text in ("q?", "Tab", "s3c", "Tab", "Tab", "q", " "):
                self.browser.type(text)
            self.assertTrue(unloads())
            for key in ("Escape", "Escape"):
                self.browser.type(key)
            wait(asks)
            if AXE:
                self.check("question")
            self.browser.type("Escape")
            wait(lambda: not asks())
            self.browser.run("history.back()")
            wait(asks)
            wait(lambda: self.browser.run("return history.state") == 1)
            # The page submits the form itself, with the secret that only the page has.
            self.browser.click("dialog button.primary")
            event = view.await_event("view.output.didSubmit")
            self.assertEqual(event["data"], {"form": "f", "values": {"a": "1q?", "c": True}, "secrets": {"b": "s3c"}})
            form["fields"][1]["error"] = "Wrong"
            view.show({"title": "Form", "parts": [{"form": form}]}, "s-2", correlation=event["id"])
            wait(lambda: self.focus() == "field:b")
            self.assertEqual(self.browser.run("return document.querySelector('[role=alert].error')?.innerText"), "Wrong")
            self.browser.type("Escape")
            self.browser.type("q")
            wait(asks)
            self.assertEqual([e["type"] for e in view.events if "didGoBack" in e["type"]], [])
            self.browser.click("dialog button.danger")
            wait(lambda: "ended" in self.text("body") or view.process.poll() is not None)

    def test_keys_do_what_they_do_in_a_terminal(self):
        screen = {"title": "Keys", "prompt": {"placeholder": "Search", "text": "old"}, "parts": [rows(3)],
                  "keys": [{"control": "new", "title": "New", "key": "n"}, {"control": "kill", "title": "Kill", "key": "x", "row": True, "confirm": {"title": "Kill it?"}}]}
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Root", "parts": []}, screen)
            asks = lambda: self.browser.run("return document.querySelector('dialog') != null")
            # `True` awaits the question, and `False` its end.
            for number, (keys, type, data) in enumerate((
                    (["g", "j", "x", True, "ArrowDown", "Enter", False], None, None),
                    (["g", "Enter"], "didSelect", {"row": "0"}), (["n"], "didPress", {"control": "new"}),
                    (["G", "x", True, "ArrowLeft", "Enter", False], "didPress", {"control": "kill", "row": "2"}), (["s"], "didSort", {"column": "s", "descending": True}),
                    (["S"], "didSort", {"column": "n", "descending": True}), (["/", "m", "Enter"], "didSearch", {"query": "m"}), (["Escape", "Escape"], "didGoBack", {}))):
                before = len([e for e in view.events if e["type"].startswith("view.output.")])
                for key in keys:
                    if isinstance(key, bool):
                        wait(lambda: asks() == key)
                    else:
                        self.browser.type(key)
                if not type:
                    continue
                with self.subTest(keys):
                    event = wait(lambda: [e for e in view.events if e["type"].startswith("view.output.")][before:])[-1]
                    self.assertEqual((event["type"], event["data"]), (f"view.output.{type}", data), keys)
                view.show({**screen, "activity": f"answer {number}"}, "s-2", correlation=event["id"])
                self.sees(f"answer {number}")

    def test_movements_are_counted_and_texts_are_found(self):
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Rows", "parts": [rows(40)]})
            for keys, focus in ((["g", "5", "j"], "Row 5"), (["3", "k"], "Row 2"), (["1", "2", "G"], "Row 11"), (["j"], "Row 12"), (["G"], "Row 39")):
                for key in keys:
                    self.browser.type(key)
                self.assertEqual(self.focus(), focus, keys)
            selected = lambda: self.browser.run("return getSelection().anchorNode.parentElement.closest('[data-row]').querySelector('.row').innerText")
            self.browser.type("/")
            self.browser.type("row 3")
            for keys, row in ((["Enter"], "Row 3"), (["n"], "Row 30"), (["N"], "Row 3"), (["2", "n"], "Row 31")):
                for key in keys:
                    self.browser.type(key)
                self.assertEqual(selected(), row, keys)

    def test_the_keys_of_the_filter_are_the_terminals(self):
        """views.md F6: Esc needed two presses and lost the focus, and Enter only left the field."""
        count = lambda: self.browser.run("return document.querySelectorAll('[data-row]').length")
        field = lambda: self.browser.run("return document.querySelector('.filter [name=value]').value")
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Rows", "parts": [rows(40)]})
            for text, found in (("'29", 1), ("k", 0), ("nothing like it", 0)):
                self.browser.type("f")
                self.browser.type(text)
                wait(lambda: count() == found)
                self.browser.type("Escape")
                wait(lambda: count() == 40 and field() == "")
                wait(lambda: self.focus() == "Row 0")
            self.browser.type("f")
            self.browser.type("Escape")
            wait(lambda: self.focus() == "Row 0")
            # Tab keeps the filter.
            self.browser.type("f")
            self.browser.type("'29")
            wait(lambda: count() == 1)
            self.browser.type("Tab")
            self.browser.type("j")
            wait(lambda: self.focus() == "Row 29")
            self.assertEqual((count(), field()), (1, "'29"))
            self.browser.type("Escape")
            wait(lambda: count() == 40)
            # Enter opens the first row of what was typed, however fast that was.
            self.browser.type("f")
            self.browser.type("'17\ue007")
            self.assertEqual(view.await_event("view.output.didSelect")["data"], {"row": "17"})
            self.browser.type("f")
            self.browser.type("zzz\ue007")
            wait(lambda: count() == 0)
            self.assertEqual(len([e for e in view.events if e["type"] == "view.output.didSelect"]), 1)

    def test_what_can_be_done_is_found_by_its_name(self):
        screen = {"title": "Names", "parts": [rows(2)], "keys": [{"control": "new", "title": "New file"}, {"control": "old", "title": "Old file"}]}
        entries = lambda: self.browser.run("return [...document.querySelectorAll('#keys li')].map(e => e.checkVisibility() && e.innerText.trim())")
        with View(PROGRAMS) as view:
            self.scene(view, screen)
            self.browser.type(":")
            wait(lambda: "New file" in entries())
            self.browser.type("file o")
            wait(lambda: entries() == ["Old file"])
            self.browser.type("Enter")
            event = view.await_event("view.output.didPress")
            self.assertEqual(event["data"], {"control": "old"})
            wait(lambda: self.browser.run("return document.querySelector(':popover-open') == null"))
            view.show(screen, correlation=event["id"])
            self.browser.type("?")
            wait(lambda: "New file" in entries())
            self.browser.type("ArrowDown")
            self.browser.type("Enter")
            self.assertEqual(view.await_event("view.output.didPress", 2)["data"], {"control": "new"})

    def test_a_key_right_after_the_help_has_closed_is_not_lost(self):
        """The hidden field has the focus until the next frame, and took the key."""
        screen = {"title": "Names", "parts": [{"label": {"text": "x", "style": "body"}}], "keys": [{"control": "new", "title": "New file"}]}
        press = "const at = document.activeElement; return at.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));"
        for closing in ("document.activeElement.form.requestSubmit()", "document.querySelector(':popover-open').hidePopover()"):
            with self.subTest(closing), View(PROGRAMS) as view:
                self.scene(view, screen)
                # Within one task there is no frame.
                opened = self.browser.run(f"document.activeElement.blur(); const press = key => {{ {press} }}, isOpen = () => document.querySelector(':popover-open') != null;"
                                          f"press(':'); const steps = [isOpen()]; {closing}; steps.push(isOpen()); press('?'); steps.push(isOpen()); return steps")
                self.assertEqual(opened, [True, False, True])

    def test_a_screen_that_arrives_leaves_the_help_open(self):
        screen = {"title": "Names", "parts": [rows(2)], "keys": [{"control": "new", "title": "New file"}]}
        isOpen = lambda: self.browser.run("return document.querySelector('#keys').matches(':popover-open')")
        isInside = lambda: self.browser.run("return document.querySelector('#keys').contains(document.activeElement)")
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Root", "parts": []}, screen)
            self.browser.type("?")
            # In the same scene, in one above, and in those below: there the history moves, and its `popstate` comes later.
            for number, stack in enumerate((["s-1", "s-2"], ["s-1", "s-2", "s-3"], ["s-1", "s-2"], ["s-1"])):
                with self.subTest(stack):
                    view.show({**screen, "title": f"Screen {number}"}, stack[-1])
                    view.navigate(*stack)
                    wait(lambda: self.text("h1") == f"Screen {number}" and self.browser.run("return location.search") == f"?scene={stack[-1]}")
                    self.assertEqual((isOpen(), isInside()), (True, True))
            # A question comes in front.
            view.show({**screen, "alert": {"title": "Sure?", "message": "", "buttons": [{"control": "ok", "title": "OK"}]}}, "s-1")
            wait(lambda: self.focus() == "OK")
            self.assertFalse(isOpen())

    def test_the_selected_row_is_seen(self):
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Rows", "parts": [rows(3), {"list": {"rows": [{"id": "a", "title": "A"}]}}, {"tree": {"rows": [{"id": "t", "title": "T", "depth": 0}]}}]})
            look = lambda: self.browser.run("return [...document.querySelectorAll('[data-row]')].map(e => { const s = getComputedStyle(e); return s.backgroundColor + s.outlineColor + s.outlineStyle; })")
            for features in ({"prefers_color_scheme": "light"}, {"prefers_color_scheme": "dark"}, {"forced_colors": "active"}):
                self.browser.emulate(900, 700, **features)
                self.browser.type("g")
                for row in range(5):
                    looks = look()
                    self.assertEqual([index for index, one in enumerate(looks) if one != looks[row - 1]], [row], features)
                    self.browser.type("j")

    def test_no_column_is_lost_however_narrow_the_page(self):
        """views.md F8: below 45rem every column with a priority vanished, though there was room, and nothing else had its cells."""
        columns = [{"key": "n", "title": "Name"}, {"key": "a", "title": "Amount", "priority": 4}, {"key": "b", "title": "Build", "priority": 1},
                   {"key": "c", "title": "Cause", "grow": True, "priority": 0}, {"key": "d", "title": "Date", "priority": 2}]
        table = {"columns": columns, "rows": [{"id": f"{n}", "cells": [f"name {n}", f"amount-{n}", f"build {n}", f"a cause that is long enough to wrap {n}", f"date-{n}"]} for n in range(3)]}
        # By priority, the lowest leaves first.
        leaving, left = ["Cause", "Build", "Date", "Amount"], 0
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Columns", "parts": [{"table": table}]})
            for width, most in ((1280, 0), (800, 0), (640, 2), (480, 3), (320, 3), (200, 4)):
                self.browser.emulate(width, 700)
                text = self.text("tbody")
                titles = self.text("thead").split()[1:]
                self.assertLessEqual(left, 4 - len(titles), width)
                left = 4 - len(titles)
                self.assertLessEqual(left, most, width)
                self.assertEqual(set(leaving[left:]), set(titles), width)
                for number in range(3):
                    for cell in (f"amount-{number}", f"build {number}", f"long enough to wrap {number}", f"date-{number}"):
                        self.assertEqual(text.count(cell), 1, (width, cell))
                self.assertEqual(len(re.findall("(Amount|Build|Cause|Date): ", text)), 3 * (4 - len(titles)), width)
                wide = self.browser.run("return document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(wide, 0, width)
            self.assertGreater(left, 2)

    def test_a_row_has_one_ring_of_focus(self):
        """views.md F9: the name had a second one inside of the row's."""
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Rows", "parts": [rows(3)]})
            self.browser.type("j")
            rings = self.browser.run("return [...document.querySelectorAll('main *')].filter(e => { const s = getComputedStyle(e);"
                                     " return s.outlineStyle != 'none' && s.outlineColor != 'rgba(0, 0, 0, 0)'; }).map(e => e.localName)")
            self.assertEqual(rings, ["tr"])

    @unittest.skipUnless(AXE, "no axe")
    def test_the_help_and_a_long_preview_are_accessible(self):
        """views.md F10: the keys had too little contrast, and the preview could not be scrolled with the keyboard."""
        screen = {"title": "Preview", "parts": [rows(3)], "keys": [{"control": "new", "title": "New", "key": "n"}],
                  "preview": [{"text": {"body": "A long text.\n" * 200}}]}
        with View(PROGRAMS) as view:
            self.scene(view, screen)
            for scheme in ("light", "dark"):
                self.browser.emulate(1200, 600, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
                self.check(f"preview {scheme}")
                self.browser.type("?")
                wait(lambda: self.browser.run("return document.querySelector(':popover-open') != null"))
                self.check(f"help {scheme}")
                self.browser.type("Escape")
            top = lambda: self.browser.run("return document.querySelector('aside').scrollTop")
            wait(lambda: self.browser.run("return document.querySelector(':popover-open') == null"))
            self.browser.type("J")
            half = self.browser.run("return document.querySelector('aside').clientHeight / 2")
            wait(lambda: abs(top() - half) < 2)
            self.browser.type("K")
            wait(lambda: top() == 0)
            self.browser.run("document.querySelector('aside').focus()")
            self.browser.type("ArrowDown")
            wait(lambda: top() > 0)

    def test_a_narrow_page_has_the_preview_in_sight(self):
        """views.md F8: at 200 % zoom it was below all rows."""
        screen = {"title": "Preview", "parts": [rows(60)], "preview": [{"text": {"body": "A long text.\n" * 200}}]}
        seen = lambda: self.browser.run("const b = document.querySelector('aside').getBoundingClientRect(), f = document.activeElement.getBoundingClientRect();"
                                        "return [b.top >= 0 && b.bottom <= innerHeight, f.bottom <= b.top || b.top > innerHeight]")
        with View(PROGRAMS) as view:
            self.scene(view, screen)
            # Where there is no room for it, it is below the rows as ever; the selected row is never behind it.
            for width, height, is_seen in ((640, 450, True), (360, 740, True), (320, 225, False)):
                self.browser.emulate(width, height, prefers_reduced_motion="reduce")
                self.browser.type("g")
                for _ in range(30):
                    self.browser.type("j")
                    self.assertEqual(seen(), [is_seen, True], (width, self.focus()))
                self.assertEqual(self.focus(), "Row 30")
                if AXE:
                    self.check(f"{width}")

    def test_bars_do_not_touch(self):
        """views.md F11: those without a label and a caption were one block."""
        chart = {"kind": "bar", "points": [1, {"value": 2, "label": "b"}, 3, {"value": 4, "caption": "4"}, 5], "alternative": "x"}
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Bars", "parts": [{"chart": chart}]})
            tops = self.browser.run("return [...document.querySelectorAll('.bars svg')].map(e => { const b = e.getBoundingClientRect(); return [b.top, b.bottom]; })")
            gaps = {round(next[0] - one[1]) for one, next in zip(tops, tops[1:])}
            self.assertTrue(len(tops) == 5 and len(gaps) == 1 and min(gaps) >= 8, tops)

    def test_tabs_of_a_browser_show_one_session(self):
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "One", "parts": [rows(3)]})
            page = self.browser.run("return location.href")
            first, second = self.browser.here(), self.browser.window()
            self.browser.open(page)
            self.sees("Row 1")
            self.browser.click("[data-row] .row")
            event = view.await_event("view.output.didSelect")
            view.show({"title": "Two", "parts": []}, correlation=event["id"])
            self.sees("Two")
            self.browser.switch(first)
            self.sees("Two")
            self.browser.switch(second)
            self.browser.send("DELETE", "/window")
            self.browser.switch(first)

    def test_choices_are_filtered(self):
        options = [{"id": f"o{n}", "title": f"Option {n}"} for n in range(30)]
        field = {"id": "c", "label": "Some", "kind": "choices", "options": options, "value": ["o3"]}
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "One", "parts": [{"form": {"id": "f", "fields": [field]}}]})
            shown = "return [...document.querySelectorAll('fieldset label')].filter(l => l.checkVisibility()).map(l => l.innerText.trim())"
            self.assertEqual(len(self.browser.run(shown)), 30)
            self.browser.click("[data-narrows]")
            self.browser.type("ion 12")
            wait(lambda: self.browser.run(shown) == ["Option 12"])
            self.browser.click("fieldset label:not([hidden]) input")
            self.sees("One")
            self.browser.click("main button.primary")
            self.assertEqual(view.await_event("view.output.didSubmit")["data"]["values"]["c"], ["o3", "o12"])

    def clipboard(self):
        self.browser.send("POST", "/permissions", descriptor={"name": "clipboard-read"}, state="granted")
        return self.browser.promise("return navigator.clipboard.readText()")

    def test_copying_uses_the_clipboard_and_shows_it(self):
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "One", "parts": [rows(3)], "keys": [{"control": "hash", "title": "Hash", "key": "x"}]})
            self.browser.type("j")
            self.browser.type("y")
            wait(lambda: self.text("#copied") == "Copied")
            self.assertEqual(self.clipboard(), "Row 0\t0")
            # What the program offers, in reply to a key.
            self.browser.type("x")
            press = view.await_event("view.output.didPress")
            view.send("view.input.copy", {"text": "a <b> & c"}, "s-1", press["id"])
            view.show({"title": "Two", "parts": []}, correlation=press["id"])
            self.sees("To copy: a <b> & c")
            wait(lambda: self.clipboard() == "a <b> & c")
            # Again, by its button.
            self.browser.promise("return navigator.clipboard.writeText('other')")
            self.browser.click("[data-copies]")
            wait(lambda: self.clipboard() == "a <b> & c")

    def test_without_a_clipboard_there_is_a_field_to_copy_from(self):
        for obstacle in ("undefined", "{ writeText: () => Promise.reject(Error('forbidden')) }"):
            with self.subTest(obstacle), View(PROGRAMS) as view:
                self.scene(view, {"title": "One", "parts": [rows(3)]})
                self.browser.run(f"Object.defineProperty(navigator, 'clipboard', {{ value: {obstacle} }})")
                self.browser.type("j")
                self.browser.type("y")
                wait(lambda: "Press Ctrl-C" in self.text("#copied"))
                chosen = "const at = document.activeElement; return at.value.slice(at.selectionStart, at.selectionEnd)"
                self.assertEqual(self.browser.run(chosen), "Row 0\t0")
                self.browser.type("Escape")
                wait(lambda: self.browser.run("return document.querySelector('#copied').hidden"))
                self.assertIn("Row 0", self.focus(), "the keys work where they did")

    def test_the_page_shows_the_end(self):
        view = View(PROGRAMS)
        with view:
            self.scene(view, {"title": "One", "parts": []})
        wait(lambda: self.text("#lost") == "The session has ended.")


class SessionTests(BrowserCase):
    def visible_rows(self):
        return self.browser.run("return [...document.querySelectorAll('[data-row]')].map(r => r.innerText)")

    @unittest.skipUnless(AXE, "no axe")
    def test_the_applications_show_what_linear_mode_prints(self):
        for name, commands in {
            # All others are in Tests/Roles/WebViewTests/CassetteTests.swift, without a browser.
            "itunes": ["search music", "select 1", "select 1", "back", "back"], "github": ["search music", "select 1", "back"],
            "trafficlight": ["press Red"], "home": ["select 1", "back"],
        }.items():
            with self.subTest(name), Session(name, "-f", "offline") as session:
                script = "".join(f"{command}\nagain\n" for command in commands)
                linear = subprocess.run(["viperline", "run", name, "-f", "offline"], input="again\n" + script, capture_output=True, text=True,
                                        env=session.environment, cwd=ROOT, timeout=60).stdout
                pages = [page.split("\n") for page in linear.split("> again\n")[1:]]
                pages = [page[:page.index("")] for page in pages]
                self.browser.open(session.url)
                for command, page in zip([None, *commands], pages):
                    if command:
                        self.perform(command)
                    self.compare(page, f"{name}: {command}")
                    self.check(f"{name}: {command}")

    def perform(self, command):
        verb, _, rest = command.partition(" ")
        if verb == "search":
            self.browser.run("const i = document.querySelector('[type=search][name=query]'); i.value = arguments[0]; i.form.requestSubmit()", rest)
        elif verb == "select":
            self.browser.run("document.querySelectorAll('[data-row] [value^=\"select\"]')[arguments[0] - 1].click()", int(rest))
        elif verb == "press":
            self.browser.run("[...document.querySelectorAll('main button')].find(b => b.innerText.startsWith(arguments[0])).click()", rest)
        else:
            self.browser.run("document.querySelector('.back').click()")

    def compare(self, page, name):
        """The title, and then every word that linear mode prints, is on the page."""
        title = page[0].strip("= ")
        words = lambda text: re.findall(r"[^\W_]+", text.lower())
        own = {"search", "press", "more", "rows", "type", "preview", "such", "as", "picture", "columns", "keys", "for", "row", "here", "tabs", "a", "name", "link"}
        expected = {word for line in page for word in words(re.sub(r"^ *\d+\. |\[\d+ |^link \d+", " ", line))} - own

        def missing():
            if self.text("h1") != title or self.browser.run("return 'waits' in document.querySelector('#view').dataset"):
                return None
            shown = self.browser.run("const walk = document.createTreeWalker(document.querySelector('#view'), NodeFilter.SHOW_TEXT), texts = []; while (walk.nextNode()) texts.push(walk.currentNode.data);"
                                     "return texts.join(' ') + ' ' + [...document.querySelectorAll('[placeholder],[value],[alt],[aria-label]')].map(e => [e.placeholder, e.value, e.alt, e.ariaLabel].join(' ')).join(' ')")
            return [word for word in expected if word not in set(words(shown))]
        try:
            wait(lambda: missing() == [])
        except Failure:
            self.fail(f"{name}: {missing()} of {page[:5]} on {self.text()[:300]}")

    def test_nothing_that_happens_to_the_view_changes_what_is_seen(self):
        with Session("itunes", "-f", "offline") as session:
            self.browser.open(session.url)
            self.sees("App Store")
            self.perform("search music")
            wait(lambda: len(self.visible_rows()) > 20)
            before = self.visible_rows()
            self.browser.send("POST", "/refresh")
            wait(lambda: self.visible_rows() == before)
            page = self.browser.run("return location.origin")
            for harm in ("kill", "swap"):
                self.perform("select 3")
                wait(lambda: self.browser.run("return document.querySelector('.back')"))
                title = self.text("h1")
                before_harm, address = session.view(), wait(lambda: (url := self.browser.run("return location.href")) and "app-" in url and url)
                if harm == "kill":
                    os.kill(before_harm, signal.SIGKILL)
                else:
                    session.tool("swap", "view", "--", f"{PROGRAMS}/viperline-web", "--memory", f"{session.folder_of_session()}/web")
                wait(lambda: session.view() not in (None, before_harm))
                wait(lambda: socket.create_connection(("127.0.0.1", int(re.search(r":(\d+)", page)[1]))).close() or True, OSError)
                wait(lambda: self.browser.run("return !document.querySelector('#lost').textContent"))
                self.assertEqual((self.text("h1"), self.browser.run("return location.href")), (title, address))
                self.browser.send("POST", "/refresh")
                wait(lambda: self.text("h1") == title, Failure)
                self.perform("back")
                wait(lambda: self.visible_rows() == before)


class OpeningTests(unittest.TestCase):
    """What the router leaves to the user is opened by the user's browser."""
    LINK = "header [role=status] a"

    def setUp(self):
        self.site = self.enterContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site))
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.addCleanup(self.site.shutdown)
        self.address = f"http://127.0.0.1:{self.site.server_address[1]}/page?a=1&b=2"

    def opened(self, browser, known):
        """The address of the new tab; goes there."""
        handle = wait(lambda: set(browser.send("GET", "/window/handles")) - known).pop()
        browser.switch(handle)
        return wait(lambda: (url := browser.send("GET", "/url")).startswith("http") and url)

    def test_a_link_opens_it_in_a_tab_by_key_and_click(self):
        with Browser(blocks_popups=True) as browser, View(PROGRAMS) as view:
            view.navigate("s-1")
            view.show({"title": "Shop", "parts": [rows(5)]})
            browser.open(view.url())
            for type, data, word in (("didOpenURL", {}, "Open"), ("didPlay", {}, "Play")):
                for way in ("key", "click", "Tab"):
                    page = browser.here()
                    view.send(f"router.output.{type}", {"url": self.address, **data}, "s-1")
                    wait(lambda: browser.run(f"return document.querySelector('{self.LINK}')?.innerText.startsWith('{word} http')"))
                    self.assertTrue(browser.run(f"const at = document.querySelector('{self.LINK}').getBoundingClientRect(); return at.top >= 0 && at.bottom <= innerHeight && at.width > 0"))
                    known = set(browser.send("GET", "/window/handles"))
                    if way == "key":
                        browser.type("O")
                    elif way == "click":
                        browser.click(self.LINK)
                    else:
                        browser.run("document.querySelector('h1').focus()")
                        browser.type("Tab")
                        self.assertTrue(browser.run(f"return document.activeElement == document.querySelector('{self.LINK}')"))
                        browser.type("Enter")
                    self.assertEqual(self.opened(browser, known), self.address)
                    self.assertEqual(browser.run("return [opener, document.referrer]"), [None, ""])
                    browser.send("DELETE", "/window")
                    browser.switch(page)
            self.assertEqual(browser.complaints(), [])

    @unittest.skipUnless(AXE, "no axe")
    def test_the_link_is_accessible(self):
        with Browser() as browser, View(PROGRAMS) as view:
            view.navigate("s-1")
            view.show({"title": "Shop", "parts": [rows(5)]})
            browser.open(view.url())
            view.send("router.output.didOpenURL", {"url": "https://a.example/" + "x" * 1900}, "s-1")
            wait(lambda: browser.run(f"return document.querySelector('{self.LINK}') != null"))
            for width, scheme in ((1200, "light"), (320, "dark")):
                browser.emulate(width, 700, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
                self.assertEqual(violations(browser), [])
                self.assertLessEqual(browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)
                self.assertLess(browser.run("return document.querySelector('header').offsetHeight"), 350)

    def test_without_a_script_too(self):
        with Browser(script=False) as browser, View(PROGRAMS) as view:
            view.navigate("s-1")
            view.show({"title": "Shop", "parts": [{"button": {"control": "open", "title": "Shop"}}]})
            browser.open(view.url())
            # The answer to the form waits for the router's.
            router = threading.Thread(target=lambda: view.send(
                "router.output.didOpenURL", {"url": self.address}, "s-1", correlation=view.await_event("view.output.didPress")["id"]))
            router.start()
            browser.click("main button")
            router.join()
            wait(lambda: "target=\"_blank\"" in browser.send("GET", "/source"))
            known = set(browser.send("GET", "/window/handles"))
            browser.click(self.LINK)
            self.assertEqual(self.opened(browser, known), self.address)


class Site(http.server.BaseHTTPRequestHandler):
    """Another site."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class NoScriptTests(unittest.TestCase):
    def test_forms_and_buttons_work_without_a_script(self):
        with Browser(script=False) as browser, Session("itunes", "-f", "offline") as session:
            browser.open(session.url)
            source = lambda: browser.send("GET", "/source")
            browser.click("[name=query]")
            browser.type("music")
            browser.type("Enter")
            wait(lambda: source().count('data-row') > 20)
            browser.click("[data-row] button.row")
            wait(lambda: "class=\"back\"" in source())
            browser.click(".back")
            wait(lambda: source().count('data-row') > 20 and "class=\"back\"" not in source())


if __name__ == "__main__":
    unittest.main(warnings="ignore")
