"""What the user loses when a role's process is killed in the middle of a session."""

import difflib
import os
import signal
import time

from . import screens, sessions

#: The kill comes before the command that goes back from the second screen.
SCRIPT = ("search music", "select 2", "back", "select 1", "quit")
KILLED_BEFORE = 2
PATIENCE = 10


def measure(viperline, name, roles, options=()):
    """Of each role, what is lost, in words."""
    whole = converse(viperline, name)
    prompts = ends_of_answers(whole)
    return {
        role: [*lost_transcript(whole, converse(viperline, name, role, prompts, options)),
               *lost_screen(viperline, name, role, options)]
        for role in roles
    }


def lost_transcript(whole, killed):
    """With commands from a pipe."""
    if killed == whole:
        return []
    if not killed.rstrip().endswith(f"> {SCRIPT[-1]}".encode()):
        return ["the session"]
    differing = difflib.ndiff(whole.decode().splitlines(), killed.decode().splitlines())
    count = sum(line.startswith("- ") for line in differing)
    return [f"{count} {'line' if count == 1 else 'lines'} of the transcript"]


#: What is typed in full screen, what the screen then shows, and what would be lost.
SELECTED = (("j", "j"), "3/50", "the selected row")
TYPED = (("/", "C-u", "tuner"), "tuner", "the typed text")
ROWS = "Violin in a Month"


def lost_screen(viperline, name, role, options):
    """In full screen: with a row selected, and with a query typed but not sent."""
    lost = [loss(viperline, name, role, options, *what) for what in (SELECTED, TYPED)]
    return list(dict.fromkeys(what for what in lost if what))


def loss(viperline, name, role, options, keys, seen, what):
    """Each in a session of its own, because the view reports a second death to the user."""
    session = screens.Screens(viperline, name, options)
    try:
        session.wait_for("Search apps")
        session.type("music", "Enter")
        session.wait_for("1/50")
        session.type(*keys)
        before = session.wait_for(seen)
        process = session.processes()[role]
        os.kill(process, signal.SIGKILL)
        wait_for_successor(session, role, process)
        after = session.wait_until(lambda screen: screen == before)
        return None if after == before else what if ROWS in after else "the screen"
    finally:
        session.end()


def wait_for_successor(session, role, process):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and session.processes().get(role) in (None, process):
        time.sleep(0.05)


def converse(viperline, name, role=None, prompts=(), options=()):
    """The transcript; `role` is killed once, when the screen has settled."""
    conversation = sessions.Conversation(viperline, name, options)
    if role:
        conversation.read_until(prompts[0])
    for number, line in enumerate(SCRIPT):
        if role and number == KILLED_BEFORE:
            process = conversation.processes()[role]
            os.kill(process, signal.SIGKILL)
            wait_for_successor(conversation, role, process)
        conversation.send(line)
        if role and number + 1 < len(prompts):
            conversation.read_until(prompts[number + 1])
            # As a user looks at the screen, which may change once more.
            time.sleep(0.2)
    conversation.end()
    return conversation.transcript


def ends_of_answers(transcript):
    """Where the answer to each command ends in the transcript: where the next one is repeated."""
    ends, at = [], transcript.find(b"\n> ")
    while at >= 0:
        ends.append(at)
        at = transcript.find(b"\n> ", at + 1)
    return ends
