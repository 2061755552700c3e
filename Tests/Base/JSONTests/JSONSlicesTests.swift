import JSON
import TestSupport
import Testing

@Suite struct JSONSlicesTests {
    @Test(arguments: [
        (#"{"items":[]}"#, []),
        (#"{"items":[1]}"#, ["1"]),
        (
            #" { "a" : {"items":[9]} , "items" : [ {"b":[1,2]} , "],[" , null ] , "z":1 } "#,
            [#"{"b":[1,2]}"#, #""],[""#, "null"]
        ),
        (#"{"\u0069tems":[1]}"#, ["1"]),
        (#"{"items":{}}"#, nil), (#"{"other":[1]}"#, nil), ("{}", nil), ("[1]", nil), ("", nil), (#"{"items":[1"#, nil),
        (#"{"items""#, nil),
    ])
    func findsElements(_ row: (json: String, elements: [String]?)) {
        let bytes = Array(row.json.utf8)
        let found = JSONSlices.elements(of: "items", in: bytes.span)
        expect(found?.map { String(decoding: bytes[$0], as: UTF8.self) }, equals: row.elements)
    }
}
