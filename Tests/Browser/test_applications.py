"""The everyday applications of Tests/Applications in the page, without a script."""
import pathlib
import shutil
import tempfile
import unittest
from urllib.parse import urlencode

from browser import wait
from session import ROOT, Session
from view import Client


class ApplicationTests(unittest.TestCase):
    def begin(self, name, *options):
        """The application in a folder of its own, with the data of its tests; a client on its page."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name, name)
        source = ROOT / "Tests" / "Applications" / name
        shutil.copytree(source, self.place)
        if (source / "tests" / "fixtures").exists():
            shutil.copytree(source / "tests" / "fixtures", self.place, dirs_exist_ok=True)
        session = self.enterContext(Session(str(self.place), *options))
        self.client = Client(session.url)
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


if __name__ == "__main__":
    unittest.main(warnings="ignore")
