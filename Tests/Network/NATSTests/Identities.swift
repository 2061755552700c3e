import TestSupport

/// Certificates, keys and a JWT for tests, and servers that ask for them. openssl(1) makes the keys.
final class Identities {
    let folder: TemporaryFolder
    /// Of `user`. There are `one`, `two` and `worker` besides.
    let publicKey: String
    /// Of `alice`, and in no other test.
    let password: String

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.certificates, to: "certificates.sh")
        try folder.write(Self.keys, to: "keys.py")
        for command in [["sh", "-eu", "certificates.sh"], ["python3", "-B", "keys.py"]] {
            let made = try Command.run(command, folder: folder.path)
            guard made.status == 0 else { throw NATSServer.Failure.ended(log: made.diagnostics) }
        }
        publicKey = try folder.text(of: "user.public")
        password = "p4ss-\(publicKey.suffix(12))"
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// The options of `viperline-nats permissions` for the keys of these hosts.
    func options(_ keys: KeyValuePairs<String, String>) throws -> [String] {
        try keys.flatMap { host, key in ["--nkey", "\(host)=\(try folder.text(of: key + ".public"))"] }
    }

    /// A server whose configuration may name our files and keys.
    func server(_ configuration: String) throws -> NATSServer {
        try NATSServer(
            configuration: configuration.replacing("KEYS", with: folder.path).replacing("PUBLIC", with: publicKey)
                .replacing("PASSWORD", with: password))
    }

    /// A CA and what it has signed; `wrong.pem` is another CA. The server's certificate is for `localhost`, not for its address.
    private static let certificates = """
        ca() {
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.pem" -subj "/CN=$1" -days 2
        }
        sign() {
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.request" -subj "/CN=$1"
            echo "subjectAltName=DNS:localhost" >names
            openssl x509 -req -in "$1.request" -CA ca.pem -CAkey ca.key -CAcreateserial -out "$1.pem" -days "$2" -extfile names
            chmod 600 "$1.key"
        }
        ca ca
        ca wrong
        sign server 2
        sign client 2
        sign expired -1
        """

    /// An NKey's seed is base32 of its kind, 32 bytes and a CRC; a JWT is signed by the key of whoever issues it.
    private static let keys = """
        import base64, json, os, subprocess
        def crc(data):
            crc = 0
            for byte in data:
                crc ^= byte << 8
                for _ in range(8):
                    crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
            return crc.to_bytes(2, "little")
        def base32(data):
            return base64.b32encode(data + crc(data)).decode().rstrip("=")
        def base64url(data):
            return base64.urlsafe_b64encode(data).decode().rstrip("=")
        def openssl(*words):
            return subprocess.run(["openssl", *words], capture_output=True, check=True).stdout
        class Key:
            kinds = {"user": 20 << 3, "account": 0, "operator": 14 << 3}
            def __init__(self, kind, name):
                self.file = name + ".nkey.pem"
                openssl("genpkey", "-algorithm", "ed25519", "-out", self.file)
                seed, public = (openssl("pkey", "-in", self.file, "-outform", "DER", *more)[-32:] for more in ([], ["-pubout"]))
                first = self.kinds[kind]
                self.seed = base32(bytes([18 << 3 | first >> 5, (first & 31) << 3]) + seed)
                self.public = base32(bytes([first]) + public)
            def sign(self, subject, claims):
                claims = {"jti": "x", "iat": 1, "iss": self.public, "sub": subject, "nats": claims | {"version": 2}}
                text = ".".join(base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ed25519-nkey"}, claims))
                write("text", text)
                return text + "." + base64url(openssl("pkeyutl", "-sign", "-inkey", self.file, "-rawin", "-in", "text"))
        def write(name, text):
            with open(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(text)
        def block(kind, text):
            return f"-----BEGIN {kind}-----\\n{text}\\n------END {kind}------\\n\\n"
        for name in ("one", "two", "worker", "user"):
            user = Key("user", name)
            write(name + ".public", user.public)
            write(name + ".seed", f"{user.seed}\\n{user.public}\\n")
        account, operator = (Key(kind, kind) for kind in ("account", "operator"))
        limits = {name: -1 for name in ("subs", "data", "payload", "imports", "exports", "conn", "leaf")} | {"wildcards": True}
        owner = operator.sign(account.public, {"type": "account", "limits": limits})
        holder = account.sign(user.public, {"type": "user", "subs": -1, "data": -1, "payload": -1})
        write("user.creds", block("NATS USER JWT", holder) + block("USER NKEY SEED", user.seed))
        write("operator.conf", f"operator: {operator.sign(operator.public, {'type': 'operator'})}\\nresolver: MEMORY\\n"
              f"resolver_preload {{ {account.public}: {owner} }}\\n")
        """
}
