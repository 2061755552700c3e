"""How a page uses its room: headers that stay, rows that can be lower, columns of text on a wide window, gauges side by side."""
import base64
import struct
import unittest
import zlib

from browser import Browser, wait
from session import PROGRAMS
from view import View

TABLE = {"title": "Files", "parts": [{"table": {
    "columns": [{"key": "name", "title": "Name"}, {"key": "size", "title": "Size", "alignment": "end"}],
    "rows": [{"id": str(i), "cells": [f"file {i}", f"{i} KB"]} for i in range(60)]}}]}
DETAILS = {"title": "Tidewater Radio", "parts": [
    {"label": {"text": "Tidewater Radio", "style": "title"}},
    {"facts": {"items": [{"label": f"Fact {i}", "value": "so it is"} for i in range(8)]}},
    *[{"text": {"heading": f"Part {i}", "body": "What is said of it. " * 30}} for i in range(4)]]}


def png(number):
    """A picture of 30×20 pixels of one colour, in base64."""
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = (b"\0" + struct.pack(">I", number)[1:] * 30) * 20
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 30, 20, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()


class LayoutTests(unittest.TestCase):
    def setUp(self):
        self.view = self.enterContext(View(PROGRAMS))
        self.browser = self.enterContext(Browser())
        self.view.navigate("s-1")

    def show(self, screen):
        self.view.show(screen)
        if self.browser.run("return location.protocol") != "http:":
            self.browser.open(self.view.url())
        wait(lambda: self.browser.run("return document.title") == screen["title"])

    def place(self, selector):
        return self.browser.run("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                                "return [box.left, box.top, box.width, box.height]", selector)

    def test_the_header_of_a_table_stays_below_that_of_the_page(self):
        self.show(TABLE)
        self.browser.emulate(1280, 900)
        self.assertIn("60 rows", self.browser.run("return document.querySelector('main').innerText"))
        self.browser.run("scrollTo(0, 1000)")
        _, top, _, height = self.place("header")
        self.assertEqual(top, 0)
        wait(lambda: abs(self.place("th[scope=col]")[1] - height) < 2)
        # With the next screen too.
        self.show({**TABLE, "title": "Others"})
        wait(lambda: abs(self.place("th[scope=col]")[1] - height) < 2)

    def test_a_table_wider_than_its_page_scrolls_to_the_side(self):
        columns = [{"key": str(i), "title": f"Column {i} of many"} for i in range(20)]
        self.show({"title": "Wide", "parts": [{"table": {"columns": columns, "rows": [{"id": "1", "cells": ["cell of a table"] * 20}]}}]})
        for width in (320, 1280):
            self.browser.emulate(width, 700)
            wait(lambda: self.browser.run("const box = document.querySelector('.scroll'); return getComputedStyle(box).overflowX == 'auto' && box.scrollWidth > box.clientWidth"))
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)

    def test_compact_rows_are_remembered(self):
        self.show(TABLE)
        self.browser.emulate(1280, 900)
        wide = self.place("tbody tr")[3]
        self.browser.click("#dense")
        low = self.place("tbody tr")[3]
        self.assertLess(low, 0.75 * wide)
        self.show({**TABLE, "title": "Others"})
        self.assertEqual(self.place("tbody tr")[3], low)
        self.browser.send("POST", "/refresh")
        wait(lambda: self.browser.run("return document.querySelector('#dense').ariaPressed") == "true")
        self.assertEqual(self.place("tbody tr")[3], low)
        self.browser.click("#dense")
        self.assertEqual(self.place("tbody tr")[3], wide)

    def test_a_detail_page_uses_a_wide_window_and_has_its_title_once(self):
        self.show(DETAILS)
        self.assertEqual(self.browser.run("return document.body.innerText.split('Tidewater Radio').length - 1"), 1)
        for width in (320, 1280, 1920, 3840):
            self.browser.emulate(width, 900)
            lefts = self.browser.run("return [...document.querySelectorAll('.text')].map(e => Math.round(e.getBoundingClientRect().left))")
            self.assertEqual(len(set(lefts)), 2 if width > 1400 else 1, width)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        self.assertEqual(self.browser.complaints(), [])

    def test_a_header_hides_no_row(self):
        """WCAG 2.2, 2.4.11: at 400 % zoom it was taller than the window; with 3,000 characters, than any."""
        rows = [{"list": {"rows": [{"id": str(i), "title": f"row {i}"} for i in range(30)]}}]
        long = "A title as long as that of an issue, which nobody has shortened. "
        for title, (width, height) in [(long * 2, (320, 256)), (long * 2, (320, 640)), (long * 50, (1280, 300)), (long * 50, (1280, 900))]:
            with self.subTest(size=(width, height), length=len(title)):
                self.show({"title": title.strip(), "prompt": {"placeholder": "Search", "text": "x"}, "parts": rows, "activity": title * 2})
                self.browser.emulate(width, height)
                self.browser.run("document.activeElement.blur()")
                for key in "gjjjjjkk":
                    self.browser.type(key)
                top, bottom, isSeen = self.browser.run(
                    "const at = document.activeElement, box = at.getBoundingClientRect();"
                    "return [box.top, box.bottom, document.elementFromPoint(box.left + 20, box.top + box.height / 2)?.closest('button') == at]")
                self.assertTrue(isSeen and 0 <= top < bottom <= height, (top, bottom, isSeen))
                _, top, _, tall = self.place("header" if width > 640 else ".bar")
                self.assertTrue(top < 0 or tall <= height / 3, (top, tall))

    def test_the_search_field_of_a_phone_scrolls_away_and_the_title_stays(self):
        rows = [{"list": {"rows": [{"id": str(i), "title": f"row {i}"} for i in range(60)]}}]
        self.show({"title": "Rows", "prompt": {"placeholder": "Search", "text": "x"}, "parts": rows})
        for width, stays in ((360, False), (1000, True)):
            self.browser.emulate(width, 740)
            self.browser.run("scrollTo(0, 0)")
            wait(lambda: self.place("#search")[1] >= 0)
            self.browser.run("scrollTo(0, 900)")
            wait(lambda: (self.place("#search")[1] >= 0) == stays)
            self.assertTrue(self.browser.run("const b = document.querySelector('h1').getBoundingClientRect(); return document.elementFromPoint(b.left + 5, b.top + 5)?.closest('.bar') != null"))

    def test_actions_of_rows_are_seen_at_the_row_with_the_focus(self):
        keys = [{"control": "kill", "title": "Kill", "key": "x", "row": True}, {"control": "nice", "title": "Renice", "key": "n", "row": True}]
        shown = lambda: self.browser.run("return [...document.querySelectorAll('.do')].map(e => getComputedStyle(e).opacity == '1')")
        for parts in (TABLE["parts"], [{"list": {"rows": [{"id": str(i), "title": f"row {i}"} for i in range(60)], "multiple": True}}]):
            self.show({"title": f"Rows {len(str(parts))}", "parts": parts, "keys": keys})
            self.browser.emulate(1280, 900)
            self.browser.type("g")
            self.browser.type("j")
            wait(lambda: [i for i, is_shown in enumerate(shown()) if is_shown] == [1])
            # Tab finds them nonetheless, and they do not touch.
            self.browser.run("document.querySelectorAll('.do')[5].firstChild.focus()")
            wait(lambda: [i for i, is_shown in enumerate(shown()) if is_shown] == [5])
        # Rows without their actions end where others do.
        some = [{"id": "1", "title": "one", "accessory": "812 MB"}, {"id": "2", "title": "two", "accessory": "2 MB", "keys": ["kill"]}, {"id": "3", "title": "three", "accessory": "1 MB"}]
        self.show({"title": "Some", "parts": [{"list": {"rows": some}}], "keys": keys})
        self.browser.type("j")
        rights = self.browser.run("return [...document.querySelectorAll('.acc')].map(e => Math.round(e.getBoundingClientRect().right))")
        self.assertTrue(rights[0] < rights[1] == rights[2] or rights[2] < rights[0] == rights[1] or rights[1] < rights[0] == rights[2], rights)
        self.browser.type("x")
        self.assertEqual(self.view.await_event("view.output.didPress")["data"]["control"], "kill")

    def test_on_a_touch_screen_each_button_has_a_word_and_each_row_its_actions(self):
        self.browser.send("POST", "/goog/cdp/execute", cmd="Emulation.setTouchEmulationEnabled", params={"enabled": True})
        keys = [{"control": "kill", "title": "Kill", "key": "x", "row": True}, {"control": "new", "title": "New", "key": "n"}]
        screen = {**TABLE, "prompt": {"placeholder": "Search", "text": ""}, "preview": [{"text": {"body": "more of it"}}], "keys": keys}
        self.show(screen)
        self.browser.emulate(375, 900)
        self.assertTrue(self.browser.run("return matchMedia('(pointer: coarse)').matches"))
        empty = "return [...document.querySelectorAll('button')].filter(e => e.checkVisibility() && !e.innerText.trim()).map(e => e.outerHTML)"
        is_folded = lambda: self.browser.run("return document.documentElement.classList.contains('folded')")
        for _ in range(2):
            self.assertEqual(self.browser.run(empty), [])
            self.assertEqual(self.browser.run("return [...new Set([...document.querySelectorAll('.do')].map(e => getComputedStyle(e).opacity))]"), ["1"])
            before = is_folded()
            self.browser.run("document.querySelector('#fold').click()")
            wait(lambda: is_folded() != before)

    def test_gauges_are_side_by_side_with_the_colour_of_their_tone(self):
        gauges = [{"progress": {"label": name, "fraction": 0.5, "tone": tone}} for name, tone in (("CPU", "plain"), ("Memory", "warning"), ("Swap", "danger"))]
        spark = {"chart": {"kind": "spark", "heading": "Load", "points": [1, 2, 3], "alternative": "3"}}
        for place in ({"head": [*gauges, spark], "parts": TABLE["parts"]}, {"parts": [*gauges, spark]}):
            self.show({"title": f"Board {len(place)}", **place})
            for width, columns in ((320, 1), (1280, 3)):
                self.browser.emulate(width, 900)
                lefts = self.browser.run("return [...document.querySelectorAll('.progress')].map(e => Math.round(e.getBoundingClientRect().left))")
                self.assertEqual(len(set(lefts)), columns, (width, lefts))
            self.assertLess(self.place(".spark")[2], 600)
            colours = self.browser.run("return [...document.querySelectorAll('progress')].map(e => getComputedStyle(e).accentColor)")
            self.assertEqual(len(set(colours)), 3, colours)
        bars = {"kind": "bar", "points": [{"label": "one", "value": 1, "caption": "1"}], "alternative": "1"}
        self.show({"title": "Bars", "parts": [{"chart": bars}]})
        self.browser.emulate(320, 700)
        self.assertGreater(self.place(".bars svg")[2], 80)

    def test_a_secret_has_its_button_inside_and_a_long_form_its_button_in_sight(self):
        fields = [{"id": "s", "label": "S", "kind": "secret", "error": "wrong"}, {"id": "n", "label": "N", "kind": "number"},
                  *[{"id": str(i), "label": f"Field {i}", "kind": "text"} for i in range(30)]]
        self.show({"title": "Form", "parts": [{"form": {"id": "f", "fields": fields}}]})
        for width in (320, 1280):
            self.browser.emulate(width, 700)
            left, top, wide, tall = self.place("[type=password]")
            x, y, w, h = self.place("[data-reveal]")
            self.assertTrue(left < x and x + w <= left + wide and top <= y and y + h <= top + tall and left + wide <= width, width)
            self.assertLess(self.place("[inputmode=decimal]")[2], 240)
            _, y, _, h = self.place(".fields .primary")
            self.assertLessEqual(y + h, 700)
            # The button hides no field that has the focus.
            self.browser.run("scrollTo(0, 0); document.querySelector('[name=\"field:s\"]').focus()")
            for _ in range(12):
                self.browser.type("Tab")
                self.assertTrue(self.browser.run("const at = document.activeElement, b = at.getBoundingClientRect();"
                                                 "return document.elementFromPoint(b.left + 9, (b.top + b.bottom) / 2) == at"))

    def test_a_text_to_read_has_sizes_of_headings_and_no_wider_tables_than_it_needs(self):
        body = "# One\n\ntext\n\n## Two\n\n### Three\n\n- a\n- b\n\n> quote\n\n`code`\n\n|a|b|\n|-|-|\n|1|2|\n\n```\nline\n```\n"
        self.show({"title": "README", "parts": [{"text": {"body": body, "format": "markdown"}}]})
        self.browser.emulate(1600, 900)
        sizes = self.browser.run("return ['h1', 'h2', 'h3', 'h4'].map(e => parseFloat(getComputedStyle(document.querySelector(e)).fontSize))")
        self.assertEqual(sizes, sorted(set(sizes), reverse=True))
        self.assertLess(self.place(".md table")[2], 200)
        self.assertLess(self.place(".md pre")[2], 800)
        self.assertTrue(self.browser.run("return parseFloat(getComputedStyle(document.querySelector('blockquote')).borderLeftWidth) > 2"))

    def test_a_first_screen_has_its_field_in_the_middle_and_a_search_moves_it_to_the_top(self):
        self.show({"title": "Store", "prompt": {"placeholder": "Search", "text": ""}, "parts": []})
        for width in (640, 1280, 3840):
            self.browser.emulate(width, 900)
            left, top, wide, tall = self.place("#search")
            self.assertTrue(abs(left + wide / 2 - width / 2) < 12 and 100 < top < 450, (width, left, top, wide))
            hint = self.place(".empty")
            self.assertTrue(abs(hint[0] - left) < 2 and hint[1] < top + tall + 60 and hint[2] > 0.9 * wide, (width, hint))
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        self.browser.emulate(320, 640)
        self.assertLess(self.place("#search")[1], 100)
        self.browser.emulate(1280, 900)
        for parts in ([{"list": {"rows": [], "empty": "No results"}}], TABLE["parts"]):
            self.show({"title": f"Found {len(str(parts))}", "prompt": {"placeholder": "Search", "text": "x"}, "parts": parts})
            self.assertLess(self.place("#search")[1], 60)
            # The button is beside the field, not below it.
            for width in (320, 660, 900, 1280):
                self.browser.emulate(width, 900)
                self.assertLess(abs(self.place("#search [type=search]")[1] - self.place("#search button")[1]), 2, width)
                self.assertGreater(self.place("#search [type=search]")[2], 120)
        # Chromium's own colour of placeholders has 3.6 to 1 in the dark.
        self.assertEqual(self.browser.run("return [...document.styleSheets[0].cssRules].filter(e => e.selectorText == '::placeholder').map(e => e.style.color)"), ["var(--quiet)"])

    def test_tabs_stand_on_one_line_and_levels_of_a_tree_hang_from_their_triangles(self):
        rows = [{"id": i, "title": i, "depth": depth, **({"expanded": True} if i in "ab" else {})} for i, depth in (("a", 0), ("b", 1), ("c", 2), ("d", 1))]
        self.show({"title": "Both", "parts": [{"tabs": {"selected": "b", "items": [{"control": c, "title": c} for c in "abc"]}}, {"tree": {"rows": rows}}]})
        for width in (320, 1280):
            self.browser.emulate(width, 700)
            left, top, wide, tall = self.place(".tabs ul")
            ends, borders = self.browser.run("const all = [...document.querySelectorAll('.tabs button')]; return [all.map(e => e.getBoundingClientRect().bottom), all.map(e => getComputedStyle(e).borderTopWidth)]")
            self.assertTrue(all(abs(end - top - tall) <= 1 for end in ends) and set(borders) == {"0px"}, (ends, borders))
            # The line of each level is below the middle of the triangle that opens it, and has no gap between two rows.
            middles = self.browser.run("return [...document.querySelectorAll('.toggle')].map(e => { const b = e.getBoundingClientRect(); return (b.left + b.right) / 2; })")
            lines = self.browser.run("return [...document.querySelectorAll('.tree li')].map(row => [...row.querySelectorAll('.indent')].map(e => { const b = e.getBoundingClientRect(); return [b.right, b.top, b.bottom]; }))")
            for row in lines[1:]:
                for (right, _, _), middle in zip(row, middles):
                    self.assertLess(abs(right - middle), 2, width)
            for above, below in zip(lines[1:], lines[2:]):
                self.assertLessEqual(below[0][1] - above[0][2], 0.5, width)

    def test_items_of_a_gallery_have_one_line_each_and_a_pager_says_its_place_once(self):
        self.show({"title": "Gallery", "parts": [{"gallery": {"items": [{"id": str(i), "caption": f"Screenshot {i} of 8"} for i in range(1, 9)]}}]})
        for width in (320, 390, 1280, 3840):
            self.browser.emulate(width, 900)
            heights = self.browser.run("const one = parseFloat(getComputedStyle(document.body).lineHeight); return [...document.querySelectorAll('.tile')].map(e => e.offsetHeight / one)")
            self.assertTrue(len(heights) == 8 and max(heights) < 2.2, (width, heights))
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        for caption, shown in (("Screenshot 1 of 8", "Screenshot 1 of 8"), ("The cover", "The cover 1 of 8")):
            self.show({"title": caption, "parts": [{"pager": {"position": 1, "count": 8, "page": {"caption": caption}}}]})
            self.assertEqual(self.browser.run("return document.querySelector('.pager figcaption > span').innerText"), shown)

    def test_pictures_of_a_gallery_are_loaded_once_and_only_near_the_window(self):
        items = [{"id": str(i), "caption": f"Picture {i}", "image": png(i)} for i in range(999)] + [{"id": "none", "caption": "None", "image": "no picture"}]
        screen = {"title": "Pictures", "parts": [{"gallery": {"items": items}}]}
        loaded = lambda: self.browser.run("return performance.getEntriesByType('resource').filter(e => e.name.includes('/picture/')).length")
        drawn = "const at = document.querySelectorAll('.tile img'), one = at[arguments[0]]; return [at.length, one.complete, one.naturalWidth, one.offsetHeight > 100]"
        self.show(screen)
        for width in (320, 1280):
            self.browser.emulate(width, 900)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        wait(lambda: self.browser.run(drawn, 0) == [999, True, 30, True])
        self.assertTrue(0 < loaded() < 500, loaded())
        self.browser.run("scrollTo(0, document.body.scrollHeight)")
        wait(lambda: self.browser.run(drawn, 998) == [999, True, 30, True])
        self.browser.run("scrollTo(0, 0)")
        before = wait(lambda: self.browser.run(drawn, 0)[1] and loaded())
        self.show({**screen, "title": "The same"})
        self.assertEqual(loaded(), before)
        items[0]["image"] = png(1000)
        self.show({**screen, "title": "Another"})
        wait(lambda: loaded() == before + 1)

    def test_a_column_that_can_be_sorted_shows_it(self):
        columns = [{"key": "a", "title": "A", "sortable": True}, {"key": "b", "title": "B", "sortable": True}, {"key": "c", "title": "C"}]
        self.show({"title": "Sorted", "parts": [{"table": {"columns": columns, "sort": {"column": "b", "descending": True}, "rows": [{"id": "1", "cells": ["1", "2", "3"]}]}}]})
        signs = self.browser.run("return [...document.querySelectorAll('th[scope=col]')].map(e => { const sign = e.querySelector('.sort > [aria-hidden]'); return sign && sign.innerText + getComputedStyle(sign, '::before').content; })")
        self.assertTrue("↕" in signs[0] and "▾" in signs[1] and "↕" not in signs[1] and signs[2] is None, signs)

    def test_rows_of_a_narrow_window_have_no_empty_line_for_their_actions(self):
        keys = [{"control": title, "title": title, "key": title[0].lower(), "row": True} for title in ("Kill", "Renice")]
        self.show({"title": "Rows", "keys": keys, "parts": [{"list": {"rows": [{"id": str(i), "title": f"row {i}"} for i in range(9)]}}]})
        self.browser.emulate(390, 700)
        height = lambda: [round(e) for e in self.browser.run("return [...document.querySelectorAll('[data-row]')].map(e => e.offsetHeight)")]
        self.browser.run("document.activeElement.blur()")
        wait(lambda: max(height()) < 50)
        # A row under the pointer is as tall as before, or the others would move away from it.
        box = self.place("[data-row]:nth-child(3)")
        self.browser.send("POST", "/actions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [{"type": "pointerMove", "x": int(box[0]) + 20, "y": int(box[1]) + 9}]}])
        wait(lambda: self.browser.run("return getComputedStyle(document.querySelector('[data-row]:nth-child(3) .do')).opacity") == "1")
        self.assertLess(max(height()), 50)
        self.browser.send("DELETE", "/actions")

    def test_numbers_of_bars_and_gauges_end_where_their_captions_do(self):
        bars = {"kind": "bar", "points": [{"label": "one", "value": 1, "caption": "1 %"}, {"label": "two", "value": 2, "caption": "12 %"}], "alternative": "1, 2"}
        self.show({"title": "Numbers", "parts": [{"progress": {"label": "Memory", "fraction": 0.5, "caption": "8 GB"}}, {"progress": {"label": "Update", "caption": "3 of many"}}, {"chart": bars}]})
        self.browser.emulate(1280, 700)
        end = ("const range = document.createRange(); return [...document.querySelectorAll(arguments[0])].map(e => { range.selectNodeContents(e);"
               "return Math.round(range.getBoundingClientRect().right); })")
        for selector in (".progress:has(.percent) :is(.caption, .percent)", ".bars .caption"):
            ends = self.browser.run(end, selector)
            self.assertEqual((len(ends), len(set(ends))), (2, 1), selector)
        # Work of unknown length has no number, so its bar has the room.
        self.assertGreater(self.place(".progress:not(:has(.percent)) progress")[2], 300)

    def test_letters_are_larger_on_a_large_monitor(self):
        self.show(TABLE)
        sizes = []
        for width in (1280, 2560, 3840):
            self.browser.emulate(width, 1400)
            sizes.append(self.browser.run("return parseFloat(getComputedStyle(document.body).fontSize)"))
        self.assertEqual(sizes, [16, 20, 24])

    def test_the_first_hit_of_the_palette_is_marked_and_the_keys_have_two_columns(self):
        self.show({**TABLE, "keys": [{"control": "new", "title": "New file", "key": "w"}, {"control": "old", "title": "Old file"}]})
        self.browser.emulate(1280, 900)
        self.browser.type("?")
        marks = lambda: self.browser.run("return [...document.querySelectorAll('#keys li button')].map(e => getComputedStyle(e).backgroundColor)")
        wait(lambda: len(marks()) > 2 and len(set(marks())) == 1)
        lefts = self.browser.run("return [...document.querySelectorAll('#keys dt')].map(e => Math.round(e.getBoundingClientRect().left))")
        self.assertEqual(len(set(lefts)), 2)
        self.browser.type("file")
        wait(lambda: len(marks()) == 2 and marks()[0] != marks()[1])

    def test_head_rows_and_preview_have_no_hole_between_them(self):
        head = [{"progress": {"label": "Memory", "fraction": 0.5}}]
        rows = [{"list": {"rows": [{"id": str(i), "title": f"row {i}"} for i in range(3)]}}]
        self.show({"title": "Board", "head": head, "parts": rows, "preview": [{"text": {"body": "more of it"}}]})
        for width, height in ((1280, 900), (1920, 1080), (3840, 2160)):
            self.browser.emulate(width, height)
            _, top, _, tall = self.place(".head")
            self.assertLess(self.place(".parts")[1] - top - tall, 40, width)

    def test_no_page_scrolls_to_the_side(self):
        cells = [{"text": "failed", "tone": "danger"}, "cell of a table", {"text": "well", "tone": "success"}]
        columns = [{"key": str(i), "title": f"Column {i} of many"} for i in range(9)]
        rows = [{"table": {"columns": columns, "rows": [{"id": str(i), "cells": cells * 3} for i in range(5)]}}]
        self.show({"title": "Tones", "parts": rows, "preview": [{"text": {"body": "more of it"}}]})
        for width, size in ((320, "100%"), (640, "200%"), (1280, "200%")):
            self.browser.emulate(width, 700)
            self.browser.run("document.documentElement.style.fontSize = arguments[0]; dispatchEvent(new Event('resize'))", size)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width, size)
        self.browser.run("document.documentElement.style.fontSize = ''")

    def test_a_preview_that_would_cover_the_rows_is_closed_and_a_key_opens_it(self):
        head = [{"facts": {"items": [{"label": f"Fact {i}", "value": "so it is"} for i in range(12)]}}]
        screen = {**TABLE, "head": head, "preview": [{"text": {"body": "It is long. " * 200}}]}
        self.browser.emulate(375, 740)
        self.show(screen)
        self.browser.emulate(375, 740)
        is_open = lambda: self.place("aside")[3] > 100
        wait(lambda: not is_open())
        self.browser.run("document.querySelector('#view').tabIndex = -1; document.querySelector('#view').focus()")
        self.browser.type("v")
        wait(is_open)
        self.show({**screen, "title": "Others"})
        self.assertTrue(is_open())
        self.browser.click("#fold")
        wait(lambda: not is_open())
        self.show({**TABLE, "title": "Without a head", "preview": screen["preview"]})
        self.assertFalse(is_open())

    def test_a_row_of_a_table_opens_wherever_it_is_clicked(self):
        self.show(TABLE)
        self.browser.emulate(1280, 900)
        self.browser.click("tbody tr:nth-child(3) td:last-child")
        self.assertEqual(self.view.await_event("view.output.didSelect")["data"], {"row": "2"})

    def test_a_growing_column_has_the_room_that_the_others_do_not_need(self):
        cells = ["10:15:00", "error", "web", "A message that is rather long, as messages are, and longer than a window is wide. " * 2]
        columns = [{"key": str(i), "title": name, "grow": name == "Message"} for i, name in enumerate(["Time", "Level", "Service", "Message"])]
        self.show({"title": "Log", "parts": [{"table": {"columns": columns, "rows": [{"id": "1", "cells": cells}]}}]})
        self.browser.emulate(1000, 700)
        widths = self.browser.run("return [...document.querySelectorAll('tbody tr > *')].map(e => e.offsetWidth)")
        self.assertTrue(max(widths[:3]) < 150 and widths[3] > 600, widths)

    def test_the_end_of_a_list_with_more_rows_is_its_last_row(self):
        self.browser.emulate(1000, 700)
        self.show({"title": "Rows", "hasMore": True, "parts": [{"list": {"rows": [{"id": str(i), "title": f"row {i}"} for i in range(40)]}}]})
        self.browser.type("G")
        self.assertEqual(self.browser.run("return document.activeElement.innerText").strip(), "row 39")
        self.assertEqual(self.browser.run("const b = document.activeElement.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight"), True)

    def test_rows_with_one_id_are_as_a_reload_shows_them(self):
        """Regression: the page showed them in another order, and one of them twice."""
        names = lambda: self.browser.run("return [...document.querySelectorAll('.name')].map(e => e.innerText)")
        form = lambda name: {"form": {"id": "f", "fields": [{"id": "x", "label": name, "kind": "text"}]}}
        for number, rows in enumerate([["7 Apple", "7 Pear", "8 Plum"], ["7 Apple", "7 Pear", "8 Plum", "9 Fig"], ["8 Plum", "7 Pear", "7 Apple", "7 Nut"], ["7 Nut"]]):
            pairs = [row.split() for row in rows]
            parts = [{"list": {"rows": [{"id": id, "title": title} for id, title in pairs]}}, form("one"), form("two"),
                     {"tabs": {"selected": "t", "items": [{"control": "t", "title": title} for _, title in pairs]}}]
            self.show({"title": f"Fruit {number}", "parts": parts})
            self.assertEqual(names(), [title for _, title in pairs])
            self.assertEqual(self.browser.run("return [...document.querySelectorAll('.tabs button')].map(e => e.innerText)"), [title for _, title in pairs])
            ids = self.browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
            self.assertEqual(len(ids), len(set(ids)))

    def test_what_is_selected_is_seen_in_forced_colours_and_a_print_has_the_text_only(self):
        self.show({"title": "Tabs", "notice": {"id": "1", "text": "Saved"}, "parts": [{"tabs": {"selected": "b", "items": [{"control": c, "title": c} for c in "abc"]}}]})
        self.browser.emulate(1000, 700, forced_colors="active")
        looks = self.browser.run("return [...document.querySelectorAll('.tabs button')].map(e => { const s = getComputedStyle(e); return s.outlineStyle + s.outlineColor; })")
        self.assertTrue(looks[1] not in (looks[0], looks[2]), looks)
        self.browser.send("POST", "/goog/cdp/execute", cmd="Emulation.setEmulatedMedia", params={"media": "print"})
        seen = self.browser.run("return ['header h1', '.notice > *', 'footer', '.tabs'].map(e => document.querySelector(e).checkVisibility())")
        self.assertEqual(seen, [True, False, False, False])

    def test_texts_from_right_to_left_begin_on_one_side(self):
        self.show({"title": "Rows", "parts": [{"list": {"rows": [{"id": "1", "title": "שלום", "subtitle": "עולם"}, {"id": "2", "title": "Peace", "subtitle": "עולם"}]}}]})
        self.browser.emulate(1280, 700)
        ends = self.browser.run("const range = document.createRange(); return [...document.querySelectorAll('[data-row]')].map(row => [...row.querySelectorAll('.name, .sub')]"
                                ".map(e => { range.selectNodeContents(e); const b = range.getBoundingClientRect(); return [Math.round(b.left), Math.round(b.right)]; }))")
        self.assertEqual(ends[0][0][1], ends[0][1][1])
        self.assertEqual(ends[1][0][0], ends[1][1][0])

    def test_the_caret_is_behind_what_a_field_contains_and_results_are_read_aloud(self):
        rows = [{"list": {"rows": [], "empty": "No results for “zzzz”"}}]
        self.show({"title": "Search", "prompt": {"placeholder": "Search", "text": "zzzz"}, "parts": rows})
        self.assertIn("No results", self.browser.run("return document.querySelector('header [role=status]').textContent"))
        self.show({"title": "Form", "parts": [{"form": {"id": "f", "fields": [{"id": "a", "label": "A", "kind": "text", "value": "filled"}]}}]})
        wait(lambda: self.browser.run("const at = document.activeElement; return [at.value, at.selectionStart]") == ["filled", 6])
