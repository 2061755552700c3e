"""The browser's history: an entry for each scene, and Back does what the application's back does."""
import contextlib
import os
import threading
import unittest

from browser import Browser, wait
from session import Session
from test_browser import BrowserCase, rows
from view import View

PROGRAMS = os.environ["PROGRAMS"]


class Application:
    """A router and a presenter: a row opens a scene above, and going back closes it, unless it asks first."""

    def __init__(self, view, depth=1):
        self.view, self.stack, self.number, self.seen, self.asks, self.stays = view, [], 0, 0, False, False
        self.question = {}
        for _ in range(depth):
            self.push("first")
        self.ended = threading.Event()
        threading.Thread(target=self.run, daemon=True).start()

    def push(self, correlation):
        self.number += 1
        self.stack.append(f"s-{self.number}")
        self.view.show(self.screen(), self.stack[-1], correlation)
        self.view.navigate(*self.stack, correlation=correlation)

    def screen(self):
        field = {"id": "a", "label": "A", "kind": "text", "value": "", "live": True}
        return {"title": f"Title {self.stack[-1]}", "parts": [rows(30), {"form": {"id": "f", "fields": [field]}}], **self.question}

    @property
    def backs(self):
        return [e["subject"] for e in self.view.events if e["type"] == "view.output.didGoBack"]

    def run(self):
        while not self.ended.wait(0.005):
            for event in self.view.events[self.seen:]:
                self.seen += 1
                with contextlib.suppress(OSError, ValueError):
                    self.answer(event["type"].removeprefix("view.output."), event)

    def answer(self, type, event):
        # A question stays until it is answered: what the user has typed is reported meanwhile.
        if type == "didPress":
            self.question = {}
        if type == "didSelect":
            return self.push(event["id"])
        if type == "didGoBack" and self.asks:
            self.question = {"alert": {"title": "Leave?", "message": "", "buttons": [{"control": "leave", "title": "Leave", "role": "destructive"}, {"control": "stay", "title": "Stay", "role": "cancel"}]}}
            return self.view.show(self.screen(), self.stack[-1], event["id"])
        if type == "didGoBack" and not self.stays or type == "didPress" and event["data"]["control"] == "leave":
            self.stack.pop()
            return self.view.navigate(*self.stack, correlation=event["id"])
        if type.startswith("did"):
            self.view.show(self.screen(), self.stack[-1], event["id"])


class HistoryTests(BrowserCase):
    """views.md F5: the browser's Back left the application, and no scene had an address."""

    def setUp(self):
        super().setUp()
        self.browser.switch(self.browser.window())
        self.browser.open("about:blank")
        self.view = self.enterContext(View(PROGRAMS))

    def application(self, depth=1):
        application = Application(self.view, depth)
        self.addCleanup(application.ended.set)
        self.browser.open(self.view.url())
        self.at(application.stack[-1])
        return application

    def address(self):
        return self.browser.run("return location.pathname + location.search")

    def at(self, scene):
        """That scene is seen, and has the address."""
        # Not only in the way to another one.
        wait(lambda: (self.text("h1"), self.address()) == (f"Title {scene}", f"/?scene={scene}"))

    def go(self, by):
        self.browser.run("setTimeout(() => history.go(arguments[0]))", by)

    def opened(self, *scenes):
        for scene in scenes:
            self.browser.run("document.querySelector('[data-row] .row').click()")
            self.at(scene)

    def left(self):
        wait(lambda: self.browser.run("return location.href") == "about:blank")

    def test_back_goes_back_and_from_the_first_scene_leaves_the_page(self):
        application = self.application()
        self.opened("s-2", "s-3")
        self.go(-1)
        self.at("s-2")
        self.go(-1)
        self.at("s-1")
        self.assertEqual(application.backs, ["s-3", "s-2"])
        self.go(-1)
        self.left()
        # Coming back shows the session as it is.
        self.go(1)
        self.at("s-1")
        self.assertEqual(application.backs, ["s-3", "s-2"])

    def test_back_twice_quickly_goes_back_twice(self):
        application = self.application()
        self.opened("s-2", "s-3", "s-4")
        self.browser.run("history.back(); history.back()")
        self.at("s-2")
        self.assertEqual(application.backs, ["s-4", "s-3"])
        self.opened("s-5", "s-6")
        self.go(-3)  # as the menu of the Back button does
        self.at("s-1")
        self.assertEqual(application.backs, ["s-4", "s-3", "s-6", "s-5", "s-2"])

    def test_forward_to_a_scene_that_is_gone_stays(self):
        application = self.application()
        self.opened("s-2")
        self.go(-1)
        self.at("s-1")
        self.go(1)
        self.at("s-1")
        self.opened("s-3")
        self.go(-1)
        self.at("s-1")
        self.assertEqual(application.backs, ["s-2", "s-3"])
        self.go(-1)
        self.left()

    def test_the_history_follows_the_applications_own_back(self):
        application = self.application()
        self.opened("s-2", "s-3")
        self.browser.click(".back")
        self.at("s-2")
        self.browser.type("Escape")
        self.at("s-1")
        self.opened("s-4")
        self.go(-1)
        self.at("s-1")
        self.assertEqual(application.backs, ["s-3", "s-2", "s-4"])
        self.go(-1)
        self.left()

    def test_where_the_application_asks_or_stays_the_history_stays(self):
        application = self.application()
        self.opened("s-2")
        application.asks = True
        self.browser.click("[name='field:a']")
        self.browser.type("half")
        value = lambda: self.browser.run("return document.querySelector(\"[name='field:a']\").value")
        self.go(-1)
        wait(lambda: self.browser.run("return document.querySelector('dialog') != null"))
        self.at("s-2")
        # Back answers a question as Escape does.
        self.go(-1)
        wait(lambda: self.browser.run("return document.querySelector('dialog') == null"))
        self.at("s-2")
        self.assertEqual(value(), "half")
        self.go(-1)
        wait(lambda: self.browser.run("return document.querySelector('dialog') != null"))
        self.at("s-2")
        self.browser.click("dialog .danger")
        self.at("s-1")
        self.opened("s-3")
        application.asks, application.stays = False, True
        self.go(-1)
        wait(lambda: len(application.backs) == 3)
        self.at("s-3")
        application.stays = False
        self.go(-1)
        self.at("s-1")
        self.go(-1)
        self.left()

    def test_back_closes_the_help_first(self):
        application = self.application()
        self.opened("s-2")
        help = lambda: self.browser.run("return document.querySelector(':popover-open') != null")
        self.browser.type("?")
        wait(help)
        self.go(-1)
        wait(lambda: not help())
        self.at("s-2")
        self.assertEqual(application.backs, [])
        self.go(-1)
        self.at("s-1")

    def test_an_address_shows_the_present_screen(self):
        application = self.application()
        self.opened("s-2")
        self.browser.send("POST", "/refresh")
        self.at("s-2")
        page = self.browser.run("return location.origin")
        for scene in ("s-1", "gone", "%00<b>", "s-2&scene=s-1"):
            self.browser.open(f"{page}/?scene={scene}")
            self.at("s-2")
        self.assertEqual(application.backs, [])
        self.go(-1)
        self.at("s-1")
        self.assertEqual(application.backs, ["s-2"])

    def test_a_page_opened_in_a_deep_scene_has_the_way_to_it(self):
        application = self.application(depth=3)
        self.go(-1)
        self.at("s-2")
        self.go(-1)
        self.at("s-1")
        self.go(-1)
        self.left()
        self.assertEqual(application.backs, ["s-3", "s-2"])

    def test_two_tabs_go_back_together(self):
        application = self.application()
        self.opened("s-2", "s-3")
        page, first = self.browser.run("return location.href"), self.browser.here()
        self.browser.window()
        self.browser.open(page)
        self.at("s-3")
        # The script has written the entries of the scenes below.
        wait(lambda: self.browser.run("return history.state") == 2)
        self.go(-1)
        self.at("s-2")
        self.browser.send("DELETE", "/window")
        self.browser.switch(first)
        self.at("s-2")
        self.go(-1)
        self.at("s-1")
        self.assertEqual(application.backs, ["s-3", "s-2"])
        self.go(-1)
        self.left()

    def test_scenes_keep_their_heights(self):
        self.application()
        self.browser.run("scrollTo(0, 300)")
        self.opened("s-2")
        self.assertEqual(self.browser.run("return scrollY"), 0)
        self.go(-1)
        self.at("s-1")
        wait(lambda: self.browser.run("return scrollY") == 300)
        self.opened("s-3")
        self.browser.click(".back")
        self.at("s-1")
        wait(lambda: self.browser.run("return scrollY") == 300)
        self.browser.send("POST", "/refresh")
        self.at("s-1")

    def test_no_address_has_what_was_typed(self):
        application = self.application()
        application.view.show({**application.screen(), "prompt": {"placeholder": "Search", "text": ""}}, "s-1")
        wait(lambda: self.browser.run("return document.querySelector('[name=query]') != null"))
        self.browser.type("/")
        self.browser.type("precious")
        self.browser.type("Enter")
        application.view.await_event("view.output.didSearch")
        self.opened("s-2")
        self.assertNotIn("precious", self.browser.run("return location.href"))

    def test_an_ended_session_lets_the_browser_leave(self):
        self.application()
        self.opened("s-2")
        self.view.__exit__()
        wait(lambda: self.text("#lost") == "The session has ended.")
        self.go(-1)
        wait(lambda: self.address() == "/?scene=s-1")
        self.assertEqual(self.text("#lost"), "The session has ended.")
        self.go(-1)
        self.left()


class SessionHistoryTests(BrowserCase):
    def test_back_leads_from_an_app_to_the_results(self):
        """The finding's own steps: search, open an app, go back."""
        with Session("itunes", "-f", "offline") as session:
            self.browser.open(session.url)
            self.sees("App Store")
            # A browser obeys `autofocus` with its first frame.
            wait(lambda: self.focus() == "query")
            self.browser.type("music")
            self.browser.type("Enter")
            count = lambda: self.browser.run("return document.querySelectorAll('[data-row]').length")
            wait(lambda: count() > 20)
            before = count()
            wait(lambda: self.browser.run("return document.activeElement.matches('[data-row] .row')"))
            self.browser.type("Enter")
            wait(lambda: self.browser.run("return document.querySelector('.back') != null"))
            wait(lambda: self.browser.run("return location.search") == "?scene=app-2")
            self.browser.send("POST", "/back")
            wait(lambda: count() == before)
            wait(lambda: self.browser.run("return location.search") == "?scene=apps-1")

    def test_without_a_script_pages_have_addresses_and_back_works(self):
        with Browser(script=False) as browser, Session("itunes", "-f", "offline") as session:
            browser.open(session.url)
            source, address = lambda: browser.send("GET", "/source"), lambda: browser.send("GET", "/url")
            browser.click("[name=query]")
            browser.type("music")
            browser.type("Enter")
            wait(lambda: source().count("data-row") > 20)
            self.assertTrue(address().endswith("/?scene=apps-1"), address())
            browser.click("[data-row] button.row")
            wait(lambda: "class=\"back\"" in source())
            self.assertTrue(address().endswith("/?scene=app-2"), address())
            # The browser may show the page that it has kept; what is done there for a scene that is not on screen leads to the one that is.
            browser.send("POST", "/back")
            wait(lambda: address().endswith("/?scene=apps-1"))
            browser.click("[data-row] button.row" if "class=\"back\"" not in source() else "h1")
            wait(lambda: "class=\"back\"" in source())
            browser.click(".back")
            wait(lambda: source().count("data-row") > 20 and "class=\"back\"" not in source())


if __name__ == "__main__":
    unittest.main(warnings="ignore")
