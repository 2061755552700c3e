"""A whole session in a browser, and the tools that look into it."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile

PROGRAMS = os.environ["PROGRAMS"]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Session:
    """`viperline run APPLICATION --web`; or of a program, with the verb `app`, whose choice is on standard output."""

    def __init__(self, *arguments, page=("--web",), environment=None, verb="run"):
        self.folder = tempfile.TemporaryDirectory()
        environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TMPDIR": self.folder.name, "BROWSER": "true",
                       **(environment or {})}
        words = ["app", *page, *arguments] if verb == "app" else [verb, *arguments, *page]
        self.process = subprocess.Popen(["viperline", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE if verb == "app" else None, text=True, env=environment, cwd=ROOT)
        self.environment = environment
        printed = self.process.stderr or self.process.stdout
        self.greeting = printed.readline()
        self.url = re.search(r"http\S+", self.greeting)[0]

    def tool(self, *arguments):
        return subprocess.run(["viperline", *arguments], env=self.environment, capture_output=True, text=True, timeout=60).stdout

    def folder_of_session(self):
        return json.loads(self.tool("ps", "--json"))["folder"]

    def view(self):
        """The process of the view; None while there is none."""
        services = json.loads(self.tool("ps", "--json"))["services"]
        return next((service.get("pid") for service in services if service["name"] == "view"), None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.process.stdin.close()
        self.process.stdout.close()
        if self.process.stderr:
            self.process.stderr.close()
        self.folder.cleanup()
