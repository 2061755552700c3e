"""The everyday applications of Tests/Applications in the page, without a script."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from urllib.parse import urlencode

from browser import Browser, wait
from session import ROOT, Session
from view import Client


class ApplicationTests(unittest.TestCase):
    def begin(self, name, *options, enters=True):
        """The application in a folder of its own, with the data of its tests; a client on its page."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name, name)
        source = ROOT / "Tests" / "Applications" / name
        shutil.copytree(source, self.place)
        if (source / "tests" / "fixtures").exists():
            shutil.copytree(source / "tests" / "fixtures", self.place, dirs_exist_ok=True)
        self.session = self.enterContext(Session(str(self.place), *options))
        self.client = Client(self.session.url)
        if enters:
            self.client.enter()

    def page(self):
        return self.client.ask("GET", "/")[2].decode()

    def act(self, **fields):
        self.client.ask("POST", "/act", urlencode(fields))

    def test_todo(self):
        self.begin("todo")
        wait(lambda: "Call Ada" in self.page())
        self.act(do="search", query="plants", scene="home-1")
        wait(lambda: "Call Ada" not in self.page() and "Water the plants" in self.page())

    def test_notes(self):
        self.begin("notes")
        wait(lambda: "Flour, sugar" in self.page())
        self.act(do="search", query="lisbon", scene="home-1")
        wait(lambda: "Flour, sugar" not in self.page() and "<strong>Lisbon</strong>" in self.page())

    def test_repositories(self):
        self.begin("repositories", "-f", "offline")
        wait(lambda: "Repositories" in self.page())
        self.act(do="search", query="music", scene="home-1")
        wait(lambda: "wrenhouse/swift-tuner" in self.page())

    def test_issues(self):
        """Declared filters: a choice counts at once, a text when it is applied; the other choices stay."""
        self.begin("issues", "-f", "offline")
        wait(lambda: ">112<" in self.page())
        self.act(do="change?form=filters&field=labels", value="Bug", scene="issues-1")
        wait(lambda: (page := self.page()) and ">104<" in page and ">103<" not in page)
        fields = {"field:words": "nothing-like-that", "field:state": "Open", "field:labels": "Bug", "field:author": ""}
        self.act(do="submit?form=filters", scene="issues-1", **fields)
        wait(lambda: "There is nothing here" in self.page())

    def test_issues_in_a_browser(self):
        """With the script, as a user clicks."""
        self.begin("issues", "-f", "offline", enters=False)
        with Browser() as browser:
            browser.open(self.session.url)
            text = lambda: browser.run("return document.querySelector('main').innerText")
            wait(lambda: "112" in text())
            browser.run("[...document.querySelectorAll('.fields select')].find(e => [...e.options].some(o => o.innerText == 'Closed')).focus()")
            browser.type("Clo")
            wait(lambda: "90\n" in text() and "112\n" not in text())
            checked = lambda: browser.run("return [...document.querySelectorAll('.fields select')].map(e => e.selectedOptions[0]?.innerText)")
            wait(lambda: "Closed" in checked())
            browser.open(browser.run("return location.href"))
            wait(lambda: "90\n" in text() and "Closed" in checked())
            self.assertEqual(browser.complaints(), [])


class ProgramTests(unittest.TestCase):
    def test_processes(self):
        """A program of `viperline app`; the chosen process ends, and no other."""
        chosen, other = (subprocess.Popen(["sleep", f"86{number}"]) for number in (117, 118))
        self.addCleanup(lambda: [process.kill() or process.wait() for process in (chosen, other)])
        session = self.enterContext(Session("--", str(ROOT / "Tests/Applications/processes/processes.py"), verb="app"))
        client = Client(session.url)
        client.enter()
        page = lambda: client.ask("GET", "/")[2].decode()
        act = lambda **fields: client.ask("POST", "/act", urlencode({**fields, "scene": "screen-1"}))[0]
        wait(lambda: "Processes" in page())
        self.assertEqual(act(do="search", query="sleep"), 204)
        row = wait(lambda: re.search(rf"{chosen.pid}-\d+", page()))[0]

        def end():
            """Asks, and says yes. What the search has found may come in between, and take the question away."""
            act(do=f"press?control=end&row={row}")
            dialog = page().partition("<dialog")[2]
            answer = "End these processes?" in dialog and re.search(r'value="([^"]*)"[^>]*>(?:<[^>]*>)*End<', dialog)
            self.assertIsNone(chosen.poll())
            return answer and act(do=answer[1].replace("&amp;", "&")) == 204

        wait(end)
        wait(lambda: chosen.poll() is not None)
        self.assertIsNone(other.poll())


if __name__ == "__main__":
    unittest.main(warnings="ignore")
