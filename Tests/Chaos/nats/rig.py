"""A server, hosts in network namespaces, and processes on them. All of it ends with this process."""

import ctypes
import json
import os
import pathlib
import signal
import subprocess
import threading

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG = 1


def _ends_with_us():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start(command, environment=None, **streams):
    """A process of its own group, which is killed when the main thread of this one ends."""
    return subprocess.Popen(
        command, env={**os.environ, **(environment or {})}, stdin=streams.pop("stdin", subprocess.DEVNULL),
        preexec_fn=_ends_with_us, process_group=0, **streams)


def descendants(pid):
    found = [pid]
    for parent in found:
        try:
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as children:
                    found += [int(child) for child in children.read().split()]
        except OSError:
            pass
    return found[1:]


def words_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as words:
            return words.read().decode(errors="replace").split("\0")
    except OSError:
        return []


def send_signal(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


class Host:
    """A network namespace with one link, or this machine."""

    def __init__(self, network=None, number=1, pid=None):
        self.network, self.number, self.pid = network, number, pid
        self.address = f"10.77.0.{number}" if network else "127.0.0.1"

    def command(self, words):
        return ["nsenter", f"--net=/proc/{self.pid}/ns/net", "--", *words] if self.network else list(words)

    def cut(self):
        self.network.set(self.number, "down")

    def heal(self):
        self.network.set(self.number, "up")

    def stop_sending(self, other):
        """What this host sends to another is lost; the other way goes on. (It sends to an address that no card has.)"""
        self._run("ip", "neighbour", "replace", other.address, "lladdr", "02:00:00:00:00:fe", "dev", "eth0", "nud", "permanent")

    def send_again(self, other):
        # Another cut of the two may have ended before.
        self._run("ip", "neighbour", "delete", other.address, "dev", "eth0", check=False)

    def _run(self, *words, check=True):
        subprocess.run(self.command(words), check=check, stderr=subprocess.DEVNULL)


class Network:
    """Hosts on a bridge in a namespace of its own."""

    SCRIPT = r"""
here=$(readlink /proc/$$/ns/net)
ip link add bridge type bridge
ip link set bridge up
echo $$
for host in $(seq "$1"); do
    unshare --net sleep infinity &
    until there=$(readlink /proc/$!/ns/net) && [ "$there" != "$here" ]; do :; done
    ip link add "port$host" type veth peer name eth0 netns $!
    ip link set "port$host" master bridge up
    nsenter --net=/proc/$!/ns/net sh -euc "ip link set lo up; ip address add 10.77.0.$host/24 dev eth0; ip link set eth0 up"
    echo $!
done
echo ready
wait
"""

    def __init__(self, count):
        self.process = start(["unshare", "--net", "sh", "-euc", self.SCRIPT, "sh", str(count)], stdout=subprocess.PIPE)
        lines = []
        for line in self.process.stdout:
            if line == b"ready\n":
                break
            lines.append(int(line))
        if len(lines) != count + 1:
            raise SystemExit("chaos: network namespaces could not be made")
        self.bridge = lines[0]
        self.hosts = [Host(self, number + 1, pid) for number, pid in enumerate(lines[1:])]

    @staticmethod
    def is_possible():
        test = ["unshare", "--net", "ip", "link", "add", "v0", "type", "veth"]
        return os.getuid() == 0 and subprocess.run(test, stderr=subprocess.DEVNULL).returncode == 0

    def set(self, number, state):
        subprocess.run(
            ["nsenter", f"--net=/proc/{self.bridge}/ns/net", "--", "ip", "link", "set", f"port{number}", state], check=True)

    def end(self):
        for host in self.hosts:
            send_signal(host.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()


class Server:
    """A nats-server without a store, whose configuration is in `folder`."""

    def __init__(self, folder, host, more=""):
        self.host, self.port = host, 4222 if host.network else -1
        self.configuration = pathlib.Path(folder, "server.conf")
        self.configuration.write_text(f'server_name: hub\n{more}\n')
        self.log = []
        self.start()

    def end(self):
        self.kill()

    @property
    def url(self):
        return f"nats://{self.host.address}:{self.port}"

    def start(self):
        command = [
            os.environ["NATS_SERVER"], "-c", str(self.configuration), "--addr", self.host.address, "-p", str(self.port)]
        self.process = start(self.host.command(command), stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            self.log.append(line)
            if "Listening for client connections on" in line:
                self.port = int(line.rsplit(":", 1)[1])
            if line.endswith("Server is ready\n"):
                break
        else:
            raise SystemExit("chaos: the server has ended: " + "".join(self.log[-5:]))
        threading.Thread(target=lambda stream: self.log.extend(stream), args=[self.process.stderr], daemon=True).start()

    def send(self, number):
        self.process.send_signal(number)

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.send_signal(signal.SIGCONT)
        self.process.wait()


class Program:
    """What has a process."""

    def kill(self):
        """It alone. The roles of a supervisor see the end of their input, and the guard kills what is left."""
        self.process.kill()
        self.process.wait()

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()


class Session(Program):
    """`viperline run` on a host; it can be killed whole, and started again."""

    def __init__(self, products, folder, host, compose, environment):
        self.folder, self.host = pathlib.Path(folder), host
        (self.folder / "runtime").mkdir(parents=True)
        (self.folder / "compose.yaml").write_text(compose)
        self.command = host.command([
            os.path.join(products, "viperline"), "run", str(self.folder / "compose.yaml"), "--log", str(self.folder / "log")])
        runtime = str(self.folder / "runtime")
        self.environment = {"XDG_RUNTIME_DIR": runtime, "TMPDIR": runtime, **environment}
        self.start()

    def start(self):
        self.process = start(self.command, self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def processes(self, *words):
        """Those of its processes whose command line has all of these words, or paths that end in them."""
        return [pid for pid in descendants(self.process.pid) if set(words) <= {os.path.basename(one) for one in words_of(pid)}]

    def status(self):
        """What `viperline ps` prints."""
        command = [self.command[-5], "ps"]
        return subprocess.run(command, env={**os.environ, **self.environment}, capture_output=True, text=True).stdout

    def log(self):
        try:
            return (self.folder / "log").read_text(errors="replace")
        except OSError:
            return ""


class Worker(Program):
    """`viperline-nats serve` on a host."""

    def __init__(self, products, folder, host, pool, options, command, environment):
        self.log_file = pathlib.Path(folder)
        serve = [os.path.join(products, "viperline-nats"), "serve", pool, *options, "--", *command]
        self.host, self.command, self.environment = host, host.command(serve), environment
        self.start()

    def start(self):
        with open(self.log_file, "a") as log:
            self.process = start(self.command, self.environment, stdout=subprocess.DEVNULL, stderr=log)

    def children(self):
        return descendants(self.process.pid)


def read_json(path):
    with open(path) as file:
        return json.load(file)
