"""The view in a browser: what a person sees and presses. AXE is the path of axe.min.js."""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
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
        found = self.browser.promise(pathlib.Path(AXE).read_text() + ";const r = await axe.run(); return r.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.html.slice(0, 150) + n.any.map(a => a.message)).join(' | '))")
        self.assertEqual(found, [], name)
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
            # Another scene begins at its top, and the way back leads to where the person was.
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
            self.browser.click(".fields button")
            event = view.await_event("view.output.didSubmit")
            self.assertEqual(event["data"], {"form": "f", "values": {"a": "1typed", "c": "y"}, "secrets": {"b": "typed"}})
            # Another value of the screen takes its place.
            form["fields"][0]["value"] = "2"
            view.show({"title": "Form", "parts": [{"form": form}]}, correlation=event["id"])
            wait(lambda: values()[0] == "2" or self.focus() == "field:a")

    def test_keys_do_what_they_do_in_a_terminal(self):
        screen = {"title": "Keys", "prompt": {"placeholder": "Search", "text": "old"}, "parts": [rows(3)],
                  "keys": [{"control": "new", "title": "New", "key": "n"}, {"control": "kill", "title": "Kill", "key": "x", "row": True, "confirm": {"title": "Kill it?"}}]}
        with View(PROGRAMS) as view:
            self.scene(view, {"title": "Root", "parts": []}, screen)
            for keys, type, data in (
                    (["g", "j", "x", "ArrowDown", "Enter"], None, None), (["Escape"], None, None),
                    (["g", "Enter"], "didSelect", {"row": "0"}), (["n"], "didPress", {"control": "new"}),
                    (["G", "x", "ArrowLeft", "Enter"], "didPress", {"control": "kill", "row": "2"}), (["s"], "didSort", {"column": "s", "descending": True}),
                    (["S"], "didSort", {"column": "n", "descending": True}), (["/", "m", "Enter"], "didSearch", {"query": "m"}), (["Escape", "Escape"], "didGoBack", {})):
                before = len([e for e in view.events if e["type"].startswith("view.output.")])
                for key in keys:
                    self.browser.type(key)
                    time.sleep(0.1)
                if not type:
                    continue
                with self.subTest(keys):
                    event = wait(lambda: [e for e in view.events if e["type"].startswith("view.output.")][before:])[-1]
                    self.assertEqual((event["type"], event["data"]), (f"view.output.{type}", data), keys)
                view.show(screen, "s-2", correlation=event["id"])
                time.sleep(0.1)

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
            self.browser.type("f")
            self.browser.type("'29")
            wait(lambda: self.browser.run("return document.querySelectorAll('[data-row]').length") == 1)
            self.browser.type("Enter")
            wait(lambda: self.focus() == "Row 29")
            self.browser.type("Escape")
            wait(lambda: self.browser.run("return document.querySelectorAll('[data-row]').length") == 40)

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

    def test_the_end_is_told(self):
        view = View(PROGRAMS)
        with view:
            self.scene(view, {"title": "One", "parts": []})
        wait(lambda: self.text("#lost") == "The session has ended.")


class SessionTests(BrowserCase):
    def visible_rows(self):
        return self.browser.run("return [...document.querySelectorAll('[data-row]')].map(r => r.innerText)")

    @unittest.skipUnless(AXE, "no axe")
    def test_the_applications_say_what_linear_mode_says(self):
        for name, commands in {
            # All others are in Tests/WebViewTests/CassetteTests.swift, without a browser.
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
            address = self.browser.run("return location.href")
            for harm in ("kill", "swap"):
                self.perform("select 3")
                wait(lambda: self.browser.run("return document.querySelector('.back')"))
                title = self.text("h1")
                before_harm = session.view()
                if harm == "kill":
                    os.kill(before_harm, signal.SIGKILL)
                else:
                    session.tool("swap", "view", "--", f"{PROGRAMS}/viperline-web", "--memory", f"{session.folder_of_session()}/web")
                wait(lambda: session.view() not in (None, before_harm), 15)
                wait(lambda: socket.create_connection(("127.0.0.1", int(re.search(r":(\d+)", address)[1]))).close() or True, 10, OSError)
                wait(lambda: self.browser.run("return !document.querySelector('#lost').textContent"), 15)
                self.assertEqual((self.text("h1"), self.browser.run("return location.href")), (title, address))
                self.browser.send("POST", "/refresh")
                wait(lambda: self.text("h1") == title, 10, Failure)
                self.perform("back")
                wait(lambda: self.visible_rows() == before)


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
