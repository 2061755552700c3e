"""How a page uses its room: headers that stay, rows that can be lower, columns of text on a wide window."""
import unittest

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
