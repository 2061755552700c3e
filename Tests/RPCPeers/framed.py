"""A connection whose messages have a Content-Length, for scripted clients of language servers and debug adapters."""
import json
import queue
import subprocess
import threading


class Connection:
    def __init__(self, command, folder):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
        self.messages = queue.Queue()
        self.kept = []
        threading.Thread(target=self.read, daemon=True).start()

    def send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                return self.messages.put(None)
            self.messages.put(json.loads(stream.read(length)))

    def wait(self, wanted, answer):
        """The first message that is wanted; `answer` gets the others."""
        for index, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(index)
        while True:
            message = self.messages.get(timeout=60)
            if message is None:
                raise SystemExit("the server has ended")
            answer(message)
            if wanted(message):
                return message
            self.kept.append(message)

    def end(self):
        self.process.stdin.close()
        # As long as for an answer: a client that kills what is about to end leaves a recording without an end.
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("the server did not end within 60 s")
