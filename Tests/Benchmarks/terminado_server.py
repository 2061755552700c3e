"""A terminal in a page: runs a command for each page (terminado), and shows its terminal with xterm.js.

usage: terminado_server.py FOLDER-OF-XTERM COMMAND...; prints its port. The page notes when what was typed, or the first screen, has
been painted; the first screen is the first one that has the text behind the address's `#`.
"""
import sys

import tornado.ioloop
import tornado.netutil
import tornado.httpserver
import tornado.web
from terminado import TermSocket, UniqueTermManager

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Terminal</title><link rel="stylesheet" href="/xterm/css/xterm.css">
<script src="/xterm/js/xterm.js"></script></head><body><div id="terminal"></div><script>
let pressed = null, painted = [], first = null, shown = "";
addEventListener("keydown", e => pressed = e.timeStamp, true);
const wanted = decodeURIComponent(location.hash.slice(1));
const text = () => Array.from({ length: 24 }, (_, n) => terminal.buffer.active.getLine(n).translateToString(true)).join("");
const socket = new WebSocket("ws://" + location.host + "/terminal");
const terminal = new Terminal({ cols: 80, rows: 24 });
terminal.open(document.getElementById("terminal"));
terminal.onData(text => socket.send(JSON.stringify(["stdin", text])));
terminal.onRender(() => {
  const now = text(), start = pressed, isFirst = first === null && now.trim() && now.includes(wanted);
  if (now == shown) return;
  [shown, pressed] = [now, null];
  const after = new MessageChannel();
  after.port1.onmessage = () => {
    if (isFirst) first = performance.timeOrigin + performance.now();
    if (start !== null) painted.push(performance.now() - start);
  };
  after.port2.postMessage(0);
});
socket.onopen = () => { socket.send(JSON.stringify(["set_size", 24, 80, 480, 640])); terminal.focus(); };
socket.onmessage = e => { const [kind, text] = JSON.parse(e.data); if (kind == "stdout") terminal.write(text); };
</script></body></html>"""


class Page(tornado.web.RequestHandler):
    def get(self):
        self.write(PAGE)


manager = UniqueTermManager(shell_command=sys.argv[2:])
application = tornado.web.Application(
    [("/", Page), ("/terminal", TermSocket, {"term_manager": manager}),
     ("/xterm/(.*)", tornado.web.StaticFileHandler, {"path": sys.argv[1]})], compress_response=True)
sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
server = tornado.httpserver.HTTPServer(application)
server.add_sockets(sockets)
print(sockets[0].getsockname()[1], flush=True)
tornado.ioloop.IOLoop.current().start()
