import Foundation
import Recording
import TestSupport
import Testing

@Suite struct CassetteReaderTests {
    @Test func aCassetteIsReadLineByLineAndWhatIsNoneIsNamed() throws {
        let header =
            #"{"viperline":"cassette","version":1,"composition":"c","started":"2026-01-02T03:04:05Z","services":{"a":{"command":["cat"],"receives":[],"sends":["a.output"]}}}"#
        let event = #"{"type":"a.output.x","id":"1"}"#
        let passage = #"{"t":0.5,"from":"a","to":["b"],"event":\#(event)}"#
        let lines = [header, passage, #"{"missed":3}"#, "nonsense", passage]
        let folder = try TemporaryFolder()
        let reader = try CassetteReader(try folder.write(lines.joined(separator: "\n"), to: "c.ndjson").path)
        let expected = CassetteReader.Line.passage(
            Passage(time: 0.5, sender: "a", receivers: ["b"], event: Array(event.utf8)))
        #expect(reader.header?.services["a"]?.command == ["cat"])
        #expect(try reader.next() == expected)
        #expect(try reader.next() == .missed(3))
        #expect(try reader.next() == expected)
        #expect(try reader.next() == nil)
        #expect(reader.damages.map(\.line) == [4])
    }
}
