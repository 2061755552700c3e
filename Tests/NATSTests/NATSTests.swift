import NATSLink
import Testing

struct ConnectionSettingsTests {
    @Test(arguments: [
        ("nats://user:secret@host:4222", "host:4222"), ("host:4222", "host:4222"), ("tls://token@host", "host"),
        ("nats://a:p@ss@host:1", "host:1"),
    ])
    func `A log names servers without their users`(url: String, name: String) {
        #expect(ConnectionSettings.withoutUser(url) == name)
    }
}
