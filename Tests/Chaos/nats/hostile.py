"""A client with a host's own permissions that means harm, for SECONDS: it subscribes to all that the host may receive, and replays, forges,
floods, and has the server deliver to others what the host may receive. At its end it prints what it has done.

PERMISSIONS is a file with the lists that the server got: {"publish": [...], "subscribe": [...]}.
"""

import collections
import json
import random
import re
import socket
import sys
import time

address, user, password, permissions, seed, seconds = sys.argv[1:7]
with open(permissions) as file:
    allowed = json.load(file)
dice, end = random.Random(int(seed)), time.monotonic() + float(seconds)
memory, done = collections.deque(maxlen=2000), collections.Counter()
NUMBERS = ("0", "1", "-1", "4294967296", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "", "x")


#: What looks like a host's name, and its own names.
NAMES = re.compile(rb"\b[a-z]+_[a-z]+\b")
OWN = {name for subject in allowed["publish"] for name in NAMES.findall(subject.encode()) if name.startswith(user.encode())}


class Message(collections.namedtuple("Message", "subject reply head body")):
    """As it came; the head has the status line and its end."""


def may_publish(subject):
    words = subject.split(".")
    for pattern in allowed["publish"]:
        parts = pattern.split(".")
        if parts[-1] == ">" and len(words) >= len(parts):
            parts, these = parts[:-1], words[:len(parts) - 1]
        else:
            these = words
        if len(parts) == len(these) and all(part in ("*", word) for part, word in zip(parts, these)):
            return True
    return False


def any_subject(wanted=""):
    """One that the host may publish, with words that it has seen in the place of wildcards."""
    words = [word for one in list(memory)[-50:] for word in one.subject.split(".")] or ["x"]
    patterns = [one for one in allowed["publish"] if wanted in one] or allowed["publish"]
    return ".".join(dice.choice(words) if word in ("*", ">") else word for word in dice.choice(patterns).split("."))


def some(attribute):
    """A subject or a reply that it has seen."""
    found = [value for one in memory if (value := getattr(one, attribute))]
    return dice.choice(found) if found else "_INBOX.x"


def forged(text):
    """The same with some of its numbers changed, or with a name of its own in the place of another's."""
    if dice.random() < 0.3:
        for theirs, own in ((theirs, own) for theirs in NAMES.findall(text) for own in OWN if own != theirs):
            text = text.replace(theirs, own)
    places = list(re.finditer(rb"-?\d+", text))
    for place in reversed(dice.sample(places, min(len(places), dice.randint(1, 3)))):
        number = dice.choice((*NUMBERS, str(int(place[0]) + dice.choice((-1, 1, 1000)))))
        text = text[:place.start()] + number.encode() + text[place.end():]
    return text


class Link:
    def __init__(self):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=5)
        self.unread = b""
        self.send(b"CONNECT " + json.dumps({"verbose": False, "pedantic": False, "headers": True, "user": user, "pass": password}).encode()
                  + b"\r\n" + b"".join(f"SUB {subject} {number}\r\n".encode() for number, subject in enumerate(allowed["subscribe"])))
        self.socket.setblocking(False)

    def send(self, data):
        self.socket.settimeout(5)
        self.socket.sendall(data)
        self.socket.setblocking(False)

    def publish(self, subject, body=b"", head=b"", reply=""):
        first = f"{subject} {reply} ".replace("  ", " ")
        if head:
            self.send(f"HPUB {first}{len(head)} {len(head) + len(body)}\r\n".encode() + head + body + b"\r\n")
        else:
            self.send(f"PUB {first}{len(body)}\r\n".encode() + body + b"\r\n")

    def read(self):
        """Keeps what has come."""
        try:
            while chunk := self.socket.recv(1 << 16):
                self.unread += chunk
            raise ConnectionError("closed")
        except BlockingIOError:
            pass
        while (feed := self.unread.find(b"\r\n")) >= 0:
            words = self.unread[:feed].decode(errors="replace").split()
            if not words or words[0] not in ("MSG", "HMSG"):
                if words[:1] == ["PING"]:
                    self.send(b"PONG\r\n")
                if words[:1] == ["-ERR"]:
                    done["refused"] += 1
                self.unread = self.unread[feed + 2:]
                continue
            count, sizes = int(words[-1]), 2 if words[0] == "HMSG" else 1
            if len(self.unread) < feed + 4 + count:
                return
            text, self.unread = self.unread[feed + 2:feed + 2 + count], self.unread[feed + 4 + count:]
            cut = int(words[-2]) if sizes == 2 else 0
            names = words[1:-sizes]
            memory.append(Message(names[0], names[2] if len(names) > 2 else "", text[:cut], text[cut:]))
            done["received"] += 1


def replay(link):
    one = dice.choice(memory)
    link.publish(one.subject if may_publish(one.subject) else any_subject(), one.body, one.head, dice.choice(("", some("reply"))))


def forge(link):
    one = dice.choice(memory)
    subject = one.subject if may_publish(one.subject) and dice.random() < 0.7 else any_subject()
    # The length of a head is in its frame, not in it.
    link.publish(subject, dice.choice((one.body, forged(one.body), b"null", b"\xff\x00{")), forged(one.head) if one.head else b"")


def impersonate(link):
    """Tells of itself what others tell, with its own name in the place of theirs."""
    last = {one.subject: one for one in memory}
    places = collections.defaultdict(list)
    for one in last.values():
        places[one.subject.rpartition(".")[0]].append(one)
    own = [subject for subject in allowed["publish"] if "*" not in subject and subject.rpartition(".")[0] in places]
    if not own:
        return
    subject = dice.choice(own)
    others = places[subject.rpartition(".")[0]]
    body = dice.choice(others).body
    try:
        data = [json.loads(one.body) for one in others]
        body = json.dumps({key: dice.choice([one[key] for one in data if key in one]) for key in data[0]}).encode()
    except (ValueError, TypeError, AttributeError):
        pass
    link.publish(subject, NAMES.sub(subject.rpartition(".")[2].encode(), body))


def flood(link):
    subject, body = any_subject("vl."), b'{"type":"' + b"x" * 60_000 + b'"}'
    for _ in range(dice.randint(20, 150)):
        link.publish(subject, body, reply=dice.choice(("", some("reply"))))
        link.read()


def steer(link):
    """Has others answer others."""
    one = dice.choice(memory)
    link.publish(any_subject(), one.body, one.head, reply=some(dice.choice(("subject", "reply"))))


def poison(link):
    status = dice.choice((b"503", b"404", b"408", b"409 Consumer Deleted", b"100 Idle Heartbeat"))
    link.publish(any_subject(), b"", b"NATS/1.0 " + status + b"\r\n\r\n", dice.choice(("", some("reply"))))


link, actions = None, (replay, replay, forge, forge, forge, impersonate, impersonate, flood, steer, steer, poison)
while time.monotonic() < end:
    try:
        link = link or Link()
        link.read()
        action = dice.choice(actions)
        if memory or action in (flood, poison):
            action(link)
            done[action.__name__] += 1
        time.sleep(dice.choice((0, 0.001, 0.01)))
    except OSError:
        # It is refused or too slow; it comes again.
        link = None
        done["connections"] += 1
        time.sleep(0.1)
print(json.dumps(done))
