import JSON
import JSONRPC
import TestSupport
import Testing

/// Streams of messages, in both framings.
@Suite struct FrameReaderTests {
    /// The items as short texts: a message, `~` and its wrapping, noise with its problem.
    private func read(_ pieces: [[UInt8]], _ framing: Framing?, longest: Int = 100) -> [String] {
        var reader = FrameReader(framing: framing, longest: longest)
        var found: [String] = []
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        func note(_ item: FrameReader.Item) {
            switch item {
            case .message(let bytes, [0x0D]): found.append(text(bytes) + "~CR")
            case .message(let bytes, _): found.append(text(bytes))
            case .tooLong(let length): found.append("too long: \(length)")
            case .noise(let bytes, let problem): found.append("noise \(text(bytes).prefix(20)): \(problem)")
            }
        }
        for piece in pieces {
            reader.append(piece)
            while let item = reader.next() { note(item) }
        }
        if let item = reader.last() { note(item) }
        return found
    }

    private static let long = String(repeating: "x", count: 101)
    private static let stray = "a line is neither a message nor a header"
    private static let cut = "the stream ended in the middle of a message"

    static let streams: [(framing: Framing?, stream: String, items: [String])] = [
        (.headers, "Content-Length: 2\r\n\r\n{}", ["{}"]),
        (nil, "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", ["", "1"]),
        (nil, "content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}", ["{}"]),
        (nil, "Content-Type: a\r\nX-More: b\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
        (nil, "Content-Length: 2\n\n{}Content-Length: 1\n\n5", ["{}", "5"]),
        // The length counts bytes.
        (nil, "Content-Length: 4\r\n\r\n\"é\"Content-Length: 1\r\n\r\n5", ["\"é\"", "5"]),
        (nil, "Content-Length: 101\r\n\r\n\(long)Content-Length: 1\r\n\r\n5", ["too long: 101", "5"]),
        (nil, "Content-Length: 9223372036854775807\r\n\r\nxyz", ["too long: 9223372036854775807", "noise : \(cut)"]),
        (nil, "Content-Length: 5\r\n\r\nabc", ["noise abc: \(cut)"]),
        (nil, "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
        (nil, "Content-Len", ["noise Content-Len: \(cut)"]),
        (nil, "", []), (nil, "\n \n\r\n", []),
        (nil, "Content-Type: a\r\n\r\n", ["noise Content-Type: a: a header has no Content-Length"]),
        (nil, "Content-Length: 2x\r\n\r\n", ["noise Content-Length: 2x: \"2x\" is not a valid Content-Length"]),
        (nil, "Content-Length: -1\r\n\r\n", ["noise Content-Length: -1: \"-1\" is not a valid Content-Length"]),
        (nil, "Content-Length: ٢\r\n\r\n", ["noise Content-Length: ٢: \"٢\" is not a valid Content-Length"]),
        (
            nil, "Content-Length: 99999999999999999999\r\n\r\n",
            ["noise Content-Length: 9999: \"99999999999999999999\" is not a valid Content-Length"]
        ),
        (
            nil, "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
            ["noise Content-Length: 1\r\nCo: \"2\" is not a valid Content-Length"]
        ),
        // After noise, the next header is found.
        (.headers, "starting…\nContent-Length: 2\r\n\r\n{}", ["noise starting…: \(stray)", "{}"]),
        (nil, "Connecting to a:1\nContent-Length: 2\r\n\r\n{}", ["noise Connecting to a:1: \(stray)", "{}"]),
        (.lines, "{}\n[1]\r\n", ["{}", "[1]~CR"]),
        (nil, "ready\n{\"a\":1}\nlog\n\n{}\n", ["noise ready: \(stray)", "{\"a\":1}", "noise log: \(stray)", "{}"]),
        (.lines, "\u{FEFF}{}\n", ["noise \u{FEFF}{}: \(stray)"]),
        (nil, "{\(long)\n{}\n", ["too long: 101", "{}"]), (.lines, "{\(long)", ["too long: 101", "noise : \(cut)"]),
        (nil, "{}\n{\"a\"", ["{}", "noise {\"a\": \(cut)"]),
        // In the framing of lines, a header is noise.
        (.lines, "Content-Length: 2\n", ["noise Content-Length: 2: \(stray)"]),
    ]

    @Test(arguments: streams)
    func isReadInAnyPieces(_ row: (framing: Framing?, stream: String, items: [String])) {
        let bytes = Array(row.stream.utf8)
        expect(read([bytes], row.framing), equals: row.items)
        expect(read(bytes.map { [$0] }, row.framing), equals: row.items)
    }

    @Test func aHeaderIsBounded() {
        let lines = String(repeating: "Content-X: y\r\n", count: 1000)
        let found = read([Array(lines.utf8), Array("\r\nContent-Length: 2\r\n\r\n{}".utf8)], .headers)
        expect(found.first, equals: "noise Content-X: y: a header has more than 4096 bytes")
        expect(found.last, equals: "{}")
    }

    @Test(arguments: Framing.allCases) func whatIsFramedIsRead(_ framing: Framing) {
        let frames = framing.frame(Array(#"{"ü":1}"#.utf8)) + framing.frame(Array("{}".utf8))
        expect(read([frames], nil), equals: [#"{"ü":1}"#, "{}"])
    }
}

/// JSON-RPC 2.0.
@Suite struct RPCMessageTests {
    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, "request 1 a nil"),
        (#"{"jsonrpc":"2.0","id":"x\"1","method":"a","params":{"b": [1]}}"#, #"request "x\"1" a {"b": [1]}"#),
        (#"{"jsonrpc":"2.0","id":-1.5,"method":"a","params":[]}"#, "request -1.5 a []"),
        (#"{"jsonrpc":"2.0","method":"a"}"#, "notification a nil"),
        // An id that is null cannot be replied to.
        (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "notification a nil"),
        (#"{"jsonrpc":"2.0","id":1,"result":null}"#, "response"),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#, "response"),
        (#"{"method":"a","id":1}"#, "-32600"), (#"{"jsonrpc":"1.0","method":"a","id":1}"#, "-32600 1"),
        (#"{"jsonrpc":2,"method":"a"}"#, "-32600"), (#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, "-32600"),
        (#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#, "-32600"), (#"{"jsonrpc":"2.0","id":3}"#, "-32600 3"),
        (#"{"jsonrpc":"2.0","id":3,"method":5}"#, "-32600"), ("[]", "-32600"), ("5", "-32600"), ("", "-32700"),
        ("{", "-32700"), (#"{"jsonrpc":"2.0"} x"#, "-32700"), ("\u{0}", "-32700"),
        (String(repeating: "[", count: 300), "-32700"),
    ])
    func isRead(_ row: (json: String, expected: String)) {
        func text(_ value: some JSONWritable) -> String { String(decoding: value.json, as: UTF8.self) }
        let found: String
        do throws(RPCMessage.Unreadable) {
            switch try RPCMessage(json: Array(row.json.utf8)) {
            case .request(let id, let method, let params):
                found = "request \(text(id)) \(method) \(params.map(text) ?? "nil")"
            case .notification(let method, let params): found = "notification \(method) \(params.map(text) ?? "nil")"
            case .response: found = "response"
            }
        } catch {
            found = "\(error.error.code.rawValue)" + (error.id.map { " \(text($0))" } ?? "")
        }
        // Of what is invalid, the id is read where it comes before the mistake.
        expect(found == row.expected || found.hasPrefix(row.expected + " "))
    }

    @Test func repliesAndNotificationsAreWritten() {
        expect(
            String(decoding: RPCOutput.failure(RPCError(.parseError, "bad"), id: nil), as: UTF8.self),
            equals: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad"}}"#)
        expect(
            String(decoding: RPCOutput.result(["a": 1], id: RPCID(7)), as: UTF8.self),
            equals: #"{"jsonrpc":"2.0","id":7,"result":{"a":1}}"#)
        expect(
            String(decoding: RPCOutput.notification("m", [1]), as: UTF8.self),
            equals: #"{"jsonrpc":"2.0","method":"m","params":[1]}"#)
    }
}
