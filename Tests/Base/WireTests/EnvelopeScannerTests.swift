import Foundation
import TestSupport
import Testing
import Wire

@Suite struct EnvelopeScannerTests {
    private static func scan(_ bytes: [UInt8]) -> EnvelopeError? {
        do throws(EnvelopeError) {
            _ = try EnvelopeScanner.scan(bytes.span)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        #"{"type":"a"}"#, #" { "type" : "a" , "x" : [ ] } "#, #"{"x":{"type":1,"type":2},"type":"a"}"#,
        #"{"a":[[[{"b":"\\\""}]]],"type":"a"}"#, #"{"type":"a","n":[-0,0.5,1e9,-1.25E-3,true,false,null]}"#,
        "\u{FEFF}{\"type\":\"a\"}\r", #"{"type":"a","data":{"x":"\ud800"}}"#, #"{"typ\u0065":"a"}"#, #"{"type":"é 音"}"#,
        #"{"specversion":"1.0","type":"a","source":"s","id":"1","data":{}}"#,
    ])
    func takes(line: String) {
        expect(Self.scan(Array(line.utf8)), equals: nil)
    }

    @Test(
        arguments: [
            ("", .notAnObject), ("null", .notAnObject), ("[]", .notAnObject), ("\"type\"", .notAnObject),
            ("{}", .missingType), (#"{"Type":"a"}"#, .misspeltAttribute("Type", "type")),
            (#"{"type":"a","\u0053ource":"b"}"#, .misspeltAttribute("Source", "source")),
            (#"{"type":"\ud800"}"#, .notAString(attribute: "type")),
            (#"{"type":"a","id":"\udc00\ud800"}"#, .notAString(attribute: "id")),
            (#"{"type":"a","replayed":"true"}"#, .notABoolean(attribute: "replayed")),
            (#"{"type":"a","x":1,"y":2,"\u0078":3}"#, .duplicateAttribute("x")),
            (#"{"data":{"type":"a"}}"#, .missingType),
            (#"{"type":"a","type":"a"}"#, .duplicateAttribute("type")),
            (#"{"type":"a","typ\u0065":"b"}"#, .duplicateAttribute("type")),
            (#"{"type":1}"#, .notAString(attribute: "type")), (#"{"type":""}"#, .notAString(attribute: "type")),
            (#"{"type":"a","id":7}"#, .notAString(attribute: "id")),
            (#"{"type":"a","subject":null}"#, .notAString(attribute: "subject")),
            (#"{"type":"a","specversion":"0.3"}"#, .unsupportedVersion("0.3")),
            (#"{"type":"a","data":[]}"#, .dataIsNoObject), (#"{"type":"a","data":null}"#, .dataIsNoObject),
            (#"{"type":"a"}}"#, .invalidJSON(offset: 12)), (#"{"type":"a"} x"#, .invalidJSON(offset: 13)),
            (#"{"type":"a""#, .invalidJSON(offset: 11)), (#"{"type":"a",}"#, .invalidJSON(offset: 12)),
            (#"{"type":"a\x"}"#, .invalidJSON(offset: 11)), (#"{"type":"\u12"}"#, .invalidJSON(offset: 13)),
            ("{\"type\":\"a\u{0}\"}", .invalidJSON(offset: 10)), ("{\"type\":\"a\tb\"}", .invalidJSON(offset: 10)),
            (#"{"type":"a","n":01}"#, .invalidJSON(offset: 17)), (#"{"type":"a","n":.5}"#, .invalidJSON(offset: 16)),
            (#"{"type":"a","n":truth}"#, .invalidJSON(offset: 19)), (#"{'type':'a'}"#, .invalidJSON(offset: 1)),
        ] as [(String, EnvelopeError)])
    func refuses(line: String, error: EnvelopeError) {
        expect(Self.scan(Array(line.utf8)), equals: error)
    }

    @Test func refusesInvalidUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC2], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
            expect(Self.scan(Array(#"{"type":"a"#.utf8) + bytes + Array(#""}"#.utf8)), equals: .notUTF8)
        }
    }

    /// Swift and the scanner agree on what is valid UTF-8, wherever the eight-byte word ends.
    @Test(arguments: 0..<8 as Range<UInt64>) func agreesWithSwiftAboutUTF8(seed: UInt64) {
        var random = Seeded(seed: seed)
        let bytes: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4,
            0xF5,
        ]
        var good = 0
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 1...12, using: &random)).flatMap { _ -> [UInt8] in
                if Bool.random(using: &random) {
                    return Array(["x", "é", "音", "🎻"].randomElement(using: &random)?.utf8 ?? "".utf8)
                }
                return [bytes.randomElement(using: &random) ?? 0]
            }
            let isText = String(validating: text, as: UTF8.self) != nil
            if isText { good += 1 }
            let line = Array(#"{"type":""#.utf8) + text + Array(#""}"#.utf8)
            expect((Self.scan(line) == nil), equals: isText, "\(text)")
        }
        #expect(100...4900 ~= good)
    }

    @Test func depthHasALimit() {
        let deep = { (depth: Int) in
            #"{"type":"a","data":{"x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                + "}}"
        }
        expect(Self.scan(Array(deep(200).utf8)), equals: nil)
        expect(Self.scan(Array(deep(100_000).utf8)), equals: .tooDeep(limit: 256))
    }

    /// Mutated lines: Foundation reads each accepted line as the same event, and no line is accepted that Foundation
    /// rejects.
    @Test(arguments: 0..<20) func agreesWithFoundation(seed: UInt64) throws {
        var generator = Seeded(seed: seed)
        let original = Array(
            #"{"specversion":"1.0","type":"view.output.didSearch","source":"view","id":"v-1","subject":"\u00e9\n","data":{"type":"x","a":[1,-2.5e3,true,null,{"b":"\\\"é音🎻"}]}}"#
                .utf8)
        var good = 0
        for _ in 0..<400 {
            var line = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.mutate(&line, &generator) }
            guard Self.scan(line) == nil else { continue }
            good += 1
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            let layout = try EnvelopeScanner.scan(line.span)
            try expect(layout.text(.type, in: line.span), equals: object?["type"] as? String)
            let subject = try layout.text(.subject, in: line.span)
            expect(subject ?? "", equals: object?["subject"] as? String ?? "")
        }
        #expect(good > 10, "else nothing was compared")
    }

    private static func mutate(_ line: inout [UInt8], _ generator: inout Seeded) {
        let pieces = [#"""#, "{", "}", "[", "]", ",", ":", #"\"#, #""type":"y","#, "\u{0}", "0", " ", "é", "\u{1F3BB}"]
        let at = Int.random(in: 0..<line.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: line.remove(at: at)
        case 1: line[at] = UInt8.random(in: 0...255, using: &generator)
        case 2: line.insert(contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: at)
        default: line.removeSubrange(at..<min(line.count, at + Int.random(in: 1...9, using: &generator)))
        }
        if line.isEmpty { line = [0x7B] }
    }
}
