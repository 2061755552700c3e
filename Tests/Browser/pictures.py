"""Draws the pictures of pages in README.md. usage: pictures.py FOLDER, with PROGRAMS in the environment."""
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

from browser import Browser, wait
from session import PROGRAMS, ROOT, Session
from view import View

folder = pathlib.Path(sys.argv[1])
examples = [event["data"]["screen"] for event in json.loads((ROOT / "protocols/examples/view.input.show.json").read_text())]


def draw(browser, name, width=900, height=620, scheme="light"):
    browser.emulate(width, height, prefers_color_scheme=scheme)
    browser.run("document.activeElement.blur?.()")
    time.sleep(0.3)
    browser.picture(folder / f"page-{name}.png")


def example(browser, name, title, scheme="light", press=None):
    with View(PROGRAMS) as view:
        view.navigate("s-1")
        screen = next(screen for screen in examples if screen["title"] == title and (not press or "keys" in screen))
        view.show({key: value for key, value in screen.items() if key != "notice"})
        browser.open(view.url())
        wait(lambda: browser.run("return document.title") == title)
        if press:
            browser.click(f"[value^='press?control={press}&row']")
            wait(lambda: browser.run("return document.querySelector('dialog') != null"))
        draw(browser, name, scheme=scheme)


def board(browser):
    """The services of README.md, with commands in the place of systemd's."""
    with tempfile.TemporaryDirectory() as place:
        bin = shutil.copytree(ROOT / "Tests/Pictures/machine", pathlib.Path(place, "bin"))
        program = (ROOT / "README.md").read_text(encoding="utf-8").split("```sh board.sh\n")[1].split("```")[0]
        path = pathlib.Path(place, "board.sh")
        path.write_text(program, encoding="utf-8")
        path.chmod(0o755)
        with Session("--", str(path), verb="app", environment={"PATH": f"{bin}:{PROGRAMS}:{os.environ['PATH']}"}) as session:
            browser.emulate(1100, 460)
            browser.open(session.url)
            wait(lambda: browser.run("return document.title") == "Services")
            for text in ("backup[412]: ready", "database[412]: ready", "gave up after 5 tries"):
                browser.type("j")
                wait(lambda: text in browser.run("return document.body.textContent"))
            draw(browser, "services", width=1100, height=460)


with Browser() as browser:
    board(browser)
    with Session("itunes", "-f", "offline") as session:
        browser.emulate(900, 620)
        browser.open(session.url)
        wait(lambda: browser.run("return document.querySelector('#search') != null"))
        browser.type("music")
        browser.type("Enter")
        wait(lambda: browser.run("return document.querySelector('aside') != null"))
        browser.type("j")
        draw(browser, "search", width=1100)
        draw(browser, "phone", width=360, scheme="dark")
        browser.emulate(900, 620)
        browser.click("[data-row]:nth-child(4) .row")
        wait(lambda: browser.run("return document.querySelector('.back') != null"))
        draw(browser, "detail")
    example(browser, "machine", "Machine", scheme="dark")
    example(browser, "settings", "Settings")
    example(browser, "question", "Processes", press="kill")
