#!/usr/bin/env python3
"""An HTTP server with the faults of real ones. Prints its port when it listens.

    upstream.py             on a port of 127.0.0.1
    upstream.py --unix PATH on a Unix socket; prints PATH
    upstream.py --tls PATH  on a port of 127.0.0.1, with TLS; the file contains its key and its certificate;
                            with --mutual, clients must present the same certificate
"""
import gzip
import json
import os
import random
import socketserver
import ssl
import sys
import threading
import time
import zlib
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

barriers = {}
counts = {}
barriers_lock = threading.Lock()
RESULT = {"trackId": 1, "trackName": "Tune", "averageUserRating": 4.5, "sellerName": "Ann"}


def barrier(size, name):
    with barriers_lock:
        return barriers.setdefault((size, name), threading.Barrier(size))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def log_message(self, *_):
        pass

    def do_GET(self):
        length = int(self.headers.get("Content-Length", 0))
        self.body = self.rfile.read(length).decode() if length else ""
        self.url = urlsplit(self.path)
        name, *self.rest = self.url.path.strip("/").split("/")
        route = getattr(self, "route_" + name.replace("-", "_"), None)
        if not route:
            return self.answer(b"no such route", status=404)
        try:
            route()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET

    def count(self, name):
        """The number of requests with this name, including this one."""
        with barriers_lock:
            counts[name] = counts.get(name, 0) + 1
            return counts[name]

    def query(self):
        return {name: values[0] for name, values in parse_qs(self.url.query).items()}

    def answer(self, body, status=200, kind="text/plain", headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD" and status != 304:
            self.wfile.write(body)

    def redirect(self, target, status=302):
        self.answer(b"elsewhere", status, headers=[("Location", target)])

    # Successful answers.

    def route_echo(self):
        seen = {"path": self.path, "method": self.command, "body": self.body, "headers": {k.lower(): v for k, v in self.headers.items()}}
        self.answer(json.dumps(seen).encode(), kind="application/json")

    def route_bytes(self):
        self.answer(b"x" * int(self.rest[0]))

    def route_noise(self):
        """/noise/NAME/SIZE?…: incompressible bytes, equal for equal URLs, cacheable for a while."""
        self.count(self.rest[0])
        body = random.Random(self.path).randbytes(int(self.rest[1]))
        self.answer(body, kind="application/octet-stream", headers=[("Cache-Control", "max-age=86400")])

    def route_binary(self):
        self.answer(b"\xff\x00\xfe", kind="application/octet-stream")

    def route_gzip(self):
        self.answer(gzip.compress(b"unpacked"), headers=[("Content-Encoding", "gzip")])

    def route_packed(self):
        """/packed/FORM[/SIZE]: bodies with unusual or invalid compression."""
        plain = b"\0" * int(self.rest[1]) if len(self.rest) > 1 else b"one "
        bare = zlib.compressobj(9, zlib.DEFLATED, -15)
        bodies = {"once": gzip.compress(plain), "twice": gzip.compress(b"one ") + gzip.compress(b"two"),
                  "padded": gzip.compress(plain) + bytes(100), "early": gzip.compress(random.randbytes(9000))[:-9],
                  "odd": gzip.compress(plain) + b"odd", "wrong": gzip.compress(plain)[:-5] + b"wrong",
                  "deflate": zlib.compress(plain), "bare": bare.compress(plain) + bare.flush(), "br": b"?",
                  "nested": gzip.compress(gzip.compress(plain)), "mixed": gzip.compress(zlib.compress(plain)),
                  "nested-early": gzip.compress(gzip.compress(random.randbytes(9000))[:-9]),
                  "deep": b"?", "none": plain, "utf-8": plain}
        coding = {"deflate": "deflate", "bare": "deflate", "br": "br", "nested": "gzip, gzip", "mixed": "deflate, gzip",
                  "nested-early": "gzip, gzip", "deep": ", ".join(["gzip"] * 5), "none": "none",
                  "utf-8": "utf-8"}.get(self.rest[0], "gzip")
        self.answer(bodies[self.rest[0]], headers=[("Content-Encoding", coding)])

    def route_packed_on_the_way(self):
        """A Transfer-Encoding that was not requested."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
        self.close_connection = True

    def route_latin(self):
        """/latin/CHARSET: a text in windows-1252, declared as CHARSET."""
        self.answer("Käse – 5 €".encode("cp1252"), kind=f"text/plain; charset={self.rest[0]}")

    def route_cookie(self):
        """Echoes the cookies, and sets one."""
        self.answer((self.headers.get("Cookie") or "none").encode(), headers=[("Set-Cookie", "seen=1")])

    def route_empty(self):
        self.answer(b"")

    def route_interim(self):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n")
        self.answer(b"final")

    def route_trailers(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Late\r\n\r\n"
                         b"4\r\nbody\r\n0\r\nX-Late: yes\r\n\r\n")

    def route_together(self):
        """/together/N/NAME answers only when N requests with that name have arrived."""
        barrier(int(self.rest[0]), self.rest[1]).wait(timeout=60)
        self.answer(b"together")

    def route_values(self):
        """/values/KIND[/NAME]: JSON values one after another; "live" sends the second one when NAME has a second request."""
        self.send_response(404 if self.rest[0] == "refused" else 200)
        self.send_header("Content-Type", "application/x-ndjson")
        if self.rest[0] == "cut":
            self.send_header("Content-Length", "1000")
        if self.rest[0] == "packed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.close_connection = True
        bodies = {"two": b'{"a": 1}\r\n\n ["\xff"]', "sequence": b'\x1e{"a":\n1}\n\x1e\x1etrue\n\x1e12', "none": b"\n\n",
                  "bad": b'{"a":1}\n{"a":\n' + b"[" * 300 + b"]" * 300 + b'\n"end"\n', "cut": b'1\n{"a":',
                  "refused": b'{"message":"no"}', "long": b"1\n" + b'"' + b"x" * 3000 + b'"\n2\n',
                  "packed": gzip.compress(b"7\n" * 100_000), "large": b'"' + b"x" * (3 << 20) + b'"\n5\n'}
        if self.rest[0] == "live":
            self.wfile.write(b"1\n")
            self.wfile.flush()
            barrier(2, self.rest[1]).wait(timeout=60)
            self.wfile.write(b"2\n")
        elif self.rest[0] == "endless":
            while True:
                self.wfile.write(b'{"n":1}\n' * 1000)
        else:
            self.wfile.write(bodies[self.rest[0]])

    # Statuses and redirects.

    def route_status(self):
        self.answer(b"refused", int(self.rest[0]))

    def route_forbidden_empty(self):
        self.answer(b"", 403)

    def route_retry_after(self):
        value = {"date": formatdate(time.time() + 100, usegmt=True)}.get(self.rest[0], self.rest[0])
        self.answer(b"later", 429, headers=[("Retry-After", value)])

    def route_flaky(self):
        """/flaky/NAME/STATUS/N?HEADER=VALUE: STATUS for the first N requests, "close" closes; "now+S" is a date."""
        name, status, failures = self.rest
        if self.count(name) > int(failures):
            return self.answer(b"recovered")
        if status == "close":
            return self.route_close()
        values = {"now+0": formatdate(time.time(), usegmt=True)}
        self.answer(b"", int(status), headers=[(k, values.get(v, v)) for k, v in self.query().items()])

    def route_page_then(self):
        """/page-then/NAME/STATUS: a page with STATUS for the first request, then another one."""
        if self.count(self.rest[0]) == 1:
            return self.answer(b"the page of a refusal", int(self.rest[1]), headers=[("Location", self.path)])
        self.answer(b"recovered")

    def route_counted(self):
        """The number of requests with NAME."""
        self.answer(str(counts.get(self.rest[0], 0)).encode())

    def route_kept(self):
        """/kept/NAME?HEADER=VALUE answers NAME and its number with these headers, or 304 if If-None-Match matches."""
        number = self.count(self.rest[0])
        headers = self.query()
        status = int(headers.pop("status", "200")) if number > 1 else 200
        if "ETag" in headers and self.headers.get("If-None-Match") == headers["ETag"] and status == 200:
            status = 304
        if "Last-Modified" in headers and self.headers.get("If-Modified-Since") == headers["Last-Modified"]:
            status = 304
        body = f"{self.rest[0]} {number}".encode()
        self.answer(body, status, headers=[*headers.items(), ("X-Number", str(number))])

    def route_shop(self):
        """/shop/lookup, like iTunes, cacheable for a while."""
        self.json({"results": [{"version": "1.2"}]}, headers=[("Cache-Control", "max-age=86400")])

    def route_redirect(self):
        """N redirects, then the echo."""
        left = int(self.rest[0])
        self.redirect("/echo" if left <= 1 else f"/redirect/{left - 1}")

    def route_redirect_loop(self):
        self.redirect("/redirect-loop")

    def route_redirect_to(self):
        self.redirect(parse_qs(self.url.query)["url"][0], int(self.query().get("status", "302")))

    # Faults.

    def route_stall(self):
        """Sends the headers, then nothing until the client disconnects."""
        self.send_response(200)
        self.send_header("Content-Length", "10")
        self.end_headers()
        self.wfile.flush()
        self.connection.settimeout(60)
        self.close_connection = True
        self.connection.recv(1)

    def route_hang(self):
        """Sends four of ten bytes, then nothing until the client disconnects."""
        self.send_response(200)
        self.send_header("Content-Length", "10")
        self.end_headers()
        self.wfile.write(b"half")
        self.wfile.flush()
        self.connection.settimeout(60)
        self.close_connection = True
        self.connection.recv(1)

    def route_framed(self):
        """/framed/KIND: responses that two readers would cut differently."""
        fields = {"twice": b"Content-Length: 2\r\nContent-Length: 5\r\n", "list": b"Content-Length: 2, 5\r\n",
                  "same": b"Content-Length: 5\r\nContent-Length: 5\r\n", "text": b"Content-Length: 5x\r\n",
                  "plus": b"Content-Length: +5\r\n", "none": b"Content-Length:\r\n", "half": b"Content-Length: 5,\r\n",
                  "huge": b"Content-Length: 99999999999999999999999\r\n", "negative": b"Content-Length: -5\r\n",
                  "many": b"Content-Length: 5\r\n" * 12000}
        self.wfile.write(b"HTTP/1.1 200 OK\r\n" + fields[self.rest[0]] + b"\r\nabcde")
        self.close_connection = True

    def route_cut(self):
        """/cut/KIND: responses that end within their header."""
        ok = b"HTTP/1.1 200 OK\r\n"
        heads = {"status": ok, "name": ok + b"Content-Ty", "length": ok + b"Content-Length: 10",
                 "coding": ok + b"Content-Encoding: gzip\r\n", "blank": ok + b"Content-Length: 0\r\n\r",
                 "redirect": b"HTTP/1.1 302 Found\r\nLocation: /bytes/1\r\n",
                 "interim": b"HTTP/1.1 103 Early Hints\r\n\r\n", "second": b"HTTP/1.1 103 Early Hints\r\n\r\n" + ok}
        self.count("cut")
        self.wfile.write(heads[self.rest[0]])
        self.close_connection = True

    def route_truncate(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"half")
        self.close_connection = True

    def route_close(self):
        self.close_connection = True

    def route_garbage(self):
        self.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")
        self.close_connection = True

    def route_bad_gzip(self):
        self.answer(b"this was never packed", headers=[("Content-Encoding", "gzip")])

    def route_gzip_bomb(self):
        self.answer(gzip.compress(b"\0" * (64 << 20), 9), headers=[("Content-Encoding", "gzip")])

    def route_endless(self):
        self.send_response(200)
        self.end_headers()
        self.close_connection = True
        while True:
            self.wfile.write(b"x" * 65536)

    def route_headers_flood(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        self.close_connection = True
        for number in range(100_000):
            self.wfile.write(b"X-Flood-%d: %s\r\n" % (number, b"x" * 1000))

    def route_long_header(self):
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * (1 << 20) + b"\r\n\r\n")

    # Like the iTunes API: /itunes/search and /itunes/lookup; the term chooses the fault.

    def route_itunes(self):
        query = parse_qs(self.url.query)
        term = query.get("term", [""])[0]
        limit = int(query.get("limit", ["1"])[0])
        if term == "limited":
            return self.answer(b"", 403)
        if term == "broken":
            return self.answer(b"<html>", 500)
        if term == "prose":
            return self.answer(b"not JSON")
        results = [dict(RESULT, trackId=n + 1, trackName=f"{term or 'Tune'} {n + 1}") for n in range(limit)]
        if "id" in query:
            results = [dict(RESULT, trackId=int(i)) for i in query["id"][0].split(",") if i != "404"]
        body = b"\n\n\n" + json.dumps({"resultCount": len(results), "results": results}).encode()
        self.answer(body, kind="text/javascript; charset=utf-8")

    # Like GitHub's search, 3 pages of any term; the term chooses the fault.

    def route_github(self):
        query = parse_qs(self.url.query)
        term, page = query.get("q", [""])[0], int(query.get("page", ["1"])[0])
        limit = int(query.get("per_page", ["30"])[0])
        if term == "limited":
            headers = [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", str(int(time.time()) + 100))]
            return self.json({"message": "API rate limit exceeded"}, 403, headers)
        if term == "wrong":
            errors = [{"resource": "Search", "field": "q", "code": "invalid"}]
            return self.json({"message": "Validation Failed", "errors": errors}, 422)
        items = [{"id": n, "full_name": f"{term}/{n}", "html_url": f"https://github.invalid/{term}/{n}",
                  "stargazers_count": n} for n in range((page - 1) * limit + 1, page * limit + 1)]
        url = f"http://{self.headers['Host']}{self.url.path}?q={term}&per_page={limit}&page="
        links = [("Link", f'<{url}{page + 1}>; rel="next", <{url}3>; rel="last"')] if page < 3 else []
        self.json({"total_count": 3 * limit, "incomplete_results": False, "items": items}, headers=links)

    # Like the YouTube Data API: a playlist with 3 pages. Other playlists are faults, most of which echo the request.

    def route_youtube(self):
        query = parse_qs(self.url.query)
        playlist, key = query.get("playlistId", ["PL"])[0], query.get("key", [""])[0]
        if playlist.startswith("/"):
            # The fault of another route.
            name, *self.rest = playlist.strip("/").split("/")
            return getattr(self, "route_" + name.replace("-", "_"))()
        if playlist == "echo-400":
            return self.youtube_error(400, "badRequest", "x" * 560 + f" in http://{self.headers['Host']}{self.path}")
        if playlist == "echo-items":
            playlist = f"{key} {self.path}"
        elif playlist.startswith("echo-"):
            reason = playlist.removeprefix("echo-")
            status = {"playlistNotFound": 404}.get(reason, 403)
            return self.youtube_error(status, reason, f"The key {key} of <a href='{self.path}'>this</a> is refused")
        targets = {"to-other-host": f"http://{key}.invalid/?key={key}", "to-scheme": f"{key}:{self.path}",
                   "to-port": f"http://127.0.0.1:1{self.path}", "to-nothing": f"http://?{key}",
                   "to-refusal": f"/status/404/{key}?{key}", "to-loop": f"http://{self.headers['Host']}{self.path}"}
        if playlist in targets:
            return self.redirect(targets[playlist])
        page = int(query.get("pageToken", ["1"])[0])
        snippet = {"title": f"{playlist} {page}", "thumbnails": {"default": {"url": "https://i.invalid/1"}}}
        gone = {"title": "Deleted video", "thumbnails": {}}
        items = [{"id": f"v{page}", "snippet": snippet, "contentDetails": {"videoId": f"v{page}"}}, {"snippet": gone}]
        body = {"items": items, "pageInfo": {"totalResults": 6}}
        following = 2 if playlist == "circle" else page + 1
        self.json(dict(body, nextPageToken=str(following)) if following <= 3 else body)

    def youtube_error(self, status, reason, message):
        errors = [{"domain": "test", "reason": reason, "message": message}]
        self.json({"error": {"code": status, "message": message, "errors": errors}}, status)

    def json(self, value, status=200, headers=()):
        self.answer(json.dumps(value).encode(), status, "application/json; charset=utf-8", headers)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_):
        """In many routes, the client disconnects early on purpose."""


class UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def get_request(self):
        request, _ = super().get_request()
        return request, ("unix", 0)

    def handle_error(self, *_):
        pass


if sys.argv[1:2] == ["--unix"]:
    if os.path.exists(sys.argv[2]):
        os.unlink(sys.argv[2])
    server = UnixServer(sys.argv[2], Handler)
    print(sys.argv[2], flush=True)
else:
    server = Server(("127.0.0.1", 0), Handler)
    if sys.argv[1:2] == ["--tls"]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        if "--mutual" in sys.argv:
            context.load_verify_locations(sys.argv[2])
            context.verify_mode = ssl.CERT_REQUIRED
        # The TLS handshake happens when the request is read, so that a client that refuses it blocks no other.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_address[1], flush=True)
# The parent holds the other end of stdin; when that closes, the server ends.
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
