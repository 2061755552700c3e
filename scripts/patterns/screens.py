"""A session in a real terminal (tmux), whose screen can be read."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from . import sessions

PATIENCE = 6


class Screens:
    def __init__(self, viperline, name, options=()):
        if not shutil.which("tmux"):
            raise SystemExit("compare-patterns: this measure needs tmux (apt-get install tmux)")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="viperline-patterns-"))
        self.viperline = viperline
        # Neither the user's settings nor another session may change the screen.
        environment = ["env", "-i", f"PATH={os.environ['PATH']}", f"HOME={self.folder}", "LC_ALL=C.UTF-8",
                       f"TMPDIR={self.folder}", f"XDG_RUNTIME_DIR={self.folder}", "TERM=tmux-256color"]
        self.tmux("-f", "/dev/null", "set", "-g", "default-terminal", "tmux-256color", ";", "set", "-s", "escape-time",
                  "0", ";", "set", "-g", "remain-on-exit", "on", ";", "new-session", "-d", "-x", "80", "-y", "24",
                  *environment, *sessions.command(viperline, name, *options))

    def tmux(self, *arguments):
        command = ["tmux", "-S", str(self.folder / "tmux"), "-u", *arguments]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    def shown(self):
        return self.tmux("capture-pane", "-p")

    def wait_for(self, text):
        """Until the screen shows the text and stays as it is; returns the screen as it then is, in any case."""
        return self.wait_until(lambda screen: text in screen)

    def wait_until(self, holds):
        before, deadline = None, time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            now = self.shown()
            if now == before and holds(now):
                return now
            before = now
            time.sleep(0.1)
        return self.shown()

    def processes(self):
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(self.folder), "TMPDIR": str(self.folder)}
        return sessions.services(self.viperline, environment=environment)

    def end(self):
        self.tmux("kill-server")
        shutil.rmtree(self.folder, ignore_errors=True)
