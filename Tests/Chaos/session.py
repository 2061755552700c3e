"""Runs and observes one scripted session, with or without the faults of a plan."""

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from observation import Observation

CHAOS = pathlib.Path(__file__).resolve().parent
CHECKOUT = CHAOS.parent.parent
# A longer session hangs. Without faults it takes less than a second, but CI gives a storm a tenth of a busy processor.
PATIENCE = 90

# `replay`, so that the recorder receives every state, including superseded ones.
RECORDER = """
services:
  recorder: {{command: [sh, -c, "exec cat > '{folder}/events'"], receives: ["*"], restart: on-failure, recovery: replay}}
"""
SLOW_READER = """
queue_limit: 64kb
services:
  slow: {{command: [{python}, -ISc, "import os, time\\nwhile os.read(0, 4096): time.sleep(0.002)"], receives: ["*"]}}
"""


class Session:
    """The sessions of one application with the programs of one build."""

    def __init__(self, products, application):
        self.products, self.application = products, application
        self.viperline = os.path.join(products, "viperline")
        self.files = [str(CHECKOUT / "compose" / f"{application}.yaml"), "-f", str(CHECKOUT / "compose" / "offline.yaml")]
        check = subprocess.run(
            [self.viperline, "check", *self.files, "--json"], capture_output=True, text=True, check=True)
        self.commands = {service["name"]: service["command"] for service in json.loads(check.stdout)["services"]}

    def run(self, script, plan=None, options=None):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="viperline-chaos-"))
        try:
            return self.observe(folder, script, plan or {}, options or {})
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def observe(self, folder, script, plan, options):
        (folder / "script").write_text(script)
        parts = [RECORDER] + ([SLOW_READER] if options.get("slow reader") else [])
        names = []
        for number, part in enumerate(parts):
            path = folder / f"{number}.yaml"
            path.write_text(part.format(folder=folder, python=sys.executable))
            names += ["-f", str(path)]
        arguments = [self.viperline, "run", *self.files, *names, "--log", str(folder / "log")]
        with open(folder / "script") as commands, open(folder / "output", "wb") as output, \
                open(folder / "diagnostics", "wb") as diagnostics:
            process = subprocess.Popen(
                arguments + self.replacements(folder, plan), stdin=commands, stdout=output, stderr=diagnostics,
                env={**os.environ, "XDG_RUNTIME_DIR": str(folder), "BROWSER": "true"}, start_new_session=True)
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                status = None
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return Observation(folder, status)

    def replacements(self, folder, plan):
        """Puts the wrapper in place of each role with faults."""
        victims = {other for faults in plan.values() for fault in faults for other in fault.get("others", [])}
        arguments = []
        for role, faults in plan.items():
            if not faults and role not in victims:
                continue
            (folder / f"{role}.json").write_text(json.dumps(faults))
            wrapper = [sys.executable, "-IS", str(CHAOS / "wrapper.py"), role, str(folder), *self.commands[role]]
            arguments += ["--replace", f"{role}={shlex.join(wrapper)}"]
        return arguments
