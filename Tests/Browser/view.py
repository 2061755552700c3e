"""viperline-web without a session: a test is presenter and router, and reads what the view reports."""
import contextlib
import http.client
import json
import os
import re
import socket
import subprocess
import threading

from browser import wait


class View:
    def __init__(self, programs, *arguments, environment=None, folder=None):
        self.printed, self.reported = [], []
        reader, writer = os.pipe()  # descriptor 4, where the address is printed
        # Descriptor 3, the session's own input, is closed.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$0" "$@" 3<&- 4>&{writer}', f"{programs}/viperline-web", *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, pass_fds=[writer], text=True, cwd=folder, env={**os.environ, **(environment or {})})
        os.close(writer)
        threading.Thread(target=self.listen, args=(self.process.stdout, self.reported), daemon=True).start()
        threading.Thread(target=self.listen, args=(os.fdopen(reader), self.printed), daemon=True).start()

    @staticmethod
    def listen(stream, lines):
        for line in stream:
            lines.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(60)

    def url(self, number=0):
        """The address that was printed."""
        return re.search(r"http\S+", wait(lambda: self.printed[number:] and self.printed[number]))[0]

    @property
    def events(self):
        return [json.loads(line) for line in list(self.reported)]

    def await_event(self, type, count=1):
        """The last event of a type, when there are so many."""
        return wait(lambda: (found := [e for e in self.events if e["type"] == type])[count - 1:] and found[count - 1])

    def send(self, type, data, subject=None, correlation="x"):
        event = {"specversion": "1.0", "type": type, "source": "test", "id": f"test-{os.urandom(6).hex()}",
                 "correlationid": correlation, "data": data}
        if subject:
            event["subject"] = subject
        self.process.stdin.write(json.dumps(event) + "\n")
        self.process.stdin.flush()

    def navigate(self, *scenes, presentation=None, correlation="x"):
        stack = [{"scene": scene, "name": "test", "parameters": {}} for scene in scenes]
        if presentation:
            stack[-1]["presentation"] = presentation
        self.send("router.output.didNavigate", {"stack": stack}, correlation=correlation)

    def show(self, screen, scene="s-1", correlation="x"):
        self.send("view.input.show", {"screen": screen}, scene, correlation)


class Client:
    """Plain HTTP, with any header."""

    def __init__(self, url):
        self.host, self.port, self.token = re.match(r"http://([^/:]+):(\d+)/\?token=(\w+)", url).groups()
        self.origin = f"http://{self.host}:{self.port}"
        self.cookie = None

    def ask(self, method, path, body=None, **headers):
        """Status, headers, body. A header of None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=60)
        all = {"Host": f"{self.host}:{self.port}", "Origin": self.origin, "Sec-Fetch-Site": "same-origin", "X-Viperline": "1",
               "Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded" if body is not None else None}
        all.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in all.items():
            if value is not None:
                connection.putheader(name, value)
        data = body.encode() if isinstance(body, str) else body
        if data is not None:
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders()
        if data:
            # A request that is refused before its body is there may be answered while the body is still sent.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.send(data)
        answer = connection.getresponse()
        try:
            return answer.status, answer.headers, (b"" if answer.headers.get_content_type() == "text/event-stream" else answer.read())
        finally:
            connection.close()

    def status(self, head, body=b""):
        """The status of the first answer to a request as it is written; 0 if there is none. {host} and {all} (all credentials) are filled in."""
        credentials = f"Cookie: {self.cookie}\r\nOrigin: {self.origin}\r\nSec-Fetch-Site: same-origin\r\nX-Viperline: 1\r\n"
        text = head.replace("{all}", credentials).replace("{host}", f"{self.host}:{self.port}")
        with socket.create_connection(("127.0.0.1", int(self.port)), timeout=60) as connection:
            connection.sendall(text.encode("latin-1") + b"\r\n" + body)
            answer = connection.recv(65536)
        return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else 0

    def enter(self):
        """Spends the token."""
        status, headers, _ = self.ask("GET", f"/?token={self.token}")
        assert status == 303 and headers["Location"] == "./", status
        self.cookie = headers["Set-Cookie"].split(";")[0]
        return headers["Set-Cookie"]
