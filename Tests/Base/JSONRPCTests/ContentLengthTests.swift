import JSON
import JSONRPC
import Testing

/// Messages with a header before each.
@Suite struct ContentLengthTests {
    private func read(_ pieces: [String], longest: Int = 100) throws(ContentLengthReader.Failure) -> [String] {
        var reader = ContentLengthReader(longest: longest)
        var found: [String] = []
        for piece in pieces {
            reader.append(Array(piece.utf8))
            while let item = try reader.next() {
                switch item {
                case .message(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
                case .tooLong(let length): found.append("too long: \(length)")
                }
            }
        }
        if !reader.isAtBoundary { found.append("…") }
        return found
    }

    static let streams: [(stream: String, messages: [String])] = [
        ("Content-Length: 2\r\n\r\n{}", ["{}"]),
        ("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", ["", "1"]),
        ("content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}", ["{}"]),
        ("Content-Length: 2\n\n{}Content-Length: 1\n\n5", ["{}", "5"]),
        ("Content-Length: 4\r\n\r\n{}\r\nContent-Length: 1\r\n\r\n5", ["{}\r\n", "5"]),
        // The length counts bytes.
        ("Content-Length: 4\r\n\r\n\"é\"Content-Length: 1\r\n\r\n5", ["\"é\"", "5"]),
        (
            "Content-Length: 101\r\n\r\n" + String(repeating: "x", count: 101) + "Content-Length: 1\r\n\r\n5",
            ["too long: 101", "5"]
        ),
        ("Content-Length: 9223372036854775807\r\n\r\nxyz", ["too long: 9223372036854775807", "…"]),
        ("Content-Length: 5\r\n\r\nabc", ["…"]),
        ("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
        ("Content-Len", ["…"]),
        ("", []),
    ]

    @Test(arguments: streams) func isReadInAnyPieces(_ row: (stream: String, messages: [String])) throws {
        #expect(try read([row.stream]) == row.messages)
        let bytes = Array(row.stream.utf8)
        var reader = ContentLengthReader(longest: 100)
        var found: [String] = []
        for byte in bytes {
            reader.append([byte])
            while let item = try reader.next() {
                switch item {
                case .message(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
                case .tooLong(let length): found.append("too long: \(length)")
                }
            }
        }
        #expect(found == row.messages.filter { $0 != "…" })
    }

    @Test(arguments: [
        ("Content-Type: a\r\n\r\n{}", ContentLengthReader.Failure.noLength), ("\r\n\r\n{}", .noLength),
        ("Content-Length: -1\r\n\r\n{}", .badLength("-1")), ("Content-Length: \r\n\r\n", .badLength("")),
        ("Content-Length: 2x\r\n\r\n{}", .badLength("2x")), ("Content-Length: 0x2\r\n\r\n{}", .badLength("0x2")),
        ("Content-Length: 99999999999999999999\r\n\r\n", .badLength("99999999999999999999")),
        ("Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", .badLength("2")),
        ("Content-Length: ٢\r\n\r\n{}", .badLength("٢")),
        (String(repeating: "x", count: 4097), .headerTooLong),
        (String(repeating: "X: y\r\n", count: 1000) + "\r\n", .headerTooLong),
        ("{\"jsonrpc\":\"2.0\"}\n\n", .noLength),
    ])
    func nobodyKnowsWhereTheNextOneBegins(_ row: (stream: String, failure: ContentLengthReader.Failure)) {
        #expect(throws: row.failure) { try read([row.stream]) }
    }

    @Test func whatIsFramedIsRead() throws {
        let framed = ContentLength.framed(Array("\"ü\"".utf8)) + ContentLength.framed([])
        #expect(try read([String(decoding: framed, as: UTF8.self)]) == ["\"ü\"", ""])
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
        #expect(found == row.expected || found.hasPrefix(row.expected + " "))
    }

    @Test func repliesAndNotificationsAreWritten() {
        #expect(
            String(decoding: RPCOutput.failure(RPCError(.parseError, "bad"), id: nil), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad"}}"#)
        #expect(
            String(decoding: RPCOutput.result(["a": 1], id: RPCID(7)), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":7,"result":{"a":1}}"#)
        #expect(
            String(decoding: RPCOutput.notification("m", [1]), as: UTF8.self)
                == #"{"jsonrpc":"2.0","method":"m","params":[1]}"#)
    }
}
