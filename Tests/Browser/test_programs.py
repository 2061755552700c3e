"""`viperline app --web`: a program's screens in a page, without a script."""
import pathlib
import re
import tempfile
import unittest
from urllib.parse import urlencode

from browser import wait
from session import Session
from view import Client

NOTES = r"""
here=$(dirname "$0")
case $1 in
"" | search) jq -n --arg query "$2" '{title: "Notes", prompt: "Find", rows: (["alpha", "beta"] | map(select(contains($query))))}' ;;
select) jq -n --arg row "$2" '{text: ("About " + $row), keys: [{control: "edit", title: "Edit", key: "e"}, {control: "copy", title: "Copy", key: "c"}]}' ;;
press) case $2 in
    edit) jq -n --arg file "$here/was-run" '{run: ["touch", $file]}' ;;
    copy) echo '{"copy":"a text to copy"}' ;;
    esac ;;
esac
"""


class ProgramTests(unittest.TestCase):
    def begin(self, *words):
        self.session = self.enterContext(Session("--", *words, verb="app"))
        self.client = Client(self.session.url)

    def page(self):
        return self.client.ask("GET", "/")[2].decode()

    def act(self, **fields):
        scene = re.search(r'data-scene="([^"]*)"', self.page())[1]
        return self.client.ask("POST", "/act", urlencode({**fields, "scene": scene}))[0]

    def test_a_program_is_called_for_each_action(self):
        """Also what a terminal alone could carry out: the command does not run, and the page has it in a notice."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "notes.sh").write_text(NOTES)
        self.begin("sh", str(folder / "notes.sh"))
        self.client.enter()
        wait(lambda: "alpha" in self.page() and "beta" in self.page())
        self.assertEqual(self.act(do="search", query="bet"), 204)
        wait(lambda: "alpha" not in self.page() and "beta" in self.page())
        self.assertEqual(self.act(do="select?row=beta"), 204)
        wait(lambda: "About beta" in self.page())
        self.assertEqual(self.act(do="press?control=edit"), 204)
        wait(lambda: "Not run: touch" in self.page())
        self.assertFalse((folder / "was-run").exists())
        self.assertEqual(self.act(do="press?control=copy"), 204)
        wait(lambda: "a text to copy" in self.page())

    def test_a_call_is_stopped(self):
        """Also on the first scene, whose Back leads nowhere."""
        program = """case $1 in "") echo '{"title":"Files","rows":["alpha"],"keys":[{"control":"copy","title":"Copy","key":"c"}]}' ;;
            press) echo '{"progress":0.4,"text":"Copying"}'; exec sleep 600 ;; esac"""
        self.begin("sh", "-c", program, "sh")
        self.client.enter()
        wait(lambda: "alpha" in self.page())
        self.assertEqual(self.act(do="back"), 409)
        self.assertEqual(self.act(do="press?control=copy"), 204)
        wait(lambda: "Copying 40%" in self.page() and "Stop</" in self.page())
        self.assertEqual(self.act(do="back"), 204)
        wait(lambda: "was stopped" in self.page() and "Copying 40%" not in self.page())
        self.assertIn("alpha", self.page())

    def test_the_chosen_line_is_printed(self):
        self.begin("printf", r"oak\nelm\nash\n")
        self.client.enter()
        # The title has the words, too.
        wait(lambda: "select?row=" in self.page())
        row = re.search(r'value="(select\?row=[^"]*)"[^>]*>(?:(?!</li>).)*elm', self.page(), re.DOTALL)
        self.assertEqual(self.act(do=row[1]), 204)
        self.assertEqual(self.session.process.stdout.read(), "elm\n")
        self.assertEqual(self.session.process.wait(60), 0)

    def test_only_who_has_the_address_gets_in(self):
        self.begin("echo", '{"rows":["oak"]}')
        self.assertEqual(self.client.ask("GET", "/")[0], 401)
        self.assertEqual(self.client.ask("GET", f"/?token={'0' * 32}")[0], 401)
        self.assertEqual(self.client.ask("GET", "/", Host="evil.example")[0], 421)
        self.client.enter()
        wait(lambda: "oak" in self.page())
        other = Client(self.session.url)
        self.assertEqual(other.ask("GET", f"/?token={other.token}")[0], 401)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
