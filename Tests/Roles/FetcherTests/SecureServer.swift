import Foundation
import TestSupport

/// Programs that these tests need; the Debian packages have the same names (or nginx-light).
enum Installed {
    static let openssl = has("openssl")
    static let nginx = has("nginx")

    private static func has(_ program: String) -> Bool {
        (try? Command.run(["sh", "-c", "PATH=$PATH:/usr/sbin; command -v \(program)"]).status) == 0
    }
}

/// A self-signed certificate for 127.0.0.1, made by openssl.
struct Certificate {
    /// Path of a file with the key and the certificate.
    let path: String

    enum Failure: Error { case notMade(String) }

    init(in folder: TemporaryFolder) throws {
        path = folder.path + "/certificate.pem"
        let script = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1 \
                -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out only.pem && cat key.pem only.pem > \(path)
            """
        let made = try Command.run(["sh", "-c", script], folder: folder.path)
        guard made.status == 0 else { throw Failure.notMade(made.diagnostics) }
    }
}

/// An nginx with HTTP/2 that answers every request with its connection's number; it runs as long as this value exists.
final class HTTP2Server {
    let base: String
    private let process = Process()
    private let leash = Pipe()

    init(_ certificate: Certificate, in folder: TemporaryFolder) throws {
        let port = try Self.freePort()
        base = "https://127.0.0.1:\(port)"
        try folder.write(
            """
            daemon off;
            pid \(folder.path)/nginx.pid;
            error_log \(folder.path)/error.log;
            events {}
            http {
              access_log off;
              server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(certificate.path);
                ssl_certificate_key \(certificate.path);
                location / { return 200 $connection; }
              }
            }
            """, to: "nginx.conf")
        // nginx ends when its leash closes, so even if the test run is killed.
        let script = #"PATH=$PATH:/usr/sbin; nginx -e "$0/error.log" -p "$0" -c "$0/nginx.conf" & cat; kill $!; wait"#
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, folder.path]
        process.standardInput = leash
        try process.run()
    }

    deinit {
        try? leash.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static func freePort() throws -> Int {
        let script = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
        return Int(try Command.run(["python3", "-c", script]).lines[0]) ?? 0
    }
}
