import JSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    @Test func commasAreWhereTheyBelong() {
        let json = JSONWriter.write { writer in
            writer.beginObject()
            writer.member("empty", [String]())
            writer.member("nothing", String?.none)
            writer.member("list", [[Int]]([[], [1], [2, 3]]))
            writer.key("raw")
            writer.json(Array(#"{"a":1}"#.utf8))
            writer.member("text", "ends with {")
            writer.member("after", ["["])
            writer.member(named: "\"", Int?.none)
            writer.endObject()
        }
        let expected =
            ##"{"empty":[],"list":[[],[1],[2,3]],"raw":{"a":1},"text":"ends with {","after":["["],"\"":null}"##
        expect(String(decoding: json, as: UTF8.self), equals: expected)
    }

    @Test(arguments: [0, 1, 511, 512, 513, 4096, 100_000])
    func anyLengthFits(count: Int) throws {
        let text = String(repeating: "x", count: count)
        try expect(String(json: text.json), equals: text)
        let list = [String](repeating: "é\n", count: count / 8)
        try expect([String](json: list.json), equals: list)
    }

    /// Texts are copied before they are looked at, sixteen bytes at a time.
    @Test(arguments: ["\"": #"\""#, "\\": #"\\"#, "\n": #"\n"#, "\u{7F}": #"\u007f"#, "\u{2028}": #"\u2028"#, "é": "é"])
    func everyCharacterIsFoundInEveryPlace(_ character: String, written: String) {
        for count in 0..<40 {
            let parts = [String(repeating: "x", count: count), String(repeating: "y", count: 39 - count)]
            let texts = [parts.joined(), parts.joined(separator: character)]
            let expected = [parts.joined(), parts.joined(separator: written)]
            expect(String(decoding: texts.json, as: UTF8.self), equals: "[\"\(expected[0])\",\"\(expected[1])\"]")
        }
    }

    @Test(arguments: [(Double.nan, #""nan""#), (.infinity, #""inf""#), (-.infinity, #""-inf""#)])
    func aNumberThatJSONLacksIsAText(_ row: (number: Double, text: String)) {
        expect(String(decoding: row.number.json, as: UTF8.self), equals: row.text)
    }
}
