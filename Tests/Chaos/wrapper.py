"""Sits between the bus and a role, passes all bytes on, and injects faults as planned.

usage: wrapper.py NAME FOLDER COMMAND...

FOLDER/NAME.json lists the faults (faults.py describes the format); FOLDER/fired gets a line for each that happened. A
fault waits for a certain line of the role's own traffic, so equal plans have equal effects. To the bus this process is the service: when it kills
the role, it dies too.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

name, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
run = int(os.environ.get("VIPERLINE_RUN", "1"))
role = None
# Held by the output thread while the role dies after one of its lines; the input thread waits for it. So answers to that
# line cannot reach the role any more.
last_moments = threading.Lock()

# Lines that no role may write.
NONSENSE = {
    "text": b"Segmentation fault, this was meant for stderr\n",
    "blank": b"  \n",
    "half an event": b'{"specversion":"1.0","type":"\n',
    "not UTF-8": b'{"type":"\xff\xfe","data":{}}\n',
    "a type of another role": b'{"type":"nobody.output.said","data":{"type":"view.input.show"}}\n',
    "another's source": b'{"specversion":"1.0","type":"view.input.show","source":"stranger","id":"x-1","data":{}}\n',
    "too long": b'{"type":"' + b"x" * (1 << 20) + b'"}\n',
}


class Gone(Exception):
    """The other end is closed."""


class Stream:
    """One direction: copies lines from one descriptor to another, with its faults."""

    def __init__(self, side, source, target, faults):
        self.side, self.source, self.target = side, source, target
        self.faults = [fault for fault in faults if fault["side"] == side and fault["run"] == run]
        self.left_to_disturb, self.disturbance = 0, None

    def pump(self):
        rest = b""
        try:
            while chunk := os.read(self.source, 1 << 16):
                *lines, rest = (rest + chunk).split(b"\n")
                self.pass_on([line + b"\n" for line in lines])
            self.write(rest)
        except Gone:
            os.close(self.source)
        finally:
            os.close(self.target)

    def pass_on(self, lines):
        """Copies lines without faults unchanged, in one write."""
        untouched = []
        for line in lines:
            fault = self.due(line)
            if fault is None and self.left_to_disturb == 0:
                untouched.append(line)
                continue
            self.write(b"".join(untouched))
            untouched = []
            if fault is None:
                self.left_to_disturb -= 1
                self.write_disturbed(line)
            else:
                note(fault)
                self.carry_out(fault, line)
        self.write(b"".join(untouched))

    def due(self, line):
        due = None
        for fault in self.faults:
            if fault.get("only", "").encode() in line and fault["line"] > 0:
                fault["line"] -= 1
                if fault["line"] == 0 and due is None:
                    due = fault
        return due

    def carry_out(self, fault, line):
        action = fault["action"]
        if action in ("kill", "freeze"):
            passed = {"before": 0, "half": len(line) // 2, "after": len(line)}[fault["when"]]
            if self.side == "out":
                last_moments.acquire()
            self.write(line[:passed])
            end(fault)
            # A stopped role continues here, unless it was killed.
            if self.side == "out":
                last_moments.release()
            self.write(line[passed:])
        elif action == "say":
            for _ in range(fault["count"]):
                self.write(NONSENSE[fault["what"]])
            self.write(line)
        elif action == "swap":
            ask_for_swap(fault)
            self.write(line)
        elif action == "shout":
            os.write(2, f"{name} cannot help shouting\n".encode() * fault["count"])
            self.write(line)
        else:
            self.disturbance, self.left_to_disturb = fault, fault["count"] - 1
            self.write_disturbed(line)

    def write_disturbed(self, line):
        if self.disturbance["action"] == "wait":
            time.sleep(self.disturbance["seconds"])
            self.write(line)
        else:
            for byte in line:
                self.write(bytes([byte]))

    def write(self, data):
        if self.side == "in":
            with last_moments:
                pass
        try:
            while data:
                data = data[os.write(self.target, data):]
        except OSError as error:
            raise Gone from error


def end(fault):
    """Ends this service and the other named ones."""
    for other in fault.get("others", []):
        kill_group(other)
    if fault["action"] == "freeze":
        # A stopped process cannot continue itself. The shell that stops us also continues us, so never too early.
        group = os.getpgid(0)
        stop = f"kill -STOP -- -{group}; sleep {fault['seconds']}; kill -{fault['then']} -- -{group}"
        subprocess.run(["sh", "-c", stop], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    elif "status" in fault:
        role.kill()
        role.wait()
        os._exit(fault["status"])
    else:
        os.killpg(0, signal.SIGKILL)


def ask_for_swap(fault):
    """Sends a request to the control socket and ignores the answer, because the request may end this process."""
    data = {"service": fault["service"]}
    if "command" in fault:
        data["command"] = fault["command"] or command
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(os.environ["VIPERLINE_SESSION_DIR"] + "/control")
        control.sendall(json.dumps({"type": "supervisor.input.swap", "data": data}).encode() + b"\n")


def kill_group(other):
    try:
        pid = int(open(f"{folder}/{other}.pid").read())
        # Another process may have its id by now.
        if folder.encode() in open(f"/proc/{pid}/cmdline", "rb").read():
            os.killpg(pid, signal.SIGKILL)
    except (OSError, ValueError):
        pass


def note(fault):
    append(f"{name}: {fault['kind']}")


def append(text):
    descriptor = os.open(f"{folder}/fired", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(descriptor, text.encode() + b"\n")
    os.close(descriptor)


def pass_signal(number, _):
    if role is not None:
        role.send_signal(number)


def main():
    global role
    # The session's own input and output, which the view gets in addition to the bus.
    others = [number for number in (3, 4) if os.path.exists(f"/proc/self/fd/{number}")]
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, pass_signal)
    with open(f"{folder}/{name}.pid", "w") as file:
        file.write(str(os.getpid()))
    if run > 1:
        append("restart")
    with open(f"{folder}/{name}.json") as file:
        faults = json.load(file)
    to_role, from_role = os.pipe(), os.pipe()
    role = subprocess.Popen(command, stdin=to_role[0], stdout=from_role[1], pass_fds=others,
                            restore_signals=True)
    os.close(to_role[0])
    os.close(from_role[1])
    threading.Thread(target=Stream("in", 0, to_role[1], faults).pump, daemon=True).start()
    output = threading.Thread(target=Stream("out", from_role[0], 1, faults).pump)
    output.start()
    status = role.wait()
    output.join()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


main()
