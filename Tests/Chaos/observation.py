"""The observations of a session, and the differences between two."""

import collections
import difflib
import json
import re
import zlib

ACTION, REQUEST, ANSWER = "view.output.", "interactor.input.", "interactor.output."
CANCEL, PICTURE = "interactor.input.cancel", "interactor.input.get"
# The notices of a service that keeps dying, and of one that writes nonsense or nothing while it is asked: expected, but only with faults.
NOTICE = re.compile(
    r"^! \S+ (?:(?:was killed by signal \d+ \([^)]*\)|ended with exit code \d+); it is started again"
    r"|(?:wrote (?:a line that (?:is not an event|claims the source)|\")|may not send|has not answered).*)\n", re.M)
# A page that the router may have opened before it died is not opened again; the user sees a failure.
UNSURE = "the router was restarted meanwhile; it may be open already"
OPENED = re.compile(rf"^(?:opened (\S+)|playing (\S+) in .*|! (?:openURL|play): \w+ (\S+): {UNSURE})$", re.M)


class Observation:
    """The transcript of the linear view, the exit code, and every event that passed.

    Attributes: `status` is None for a session that had to be killed; `events` are parsed lines of the recorder.
    """

    def __init__(self, folder, status):
        self.status = status
        self.transcript = (folder / "output").read_text(errors="replace")
        recorded = folder / "events"
        self.events = [json.loads(line) for line in recorded.read_bytes().splitlines()] if recorded.exists() else []
        fired = folder / "fired"
        self.fired = collections.Counter(fired.read_text().splitlines() if fired.exists() else [])
        self.log = "".join(
            (folder / name).read_text(errors="replace") for name in ("log", "diagnostics") if (folder / name).exists())

    def problems(self, quiet):
        """The differences from the session without faults; empty if there are none."""
        if self.status is None:
            return ["the session did not end"] + self.transcript.splitlines()[-5:]
        problems = []
        wanted = 69 if UNSURE in self.transcript else quiet.status
        if self.status != wanted:
            problems.append(f"exit code {self.status}, not {wanted}")
        if self.told() != quiet.told():
            problems += ["the user saw something else:"] + difference(quiet.told(), self.told())
        problems += self.repeated() + self.unanswered()
        mine, theirs = self.deeds(), quiet.deeds()
        problems += [f"lost: {deed}" for deed in sorted((theirs - mine).elements())]
        problems += [f"too much: {deed}" for deed in sorted((mine - theirs).elements())]
        return problems

    def told(self):
        """The part of the transcript that faults must not change."""
        return OPENED.sub(lambda page: f"opened {page[1] or page[2] or page[3]}", NOTICE.sub("", self.transcript))

    def repeated(self):
        """No event appears twice."""
        seen = collections.Counter((event["source"], event["id"]) for event in self.events)
        return [f"twice: {source} {identity}" for (source, identity), count in seen.items() if count > 1]

    def unanswered(self):
        """Every request has exactly one answer, not counting progress."""
        answers = collections.Counter(
            event.get("causationid") for event in self.events
            if event["type"].startswith(ANSWER) and not event["type"].endswith(".progress"))
        # The script does not wait for pictures, so the session may end before the last ones arrive.
        recent = [event["id"] for event in self.events if event["type"].startswith(ACTION)][-2:]
        return [
            f"answered {answers[event['id']]} times: {event['type']} {event['id']}" for event in self.events
            if event["type"].startswith(REQUEST) and event["type"] != CANCEL and answers[event["id"]] != 1
            and not (event["type"] == PICTURE and not answers[event["id"]] and event["correlationid"] in recent)]

    def deeds(self):
        """The events and their numbers, without ids that differ between runs."""
        names = {}
        for event in self.events:
            if event["type"].startswith(ACTION):
                names[event["id"]] = f"action {len(names) + 1}"
        deeds = collections.Counter()
        for event in self.events:
            if was_to_open(event):
                deeds[f"{event['source']} opened {event['data']['url']}"] += 1
                continue
            data = json.dumps(without_image(event.get("data")), sort_keys=True, ensure_ascii=False)
            for identity, name in names.items():
                data = data.replace(f'"{identity}"', f'"{name}"')
            correlation = names.get(event.get("correlationid"), "the beginning")
            deed = f"{event['source']} {event['type']} {event.get('subject', '')} ({correlation}) "
            if '"picture"' in data or '"page"' in data:
                # The screen may appear before its image, with it, or both.
                deeds[deed + shorten(data)] = 1
            elif not depends_on_speed(event):
                deeds[deed + shorten(data)] += 1
        return deeds


def was_to_open(event):
    """A page was opened, or may have been opened before the router died."""
    return event["type"] in ("router.output.didOpenURL", "router.output.didPlay") or (
        event["type"] == "router.output.didFail" and UNSURE in event["data"]["message"])


def depends_on_speed(event):
    """Before the next command, a picture may arrive or be cancelled; both are correct. So is any progress."""
    was_cancelled = event["type"] == "interactor.output.failed" and event["data"].get("kind") == "cancelled"
    return was_cancelled or event["type"] in (CANCEL, "interactor.output.got", "interactor.output.progress")


def without_image(data):
    if isinstance(data, dict):
        return {key: without_image(value) for key, value in data.items() if key != "image"}
    return [without_image(element) for element in data] if isinstance(data, list) else data


def shorten(data):
    return data if len(data) <= 200 else f"{data[:160]}… {len(data)} characters, checksum {zlib.crc32(data.encode()):x}"


def difference(wanted, got):
    lines = difflib.unified_diff(wanted.splitlines(), got.splitlines(), "quiet", "disturbed", lineterm="", n=1)
    return [f"  {line}" for line in list(lines)[:30]]
