import TestSupport
import Testing
import Wire

@testable import Supervision

/// Every line is checked completely, also after a valid line of the same type. The rows have the categories of
/// JSONTestSuite (n: every reader must reject it, y: every reader must accept it).
@Suite struct MalformedLineTests {
    typealias Bench = SwitchboardTests.Bench

    private static func line(id: String = "view-1-2", data: String) -> String {
        #"{"specversion":"1.0","type":"view.output.didSearch","source":"view","id":"\#(id)","data":\#(data)}"#
    }

    private static let good = line(id: "view-1-1", data: #"{"query":"a"}"#)

    /// Substituted for a value.
    private static let wrongValues: [String] = [
        // Numbers.
        "01", "-01", "-", "+1", "++1", "--1", "- 1", ".5", "-.5", "1.", "-1.", "1.e1", "1e", "1e+", "1e-", "1E+",
        "1eE2", "0e", "0.e1",
        "0.3e+", "1.2.3", "1_000", "1 000", "0x1F", "0xG", "1a", "-a", "1e1.5", "NaN", "nan", "-NaN", "Infinity",
        "-Infinity", "inf",
        "１", "1٣", "-foo", "2@", "123\u{0}", "1e\u{e9}", "012", "-012", "1-2", "0e+-1", "0.1.2",
        // Literals.
        "tru", "True", "TRUE", "truth", "truee", "fals", "false1", "nul", "Null", "nulll", "undefined", "none", "t",
        "f", "n",
        // Strings.
        #"'a'"#, #"""#, #""a"#, #""a"b"#, #""\x41""#, #""\a""#, #""\'""#, #""\u12""#, #""\u12G4""#, #""\u{41}""#,
        #""\U0041""#,
        #""\ud83d\u12""#, #""\ ""#, #""\"#, "\"\\\u{e9}\"", #""a" "b""#, #""a""b""#, "\"\u{1}\"", "\"\u{0}\"", "\"\t\"",
        "\"\u{1F}\"",
        "\"12345678\u{1F}\"", "\"1234567\u{9}90123456\"", "“a”", "a", #"\"a\""#, #""\u 041""#, #""\u00A""#,
        // Arrays.
        "[", "]", "[1", "1]", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]", "[1:2]", "[[1]", "[1]]", "[\"a\"",
        "[\"a\",", "[}", "(1)",
        "[1,2,...]", "[1/*x*/]", "[\u{b}1]", "[\u{c}]", "[\u{a0}1]", "[\u{feff}1]", "[\\n1]", "[1],[2]", "[\"a\":1]",
        "[-]", "[*]",
        // Objects.
        "{", "}", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a" 1}"#, #"{"a",1}"#, #"{"a":1,}"#, #"{,"a":1}"#,
        #"{"a":1,,"b":2}"#, #"{"a"::1}"#,
        #"{"a":1 "b":2}"#, #"{"a":1;"b":2}"#, "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{[]:1}", #"{"a":}"#, #"{:1}"#,
        #"{"a"}"#,
        #"{"a":1}}"#, #"{"a":1]"#, #"{"a":1/**/}"#, #"{"a":1}//x"#, #"{"a":1}#"#, #"{"a\x":1}"#, #"{"a":"b""#,
        #"{"a":1,"b"}"#, "{\"a\u{1}\":1}",
        // Structure.
        "", " ", "*", "@", ",", ":", "1,", ",1", ":1", "\u{7f}", "<null>", "é", "\u{2028}", "//", "/**/1", "1//",
        "null,null", "{}{}",
    ]

    @Test(arguments: wrongValues) func aMalformedLineIsNotVouchedForByAGoodOne(value: String) throws {
        try Self.refuses(Array(Self.line(data: "{\"v\":\(value)}").utf8), named: value)
    }

    /// Complete lines that start like valid ones.
    @Test(arguments: [
        line(data: "{}") + "}", line(data: "{}") + "x", line(data: "{}") + "{}", String(line(data: "{}").dropLast()),
        line(data: "[]"), line(data: "null"), line(data: "1"), line(data: #""{}""#),
        line(data: "{}").replacing(#"","data""#, with: #"" "data""#),
        line(data: "{}").replacing(#","data""#, with: #",,"data""#),
        line(data: #"{},"type":"view.output.didGoBack""#), line(data: #"{},"source":"router""#),
        line(data: #"{},"id":"x""#),
        line(data: #"{},"specversion":"1.0""#), line(data: #"{},"data":{}"#),
        line(data: #"{},"typ\u0065":"router.output.x""#),
        line(data: #"{},"\u0074ype":"x""#), line(data: #"{},"s\u006Furce":"router""#),
        line(data: #"{},"d\u0061ta":{}"#),
        line(data: #"{},"subject":"a","subject":"b""#), line(data: #"{},"correlationid":"a","correlationid":"a""#),
        line(data: #"{},"x":1,"y":2,"x":3"#), line(data: #"{},"x":1,"\u0078":3"#),
        line(data: #"{},"Type":"router.output.x""#),
        line(data: #"{},"SOURCE":"router""#), line(data: #"{},"subject":7"#), line(data: #"{},"subject":null"#),
        line(data: #"{},"correlationid":{}"#), line(data: #"{},"causationid":"\ud800""#),
        line(id: #"\udc00"#, data: "{}"),
        line(id: #"a\x"#, data: "{}"), line(data: #"{},"replayed":1"#), line(data: #"{},"type":"#),
        line(data: "{}") + "\u{0}",
        line(data: "{},"), line(data: #"{},"a""#), line(data: "{}").replacing(":", with: "="),
        line(data: "{\"v\":" + String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "}"),
        line(data: "{\"v\":" + String(repeating: "[", count: 100_000)),
        line(data: "{\"v\":" + String(repeating: "{\"\":", count: 100_000)),
    ])
    func aWrongEnvelopeIsNotVouchedForByAGoodOne(line: String) throws {
        try Self.refuses(Array(line.utf8), named: line)
    }

    /// Invalid UTF-8: truncated, overlong, surrogates, beyond U+10FFFF, other encodings.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82],
            [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE9],
            [0xFF, 0xFE, 0x41, 0x00],
        ] as [[UInt8]], [0, 1, 7, 8, 9])
    func aLineThatIsNoUTF8IsNotVouchedForByAGoodOne(bytes: [UInt8], place: Int) throws {
        let text = String(repeating: "x", count: place)
        for parts in [["{\"v\":\"\(text)", "\"}}"], ["{\"\(text)", "\":1}}"], ["{}", "}"]] {
            let head = Self.line(data: "").dropLast() + parts[0]
            try Self.refuses(Array(head.utf8) + bytes + Array(parts[1].utf8), named: "\(bytes)")
        }
    }

    private static func refuses(_ line: [UInt8], named name: String) throws {
        let bench = Bench()
        var watched: [String] = []
        bench.board.watch = { passing in
            watched += String(decoding: passing.lines, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        bench.write(good + "\n")
        bench.write(line + Array("\n\(good)\n".utf8))
        try expect(bench.read("presenter"), equals: [good, good], "\(name)")
        expect(watched, equals: [good, good], "\(name)")
        expect(bench.reports.count, equals: 1, "\(name)")
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "0.5", "-0.5", "1e5", "1E5", "1e+5", "1e-5", "0e0", "-0e-0", "1.5E+300",
        "123456789012345678901234567890", "1e400",
        "true", "false", "null", #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\uD83D\uDE00""#, #""\ud800""#,
        #""\u0000""#, "\"\u{7f}\"",
        "\"é音🎻\u{10FFFF}\u{2028}\"", "\"1234567é\"", "\"12345678é\"", "[]", "[ ]", "[1]", "[ 1 , 2 ]", "[[],[[]],{}]",
        "{}", "{ }",
        #"{"a":1}"#, #"{ "a" : 1 , "b" : [ ] }"#, #"{"":0}"#, #"{"a":1,"a":2}"#, #"{"type":"x","type":"y"}"#,
        #"{"a":{"b":{"c":[{}]}}}"#,
        "\t1\t", "\"" + String(repeating: "x", count: 1000) + "\"", "[" + String(repeating: "0,", count: 999) + "0]",
        String(repeating: "[", count: 250) + String(repeating: "]", count: 250),
        String(repeating: "[{\"a\":", count: 120) + "1" + String(repeating: "}]", count: 120),
    ])
    func whatIsGoodPassesAsItIs(value: String) throws {
        let bench = Bench()
        let line = Self.line(data: "{\"v\":\(value)}")
        bench.write("\(Self.good)\n\(line)\n\(Self.good)\n")
        try expect(bench.read("presenter"), equals: [Self.good, line, Self.good])
        expect(bench.reports, equals: [])
    }

    /// After a known head, mutated lines are checked like any other.
    @Test(arguments: 0..<10 as Range<UInt64>) func aKnownHeadChangesNothing(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        let head = EnvelopeHead(source: "view")
        let original = Array(
            Self.line(data: #"{"a":[1,-2.5e3,true,null,{"b":"\\\"é音🎻"}]},"subject":"s","x":1,"causationid":"c""#).utf8)
        let pieces = [
            "\"", "{", "}", "[", "]", ",", ":", "\\", #""type":"y","#, "\u{1}", "0", " ", "é", "\u{1F3BB}", #"\u0065"#,
        ]
        var good = 0
        for _ in 0..<2000 {
            var line = original
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let at = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line.remove(at: at)
                case 1: line[at] = UInt8.random(in: 0...255, using: &random)
                default: line.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: at)
                }
            }
            var known = EnvelopeLayout()
            guard line.withUnsafeBytes({ head.read($0, into: &known) }) else { continue }
            good += 1
            try expect(known, equals: EnvelopeScanner.scan(line.span), "\(String(decoding: line, as: UTF8.self))")
        }
        #expect(good > 100, "most would tell nothing")
    }
}
