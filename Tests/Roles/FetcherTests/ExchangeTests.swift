import Fetcher
import Foundation
import HTTPTransfer
import TestSupport
import Testing
import Wire

/// Requests without an envelope: reading, sending, answering.
@Suite struct ExchangeTests {
    /// Feeds lines to a reader; every transfer ends with `result`.
    private func answers(
        _ lines: String, as form: ExchangeReader.Form = .json, fields: [ResponseField] = [.status],
        body: ExchangeFormat.Body? = nil, lineLimit: Int = LineBuffer.standardLimit,
        _ result: (HTTPRequest) throws -> Result<HTTPResponse, TransferError> = { _ in .failure(.network("away")) }
    ) throws -> [String] {
        let format = ExchangeFormat(fields: fields, body: body)
        var reader = ExchangeReader(
            form, { HTTPRequest($0, timeout: .seconds(7)) }, reserved: format.members, lineLimit: lineLimit)
        var service = ExchangeService(format) { _ in }
        var output: [UInt8] = []
        for byte in lines.utf8 { withUnsafeBytes(of: byte) { reader.append($0) } }
        while let request = reader.next() ?? reader.last() {
            for (number, step) in service.receive(request) {
                var step: RequestStep? = step
                if case .transfer(let transfer, let reading)? = step {
                    let next = try result(transfer).mapError { FetchError($0) }.flatMap { response in
                        Result { () throws(FetchError) in try reading.step(response) }
                    }
                    step = service.completed(number, next, Effort(attempts: 1, time: .zero))
                }
                if case .answer(let answer)? = step { output += service.encode(answer) }
            }
        }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func sent(_ line: String) throws -> HTTPRequest? {
        var request: HTTPRequest?
        _ = try answers(line) { transfer in
            request = transfer
            return .failure(.network("away"))
        }
        return request
    }

    @Test(
        arguments: [
            (#"{"url":"http://a.example/"}"#, "GET", nil, []),
            (#"{"url":"http://a.example/","method":"DELETE"}"#, "DELETE", nil, []),
            (#"{"url":"http://a.example/","method":null,"body":null,"headers":null}"#, "GET", nil, []),
            (
                #"{"url":"http://a.example/","body":"a\nb"}"#, "POST", "a\nb",
                ["Content-Type: text/plain; charset=utf-8"]
            ),
            (
                #"{"url":"http://a.example/","method":"PUT","body":""}"#, "PUT", "",
                ["Content-Type: text/plain; charset=utf-8"]
            ),
            (
                #"{"url":"http://a.example/","body": {"n": 1.10, "s":"\u0041"} }"#, "POST",
                #"{"n": 1.10, "s":"\u0041"}"#,
                ["Content-Type: application/json"]
            ),
            (#"{"url":"http://a.example/","body":false}"#, "POST", "false", ["Content-Type: application/json"]),
            (
                #"{"url":"http://a.example/","body":[1],"headers":{"content-type":"x/y","A":["1","2"]}}"#, "POST",
                "[1]",
                ["content-type: x/y", "A: 1", "A: 2"]
            ),
        ] as [(String, String, String?, [String])])
    func sendsTheMembersOfALine(_ row: (line: String, method: String, body: String?, headers: [String])) throws {
        let request = try require(sent(row.line))
        expect(request.method, equals: row.method)
        let sent = request.body.flatMap { body in
            if case .bytes(let bytes, _) = body { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
        expect(sent, equals: row.body)
        let type = request.impliedType.map { ["Content-Type: \($0)"] } ?? []
        expect(type + request.headers.map { "\($0.name): \($0.value)" }, equals: row.headers)
        expect(request.timeout, equals: .seconds(7))
    }

    @Test func aRequestMayHaveATimeoutOfItsOwn() throws {
        try expect(sent(#"{"url":"http://a.example/","timeout":1.5}"#)?.timeout, equals: .seconds(1.5))
    }

    @Test(arguments: [
        ("no JSON", "read a request: line 1: not a JSON object"), ("[1]", "read a request: line 1: not a JSON object"),
        (#"{"url":"http://a.example/"} x"#, "read a request: line 1: invalid JSON at byte 28"),
        ("{}", #"read a request: line 1: no "url""#),
        (#"{"url":5}"#, #"read a request: line 1: "url" is not a string"#),
        (#"{"url":"ftp://a.example/"}"#, #"get "ftp://a.example/": ftp: is not fetched, only http and https"#),
        (#"{"url":"http://a.example/","url":"http://b.example/"}"#, #"read a request: line 1: "url" occurs twice"#),
        (
            #"{"url":"http://a.example/","headers":[]}"#,
            #"get http://a.example/: "headers" is not an object of strings"#
        ),
        (#"{"url":"http://a.example/","headers":{"A":1}}"#, #""headers" is not an object of strings"#),
        (#"{"url":"http://a.example/","headers":{"A":"b\r\nC: d"}}"#, #"the header "A" is malformed"#),
        (
            #"{"url":"http://a.example/","headers":{"Content-Length":"5"}}"#,
            #"the header "Content-Length" is not sent: "#
        ),
        (#"{"url":"http://a.example/","body":"","bodyFile":"x"}"#, #""body" and "bodyFile" exclude each other"#),
        (#"{"url":"http://a.example/","bodyFile":""}"#, #""bodyFile" is not a path"#),
        (#"{"url":"http://a.example/","timeout":0}"#, #""timeout" is not a number of seconds within a day"#),
        (#"{"url":"http://a.example/","timeout":"1"}"#, #""timeout" is not a number"#),
        (#"{"url":"http://a.example/","body":"\ud800"}"#, #""body" is not a text"#),
        (#"{"url":"http://a.example/","method":7}"#, #""method" is not a string"#),
    ])
    func aBadLineIsAnsweredAndTheNextIsServed(_ row: (line: String, message: String)) throws {
        let answers = try answers(row.line + "\n\n" + #"{"url":"http://a.example/next"}"#) { request in
            expect(request.url.text, equals: "http://a.example/next")
            return .success(try response(204))
        }
        expect(answers.count, equals: 2)
        let error = try JSONValue(answers[0])["error"]
        expect(error["kind"], equals: .string("invalidRequest"))
        guard case .string(let message) = error["message"] else {
            Issue.record("no message in \(answers[0])")
            return
        }
        expect(message, contains: row.message)
        expect(answers[1], equals: #"{"status":204}"#)
    }

    @Test func aLineThatIsTooLongIsOneBadRequest() throws {
        let line = #"{"url":"http://a.example/","x":"\#(String(repeating: "x", count: 200))"}"#
        let answers = try answers(line + "\n{}\n", lineLimit: 100)
        expect(answers.count, equals: 2)
        expect(answers[0], contains: "line 1: a line of")
    }

    /// Preserved byte by byte: numbers too large for any type, escapes, spaces, duplicate names.
    @Test(arguments: [
        #""id":12345678901234567890123.450e+10"#, #""id" : "\u0061\/""#, #""a":{"b": [1,  2]},"a":null"#,
        "\"note\":\"\u{7F}\u{2028}\"",
    ])
    func whatIsNotTheFetchersComesBackAsItStood(_ members: String) throws {
        let lines = #"{\#(members),"url":"http://a.example/"}"# + "\n" + #"{\#(members),"url":"nowhere:"}"#
        let answers = try answers(lines) { _ in .success(try response(200)) }
        expect(answers[0], equals: #"{\#(members),"status":200}"#)
        #expect(answers[1].hasPrefix(#"{\#(members),"status":null,"error":{"kind":"invalidRequest""#))
    }

    @Test func membersOfTheAnswerAreNotRepeated() throws {
        let line = #"{"url":"http://a.example/","status":1,"error":2,"body":"x","time":3,"b\u0061se64":4,"id":5}"#
        let others = #""time":3,"b\u0061se64":4,"id":5,"#
        try expect(answers(line) { _ in .success(try response(200)) }, equals: [#"{\#(others)"status":200}"#])
        let all = try answers(line, fields: [.status, .time], body: .base64) { _ in .success(try response(200)) }
        expect(all, equals: [#"{"id":5,"status":200,"time":0.000000,"base64":null}"#])
    }

    @Test(arguments: [
        (" {\"a\" : [ 1 , \"b\\\" \\u00e9\" ] ,\n\r\t\"c\":1.50e400}\n", #"{"a":[1,"b\" \u00e9"],"c":1.50e400}"#),
        ("\u{FEFF}\n\n\n\"\u{7F}\u{85}\u{2028}é\"", #""\u007f\u0085\u2028é""#), ("null", "null"),
        // A lone surrogate crashes jq 1.6, and with it the pipeline.
        (
            #"["\ud800","\uDFFFx","\\ud800","\ud83d\ude00","\ud800\ud83d\ude00",{"\udc00":1}]"#,
            #"["\ufffd","\ufffdx","\\ud800","\ud83d\ude00","\ufffd\ud83d\ude00",{"\ufffd":1}]"#
        ),
    ])
    func aBodyOfJSONPassesOnOneLine(_ row: (body: String, value: String)) throws {
        let line = #"{"url":"http://a.example/"}"#
        let answers = try answers(line, body: .json) { _ in .success(try response(200, row.body)) }
        expect(answers, equals: [#"{"status":200,"body":\#(row.value)}"#])
    }

    @Test(arguments: [
        (200, "<html>", "decode", false), (200, "{}{}", "decode", false), (200, "\"\u{1}\"", "decode", false),
        (200, "", "decode", false), (404, "", "http", false),
        (404, "<html>", "http", false), (503, "<html>", "http", true), (429, "slower", "rateLimited", true),
    ])
    func aBodyThatIsNotJSONIsAnError(_ row: (status: Int, body: String, kind: String, retryable: Bool)) throws {
        let answers = try answers(#"{"url":"http://a.example/","id":1}"#, body: .json) { _ in
            .success(try response(row.status, row.body))
        }
        expect(answers.count, equals: 1)
        let answer = try JSONValue(answers[0])
        expect(answer["status"], equals: .number(Double(row.status)))
        expect(answer["body"], equals: .null)
        expect(answer["error"]["kind"], equals: .string(row.kind))
        expect(answer["error"]["retryable"], equals: .bool(row.retryable))
    }

    @Test(
        arguments: [
            (.text, "a\n\"b\"", #""body":"a\n\"b\"""#), (.text, "", #""body":"""#),
            (.base64, "abc", #""base64":"YWJj""#),
            (.base64, "", #""base64":null"#),
        ] as [(ExchangeFormat.Body, String, String)])
    func aBodyMayPassAsTextOrBase64(_ row: (form: ExchangeFormat.Body, body: String, member: String)) throws {
        let answers = try answers("http://a.example/", as: .urls, body: row.form) { _ in
            .success(try response(200, row.body))
        }
        expect(answers, equals: [#"{"status":200,\#(row.member)}"#])
    }

    /// An empty body is an error with `--bodies json`, unless the response cannot have a body.
    @Test(arguments: [("GET", 204), ("GET", 304), ("HEAD", 200)])
    func whereNoBodyCanBeNoneIsMissed(_ row: (method: String, status: Int)) throws {
        let line = #"{"url":"http://a.example/","method":"\#(row.method)"}"#
        let answers = try answers(line, body: .json) { _ in .success(try response(row.status, "")) }
        expect(answers, equals: [#"{"status":\#(row.status),"body":null}"#])
    }

    @Test(
        arguments: [
            ("text/plain; charset=ISO-8859-1", [0xE9, 0x96], "é–"), ("text/html;Charset=\"utf-16le\"", [0x61, 0], "a"),
            ("text/plain; charset=shift_jis", [0x83, 0x65], "テ"), ("text/plain; charset=utf-8", [0x61], "a"),
            ("text/plain; charset=nonsense", [0x61], "a"), ("text/plain; charset=utf-16//IGNORE", [0x61], "a"),
            ("text/plain", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            ("text/plain; charset=latin1", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            ("text/plain", [0xFF, 0xFE, 0x61, 0], "a"), ("text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0x61], "a"),
            ("text/plain; charset=", [0x61], "a"), ("text/plain", [0x61], "a"),
        ] as [(String, [UInt8], String)])
    func textsAreUTF8WhateverTheyCameIn(_ row: (type: String, body: [UInt8], text: String)) throws {
        let answers = try answers("http://a.example/", as: .urls, body: .text) { request in
            .success(
                HTTPResponse(
                    url: request.url, status: 200, headers: [try HTTPHeader("Content-Type", row.type)], body: row.body))
        }
        expect(answers, equals: [#"{"status":200,"body":"\#(row.text)"}"#])
    }

    /// As for sources: one bad character does not cost the body.
    @Test func jsonWithABadByteIsRead() throws {
        let answers = try answers("http://a.example/", as: .urls, body: .json) { request in
            .success(HTTPResponse(url: request.url, status: 200, body: [0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D]))
        }
        expect(answers, equals: [#"{"status":200,"body":["a\#u{FFFD}"]}"#])
    }

    /// A stated charset is honoured where the body is not UTF-8, as it should be; a byte order mark goes before it.
    @Test(
        arguments: [
            ("application/json; charset=iso-8859-1", [0x5B, 0x22, 0xE9, 0x22, 0x5D], #"["é"]"#),
            ("application/json; charset=iso-8859-1", Array(#"["é"]"#.utf8), #"["é"]"#),
            ("application/json; charset=utf-16le", [0x5B, 0, 0x37, 0, 0x5D, 0], "[7]"),
            ("application/json", [0xFF, 0xFE, 0x5B, 0, 0x37, 0, 0x5D, 0], "[7]"),
            ("application/json; charset=utf-8", [0xFE, 0xFF, 0, 0x5B, 0, 0x37, 0, 0x5D], "[7]"),
            ("application/json; charset=nonsense", [0x5B, 0x22, 0xE9, 0x22, 0x5D], "[\"\u{FFFD}\"]"),
        ] as [(String, [UInt8], String)])
    func jsonIsReadWhateverItCameIn(_ row: (type: String, body: [UInt8], value: String)) throws {
        let answers = try answers("http://a.example/", as: .urls, body: .json) { request in
            .success(
                HTTPResponse(
                    url: request.url, status: 200, headers: [try HTTPHeader("Content-Type", row.type)], body: row.body))
        }
        expect(answers, equals: [#"{"status":200,"body":\#(row.value)}"#])
    }

    @Test func jsonThatIsTooDeepIsNamed() throws {
        let body = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let answers = try answers("http://a.example/", as: .urls, body: .json) { _ in .success(try response(200, body))
        }
        expect(answers.first?.contains("the body of a.example is nested deeper than 256 levels"), equals: true)
    }

    @Test func whatIsNoUTF8IsBase64() throws {
        let answers = try answers("http://a.example/", as: .urls, body: .text) { request in
            .success(HTTPResponse(url: request.url, status: 200, body: [0xFF]))
        }
        expect(answers, equals: [#"{"status":200,"base64":"/w=="}"#])
    }

    /// One row per field; add a row for each new field.
    @Test func everyFieldIsWritten() throws {
        let answers = try answers("http://a.example", as: .urls, fields: ResponseField.allCases) { _ in
            var response = try response(
                200, "four", from: "http://b.example/x",
                headers: [
                    HTTPHeader("Content-Type", "text/plain"), HTTPHeader("X-A", "1"),
                    HTTPHeader(received: "x-a", "2\u{1}"),
                ])
            response.duration = .microseconds(1_000_020)
            response.hop.receivedBytes = 3
            response.attempts = 2
            response.redirects = 1
            response.cache = .validated
            response.hop.httpVersion = "2"
            response.hop.remoteAddress = "192.0.2.1"
            response.hop.lookup = .milliseconds(1)
            response.hop.connect = .milliseconds(2)
            return .success(response)
        }
        expect(
            answers,
            equals: [
                #"{"url":"http://a.example","finalUrl":"http://b.example/x","status":200,"contentType":"text/plain","#
                    + #""headers":{"content-type":["text/plain"],"x-a":["1","2\u0001"]},"bytes":4,"receivedBytes":3,"#
                    + #""time":1.000020,"firstByte":null,"lookup":0.001000,"connect":0.002000,"tls":null,"attempts":2,"redirects":1,"cache":"validated","#
                    + #""httpVersion":"2","remoteAddress":"192.0.2.1","file":null}"#
            ])
    }

    @Test func plainURLsMayHaveBlanksAround() throws {
        let answers = try answers(
            "\n  \r\n\t http://a.example/1 \r\nhttp://a.example/2", as: .urls, fields: [.url]
        ) { .success(HTTPResponse(url: $0.url, status: 200)) }
        expect(answers, equals: [#"{"url":"http://a.example/1"}"#, #"{"url":"http://a.example/2"}"#])
    }

    @Test(arguments: [
        #"{"url":"http://ann:Pa55word@a.example/?key=Pa55word"}"#, #"{"url":"http://ann:Pa55word@a.example:x/"}"#,
        #"{"url":"ftp://ann:Pa55word@a.example/"}"#, #"{"url":"//ann:Pa55word@"}"#,
        #"{"url":"ftp://ann:Pa55word"}"#, #"{"url":"http://ann:Pa55word"}"#,
        #"{"url":"ftp://ann:Pa55word%40a.example/"}"#,
        #"{"url":"http://a.example/","headers":{"Authorization":"Bearer Pa55word"}}"#,
        #"{"url":"http://a.example/","headers":{"Authorization":"Bearer Pa55word""#,
    ])
    func noAnswerShowsAPassword(_ line: String) throws {
        let answers = try answers(line) { _ in .failure(.network("cannot resolve Pa55word")) }
        expect(answers.count, equals: 1)
        expect(answers[0], lacks: "Pa55word")
        let withURL = try self.answers(line, fields: [.url]).map { $0.replacing("?key=Pa55word", with: "") }
        expect(withURL.count, equals: 1)
        expect(withURL[0], lacks: "Pa55word")
    }

    /// Random bytes as input: each line gets one answer, and every answer is one line of JSON.
    @Test func nonsenseIsAnsweredToo() throws {
        let seed = #"{"url":"http://a.example/","id":[1,{"a":"\u00e9"}],"headers":{"A":["b"]},"body":{"c":-1.5e3}}"#
        var random = Seeded(seed: 7)
        for _ in 0..<2000 {
            var bytes = Array(seed.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0xFF, using: &random)
            }
            var reader = ExchangeReader(.json, { HTTPRequest($0) })
            var service = ExchangeService(ExchangeFormat(fields: [.url, .status], body: .json)) { _ in }
            (bytes + [0x0A]).withUnsafeBytes { reader.append($0) }
            let next = reader.next()
            let request = try require(next)
            for case (_, .answer(let answer)) in service.receive(request) {
                let line = service.encode(answer)
                #expect((try? JSONValue(String(decoding: line, as: UTF8.self))) != nil)
                expect(line.filter { $0 == 0x0A }.count, equals: 1)
            }
            expect(reader.next(), equals: nil)
        }
    }
}
