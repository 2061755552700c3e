import NATSLink
import TestSupport
import Testing

struct ConnectionSettingsTests {
    @Test(arguments: [
        ("nats://user:secret@host:4222", "host:4222"), ("host:4222", "host:4222"), ("tls://token@host", "host"),
        ("nats://a:p@ss@host:1", "host:1"),
    ])
    func `A log names servers without their users`(url: String, name: String) {
        expect(ConnectionSettings.withoutUser(url), equals: name)
    }

    @Test(arguments: [
        ("nats://user:secret@host:4222", true), ("TLS://host", true), ("host", true), ("host:1", true),
        ("[::1]:4222", true), ("nats://[::1]", true), ("", false), ("nats://", false), ("nats://user@", false),
        ("http://host", false), ("nats://host:0", false), ("nats://host:65536", false), ("nats://host:x", false),
        ("nats://host/path", false), (":4222", false), (String(repeating: "h", count: 600), false),
    ])
    func `A server is a host with or without a port`(text: String, isURL: Bool) {
        expect(ConnectionSettings.isURL(text), equals: isURL)
    }

    @Test func `A certificate or a tls URL means TLS`() {
        var settings = ConnectionSettings()
        #expect(!settings.wantsTLS)
        settings.servers = ["nats://a", "TLS://b"]
        #expect(settings.wantsTLS)
        settings.servers = []
        settings.certificateAuthority = "ca.pem"
        #expect(settings.wantsTLS)
    }
}

struct LostOutputTests {
    /// Regression: the program opened its stdout once more, which a closed one permits.
    @Test func `A status that nobody can get ends the program`() throws {
        let folder = try TemporaryFolder()
        let command = "mkfifo in; timeout 20 '\(Products.executable("viperline-nats"))' call fetch <>in >&-"
        let result = try Command.run(
            ["sh", "-c", command], environment: ["NATS_URL": "nats://127.0.0.1:1", "VIPERLINE_SERVICE": "x"],
            folder: folder.path)
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "the stream is closed")
    }
}
