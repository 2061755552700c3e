import JSON
import TestSupport
import Testing

/// A value that uses all of JSON.
private struct Everything: JSONCodable, Equatable {
    var text = ""
    var number = 0
    var fraction = 0.0
    var small: UInt8 = 0
    var isTrue = false
    var list: [String] = []
    var named: [String: Int?] = [:]
    var inner: [Inner] = []
    var missing: String?

    struct Inner: JSONCodable, Equatable {
        var y: String

        init(from reader: inout JSONReader) throws(JSONError) {
            var y: String?
            let object = try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "y" where y == nil: y = try reader.read()
                default: try reader.skipValue()
                }
            }
            guard let y else { throw .missing("y", at: object) }
            self.y = y
        }

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("y", y)
            writer.endObject()
        }
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text": text = try reader.read()
            case "number": number = try reader.read()
            case "fraction": fraction = try reader.read()
            case "small": small = try reader.read()
            case "isTrue": isTrue = try reader.read()
            case "list": list = try reader.read()
            case "named": named = try reader.read()
            case "inner": inner = try reader.read()
            case "missing": missing = try reader.readIfPresent()
            default: try reader.skipValue()
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fraction", fraction)
        writer.member("inner", inner)
        writer.member("isTrue", isTrue)
        writer.member("list", list)
        writer.member("missing", missing)
        writer.member("named", named)
        writer.member("number", number)
        writer.member("small", small)
        writer.member("text", text)
        writer.endObject()
    }
}

@Suite struct JSONReaderTests {
    private static let whole = #"""
        { "text" : "é\u00e9\ud83d\ude00\n\\\"/" , "te\u0078t2": [1, {"a": null}] , "number":-9223372036854775808,
        "fraction":4.8e0,"small":255,"isTrue":true,"list":["a",""],"named":{"b":1,"a":null},"inner":[{"y":"z"}],"missing":null }
        """#

    @Test func everyKindOfValueIsRead() throws {
        let value = try Everything(json: Array(Self.whole.utf8))
        expect(value.text, equals: "éé😀\n\\\"/")
        expect(value.number == .min && value.fraction == 4.8 && value.small == 255 && value.isTrue)
        expect(value.list == ["a", ""] && value.named == ["a": nil, "b": 1] && value.inner.map(\.y) == ["z"])
        try expect(Everything(json: value.json), equals: value)
    }

    /// Truncation anywhere is an error and never a crash.
    @Test func noTruncatedTextIsRead() {
        let bytes = Array(Self.whole.utf8)
        for count in 0..<bytes.count {
            #expect(throws: JSONError.self) { try Everything(json: Array(bytes.prefix(count))) }
        }
    }

    /// One wrong byte anywhere: the reader accepts or refuses it like the scanner.
    @Test func noMutatedTextCrashes() throws {
        let bytes = Array(Self.whole.utf8)
        for place in bytes.indices {
            for byte in [0, 0x22, 0x2C, 0x2D, 0x30, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xE2, 0xFF] as [UInt8] {
                var mutant = bytes
                mutant[place] = byte
                guard let value = try? Everything(json: mutant) else { continue }
                #expect(try JSONSlices.members(mutant.span).count > 0)
                try expect(Everything(json: value.json), equals: value)
            }
        }
    }

    private static let mistakes: [(json: String, description: String)] = [
        (#"{"text":1}"#, "data.text is not a string"), (#"{"text":null}"#, "data.text is null"),
        (#"{"number":"x"}"#, "data.number is not an integer"),
        (#"{"number":1.5}"#, "data.number is not an integer in range"),
        (#"{"number":9223372036854775808}"#, "data.number is not an integer in range"),
        (#"{"number":99999999999999999999999}"#, "data.number is not an integer in range"),
        (#"{"small":256}"#, "data.small is not an integer in range"),
        (#"{"small":-1}"#, "data.small is not an integer in range"),
        (#"{"number":1e400}"#, "data.number is not an integer in range"),
        (#"{"fraction":1e400}"#, "data.fraction is out of the range of numbers"),
        (#"{"fraction":1e-400}"#, "data.fraction is out of the range of numbers"),
        (#"{"fraction":true}"#, "data.fraction is not a number"),
        (#"{"isTrue":"true"}"#, "data.isTrue is not a boolean"),
        (#"{"isTrue":0}"#, "data.isTrue is not a boolean"), (#"{"list":{}}"#, "data.list is not an array"),
        (#"{"list":["",[]]}"#, "data.list[1] is not a string"), (#"{"named":[]}"#, "data.named is not an object"),
        (#"{"named":{"a":1,"b c":""}}"#, "data.named.b c is not an integer"), ("[]", "data is not an object"),
        ("null", "data is null"),
        (#"{"inner":[{"y":""},{"y":""},{"z":1}]}"#, "data.inner[2].y is missing"),
        (#"{"inner":[{"y":""},{"y":[1]}]}"#, "data.inner[1].y is not a string"),
        (#"{"text":"\ud800"}"#, "data.text has half a surrogate pair"),
        (#"{"text":"\udc00\ud800"}"#, "data.text has half a surrogate pair"),
        ("", "invalid JSON at byte 0"), ("{", "invalid JSON at byte 1"), (#"{"a" 1}"#, "invalid JSON at byte 5"),
        (#"{"a":1,}"#, "invalid JSON at byte 7"), (#"{,"a":1}"#, "invalid JSON at byte 1"),
        (#"{"list":["a",]}"#, "invalid JSON at byte 13"), (#"{"list":[,"a"]}"#, "invalid JSON at byte 9"),
        (#"{"number":01}"#, "invalid JSON at byte 11"), (#"{"number":-}"#, "invalid JSON at byte 11"),
        (#"{"number":+1}"#, "invalid JSON at byte 10"), (#"{"number":1.}"#, "invalid JSON at byte 12"),
        (#"{"isTrue":tru}"#, "invalid JSON at byte 13"), (#"{"text":"\x"}"#, "invalid JSON at byte 10"),
        (#"{"text":"\u12G4"}"#, "invalid JSON at byte 13"), ("{\"text\":\"\n\"}", "invalid JSON at byte 9"),
        (#"{"text":""} x"#, "invalid JSON at byte 12"), (#"{"text":""}{}"#, "invalid JSON at byte 11"),
        (#"{"list":["a"}"#, "invalid JSON at byte 12"), ("{'a':1}", "invalid JSON at byte 1"),
    ]

    @Test(arguments: mistakes) func anErrorNamesPlaceAndProblem(_ row: (json: String, description: String)) {
        let error = #expect(throws: JSONError.self) { try Everything(json: Array(row.json.utf8), root: "data") }
        expect(error?.description, equals: row.description)
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22],
        ] as [[UInt8]])
    func whatIsNotUTF8IsRefused(_ json: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try String(json: json) }
        expect(error?.description, equals: "not valid UTF-8")
    }

    @Test(arguments: [
        (#"{"text":"a","text":"b"}"#, "b"), ("\u{FEFF}{\"text\":\"a\"}", "a"), (#"{"te\u0078t":"a"}"#, "a"),
        ("\r\n\t {\t\"text\" \n:\r\"a\"\t}\n", "a"),
    ])
    func spellingsAreTaken(_ row: (json: String, text: String)) throws {
        try expect(Everything(json: Array(row.json.utf8)).text, equals: row.text)
    }

    /// Of two values for one key, a dictionary keeps the first.
    @Test func theFirstOfTwoKeysCounts() throws {
        try expect([String: Int](json: Array(#"{"a":1,"a":2,"\u0061":3}"#.utf8)), equals: ["a": 1])
    }

    /// Keys are sorted by their bytes, whatever Swift takes for equal; those of one name stay in their order.
    @Test(arguments: [
        (#"{"é":1,"e\#u{301}":2}"#, #"{"e\#u{301}":2,"é":1}"#, true), (#"{"é":1}"#, #"{"e\#u{301}":1}"#, false),
        (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, false), (#"{"\ud800":1}"#, #"{"\ud801":1}"#, false),
        // Beside a lone surrogate, too, a character has one spelling; a backslash is no escape.
        (#"["\ud800\u0041\u2028"]"#, "[\"\\uD800A\u{2028}\"]", true), (#"{"\ud800A":1}"#, #"{"\uD800\u0041":1}"#, true),
        (#"{"\ud800":1}"#, #"{"\\ud800":1}"#, false), (#"["\ud800"]"#, #"["\\ud800"]"#, false),
        (#"{"b":1,"a":1.0}"#, #"{"\u0061":10e-1,"b":1}"#, true),
    ])
    func theCanonicalFormIsExact(_ one: String, _ other: String, _ isSame: Bool) throws {
        func form(_ json: String) throws -> [UInt8] {
            var output: [UInt8] = []
            try JSONCanonicalForm.append(Array(json.utf8).span, to: &output)
            return output
        }
        try expect((form(one) == form(other)), equals: isSame)
    }

    @Test(arguments: [(1, true), (256, true), (257, false), (100_000, false)])
    func depthIsLimited(_ row: (depth: Int, isRead: Bool)) {
        let json = Array((String(repeating: "[", count: row.depth) + String(repeating: "]", count: row.depth)).utf8)
        expect(((try? Nested(json: json)) != nil), equals: row.isRead)
        var canonical: [UInt8] = []
        expect(((try? JSONCanonicalForm.append(json.span, to: &canonical)) != nil), equals: row.isRead)
        let skipped = try? JSONReader.read(json.span) { reader throws(JSONError) in try reader.skipValue() }
        expect((skipped != nil), equals: row.isRead)
    }

    private struct Nested: JSONReadable {
        init(from reader: inout JSONReader) throws(JSONError) { _ = try reader.read([Nested].self) }
    }

    @Test func whatIsOddCanBePassedOver() throws {
        let json = Array(#"[1,"x",{"a":[]},null,3]"#.utf8)
        let numbers = try JSONReader.read(json.span) { reader throws(JSONError) in
            var numbers: [Int?] = []
            try reader.beginArray()
            while try reader.nextElement() { numbers.append(try reader.readLeniently()) }
            return numbers
        }
        expect(numbers, equals: [1, nil, nil, nil, 3])
    }

    @Test func aMemberCanBeReadLater() throws {
        let json = Array(#"{"state":{"a":1},"scene":"x"}"#.utf8)
        let (state, scene) = try JSONReader.read(json.span) { reader throws(JSONError) in
            var place: JSONReader.Position?
            var scene = ""
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if "state" ~= key { place = reader.position }
                if "scene" ~= key { scene = try reader.read() } else { try reader.skipValue() }
            }
            let end = reader.position
            var state: [String: Int] = [:]
            if let place {
                reader.move(to: place)
                state = try reader.read()
                reader.move(to: end)
            }
            return (state, scene)
        }
        expect(state == ["a": 1] && scene == "x")
    }
}
