import Foundation
import TestSupport

/// A client that sends anything to a server, by the plain protocol.
struct RawClient {
    enum Identity {
        case user(String, password: String)
        /// The private key's PEM and the public key.
        case nkey(String, String)

        fileprivate var words: [String] {
            switch self {
            case .user(let name, let password): ["user", name, password]
            case .nkey(let file, let key): ["nkey", file, key]
            }
        }
    }

    let server: NATSServer
    let identity: Identity

    /// What becomes of `PUB SUBJECT`, also with a text behind it, `SUB SUBJECT` and `POISON SUBJECT`, one after the other: `refused` or `allowed`. Of
    /// `ASK INBOX SUBJECT JSON`, the answer, behind its headers if it has any. A poison looks like the server's word that nobody receives a request.
    func say(_ commands: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(Self.program, to: "client.py")
        let address = String(server.url.dropFirst("nats://".count))
        let result = try Command.run(["python3", "\(folder.path)/client.py", address] + identity.words + commands)
        return result.lines.isEmpty ? [result.diagnostics] : result.lines
    }

    func refuses(_ command: String) throws -> Bool { try say([command]) == ["refused"] }

    /// Those of the commands that are allowed.
    func allowed(_ commands: [String]) throws -> [String] {
        let answers = try say(commands)
        guard answers.count == commands.count else { return answers }
        return zip(commands, answers).filter { $1 != "refused" }.map(\.0)
    }

    private static let program = """
        import base64, json, socket, subprocess, sys, tempfile
        host, port = sys.argv[1].split(":")
        link = socket.create_connection((host, int(port)), timeout=10)
        server = link.makefile("rb")
        nonce = json.loads(server.readline()[5:]).get("nonce", "")
        def sign(key):
            with tempfile.NamedTemporaryFile() as file:
                file.write(nonce.encode())
                file.flush()
                words = ["openssl", "pkeyutl", "-sign", "-inkey", key, "-rawin", "-in", file.name]
                return base64.urlsafe_b64encode(subprocess.run(words, capture_output=True, check=True).stdout).decode().rstrip("=")
        def ask(command):
            link.sendall((command + "PING\\r\\n").encode())
            refused = False
            while True:
                line = server.readline()
                refused = refused or line.startswith(b"-ERR 'Permissions Violation")
                if not line or line.startswith(b"-ERR 'Auth"):
                    sys.exit("the server lets us not in: " + repr(line))
                if line.startswith(b"PONG"):
                    return refused
        kind, name, secret = sys.argv[2:5]
        who = {"user": name, "pass": secret} if kind == "user" else {"nkey": secret, "sig": sign(name)}
        ask("CONNECT " + json.dumps(who | {"verbose": False, "pedantic": False, "headers": True}) + "\\r\\n")
        for number, command in enumerate(sys.argv[5:]):
            kind, *words = command.split(" ", 3)
            if kind == "ASK":
                inbox, subject, text = words
                link.sendall(f"SUB {inbox} {number}\\r\\nUNSUB {number} 1\\r\\nPUB {subject} {inbox} {len(text)}\\r\\n{text}\\r\\n".encode())
                while not (line := server.readline()).startswith((b"MSG", b"HMSG")):
                    if not line or line.startswith(b"-ERR"):
                        break
                if line.startswith(b"HMSG"):
                    line = b" ".join(server.read(int(line.split()[-1])).split())
                    server.readline()
                print((server.readline() if line.startswith(b"MSG") else line).decode().strip())
                continue
            subject, body = words[0], " ".join(words[1:])
            status = "NATS/1.0 503\\r\\n\\r\\n"
            text = {
                "PUB": f"PUB {subject} {len(body)}\\r\\n{body}\\r\\n", "SUB": f"SUB {subject} {number}\\r\\n",
                "POISON": f"HPUB {subject} {len(status)} {len(status)}\\r\\n{status}\\r\\n",
            }[kind]
            print("refused" if ask(text) else "allowed")
        """
}
