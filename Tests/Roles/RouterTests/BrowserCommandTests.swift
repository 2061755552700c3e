import TestSupport
import Testing
import URLOpening

@Suite struct BrowserCommandTests {
    @Test(arguments: [
        ("firefox", [["firefox", "https://a.example/?x=1"]]),
        ("firefox --new-tab", [["firefox", "--new-tab", "https://a.example/?x=1"]]),
        ("open -u %s -f", [["open", "-u", "https://a.example/?x=1", "-f"]]),
        ("x --url=%s", [["x", "--url=https://a.example/?x=1"]]),
        ("x 100%% %", [["x", "100%", "%", "https://a.example/?x=1"]]),
        ("a:b %s", [["a", "https://a.example/?x=1"], ["b", "https://a.example/?x=1"]]),
        (": :a", [["a", "https://a.example/?x=1"]]),
        ("", []),
    ])
    func fillsIn(_ variable: String, arguments: [[String]]) throws {
        let url = try WebURL("https://a.example/?x=1")
        expect(BrowserCommand.alternatives(in: variable).map { $0.arguments(for: url) }, equals: arguments)
    }
}
