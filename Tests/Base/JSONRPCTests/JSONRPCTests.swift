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
        // A header with a line that is too long is none, and whether such a line is a message is decided by its first bytes.
        (
            nil, "Content-Length: 1\r\nX: \(String(repeating: "y", count: 4200))\r\n\r\n5\nContent-Length: 2\r\n\r\n{}",
            ["noise : a header has more than 4096 bytes", "noise 5: \(stray)", "{}"]
        ), (nil, "\(String(repeating: " ", count: 101)){}\nContent-Length: 2\r\n\r\n{}", ["noise : \(stray)", "{}"]),
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
@Suite struct RPCOutputTests {
    @Test(arguments: [
        ("", -32700), ("{", -32700), (#"{"jsonrpc":"2.0"} x"#, -32700), ("\u{0}", -32700), ("5", -32600),
        (#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, -32600), (#"{"jsonrpc":"2.0","id":3,"method":5}"#, -32600),
        (#"{"jsonrpc":"2.0","id":3}"#, -32600), (String(repeating: "[", count: 300), -32600),
    ])
    func whatIsNoMessageIsRefused(_ row: (json: String, code: Int)) {
        do throws(RPCMessage.Problem) {
            _ = try RPCMessage(Array(row.json.utf8))
            expect(false, "\(row.json) is read")
        } catch { expect(error.refusal.code, equals: row.code, row.json) }
    }

    @Test func messagesAreWritten() throws {
        let debug = try RPCMessage(Array(#"{"seq":3,"type":"request","command":"next"}"#.utf8))
        let error = RPCError(RPCCode.parseError, "b\"d")
        let rows: [(message: [UInt8], text: String)] = [
            (
                RPCOutput.failure(error, id: nil),
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"b\"d"}}"#
            ),
            (RPCOutput.result(Array("{}".utf8), id: Array("7".utf8)), #"{"jsonrpc":"2.0","id":7,"result":{}}"#),
            (RPCOutput.notification("m", [0x31]), #"{"jsonrpc":"2.0","method":"m","params":1}"#),
            (RPCOutput.request(1, "m", nil), #"{"jsonrpc":"2.0","id":1,"method":"m"}"#),
            (
                debug.refusal(error, number: 9),
                #"{"seq":9,"type":"response","request_seq":3,"success":false,"command":"next","message":"b\"d"}"#
            ),
        ]
        for row in rows { expect(String(decoding: row.message, as: UTF8.self), equals: row.text) }
    }
}
