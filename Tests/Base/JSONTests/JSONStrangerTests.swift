import JSON
import TestSupport
import Testing

/// Members and words that a reader passes over although their author may have meant something by them.
@Suite struct JSONStrangerTests {
    private struct Tea: JSONReadable {
        var kind: String

        init(from reader: inout JSONReader) throws(JSONError) {
            var kind: String?
            let object = try reader.beginObject(with: "kind")
            while let key = try reader.nextKey() {
                switch key {
                case "kind" where kind == nil: kind = try reader.string()
                default: try reader.skip(key, known: "kind grams")
                }
            }
            guard let kind else { throw .missing("kind", at: object) }
            self.kind = kind
        }
    }

    @Test(arguments: [
        (#"[{"kind":"a","kind":"b","grams":1}]"#, []),
        (#"[{"kind":"a","gram":1},{"kind":"a","gram":2}]"#, [#"[0].gram is not known (did you mean "grams"?)"#]),
        (
            #"[{"kind":"a","a.b":{"c":1},"":0}]"#,
            ["[0].a.b is not known (known: kind, grams)", "[0]. is not known (known: kind, grams)"]
        ),
    ]) func eachIsNotedOnce(_ json: String, _ words: [String]) throws {
        var strangers: [JSONStranger] = []
        _ = try [Tea](json: Array(json.utf8).span, noting: &strangers)
        expect(strangers.map { "\($0)" }, equals: words)
    }

    @Test(arguments: [(20, 20), (21, 21), (1000, 21)])
    func theirNumberIsBoundedAndTheRestIsTold(_ count: Int, _ noted: Int) throws {
        let json = "{\"kind\":\"a\"" + (0..<count).map { ",\"x\($0)\":1" }.joined() + "}"
        var strangers: [JSONStranger] = []
        _ = try Tea(json: Array(json.utf8).span, noting: &strangers)
        expect(strangers.count, equals: noted)
        expect(strangers.last?.description == "more unknown members are not named", equals: count > 20)
    }

    /// Every error of a text is told with what may have been meant.
    @Test(arguments: [
        (#"[{"kind":"a"},{"knd":"b"}]"#, #"[1].kind is missing; "knd" is not known there (known: kind, grams)"#),
        (#"[{"sort":"b","knd":1}]"#, #"[0].kind is missing; "knd" is not known there (known: kind, grams)"#),
        ("[{}]", "[0].kind is missing"), ("[7]", "[0] is not an object with kind"), ("[null]", "[0] is null"),
        (#"[{"grams":2}]"#, "[0].kind is missing"),
    ]) func anErrorNamesThem(_ json: String, _ words: String) {
        let error = #expect(throws: JSONError.self) { try [Tea](json: Array(json.utf8)) }
        expect(error?.description, equals: words)
    }

    /// The offset of an error in a text of its own is no offset in the text around it.
    @Test func aPathThatIsThereIsKept() {
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(Array(#"{"a":{"b":[{"grams":1}]}}"#.utf8).span) { reader throws(JSONError) in
                try reader.skipValue()
                _ = try [Tea](json: Array(#"[{"kind":5}]"#.utf8))
            }
        }
        expect(error?.description, equals: "[0].kind is not a string")
    }
}
