import Recording
import TestSupport
import Testing

@Suite struct CassetteReaderTests {
    @Test func aCassetteIsReadLineByLine() throws {
        let header =
            #"{"viperline":"cassette","version":1,"composition":"c","started":"2026-01-02T03:04:05Z","services":{"a":{"command":["cat"],"receives":[],"sends":["a.output"]}}}"#
        let passage = #"{"t":0.5,"from":"a","to":["b"],"event":{"type":"a.output.x","id":"1"}}"#
        let folder = try TemporaryFolder()
        let path = try folder.write("\(header)\n\(passage)\n{\"missed\":3}\nnonsense\n\(passage)", to: "c.ndjson").path
        let event = Array(#"{"type":"a.output.x","id":"1"}"#.utf8)
        let line = CassetteReader.Line.passage(Passage(time: 0.5, sender: "a", receivers: ["b"], event: event))
        let reader = try CassetteReader(path)
        #expect(reader.header?.services["a"]?.command == ["cat"])
        #expect(try reader.next() == line
        #expect(try reader.next() == .missed(3))
        #expect(try reader.next() == line
        #expect(try reader.next() == nil)
        #expect(reader.damages.map(\.line) == [5])
    }
}
