import Foundation
import Recording
import TestSupport
import Testing

@Suite struct CassetteReaderTests {
    private static let event = #"{"type":"a.output.x","id":"1"}"#
    private static let passage = #"{"t":0.5,"from":"a","to":["b"],"event":\#(event)}"#

    @Test func aCassetteIsReadLineByLineAndWhatIsNoneIsNamed() throws {
        let header = String(decoding: Samples.header.line.dropLast(), as: UTF8.self)
        let lines = [header, Self.passage, #"{"missed":3}"#, "nonsense", "", Self.passage]
        let folder = try TemporaryFolder()
        let reader = try CassetteReader(try folder.write(lines.joined(separator: "\n"), to: "c.ndjson").path)
        let expected = CassetteReader.Line.passage(
            Passage(time: 0.5, sender: "a", receivers: ["b"], event: Array(Self.event.utf8)))
        expect(reader.header, equals: Samples.header)
        try expect(reader.next(), equals: expected)
        try expect(reader.next(), equals: .missed(3))
        try expect(reader.next(), equals: expected)
        try expect(reader.next(), equals: nil)
        expect(reader.damages.map(\.line), equals: [4])
    }

    @Test func whatATapHasSavedWithoutAHeaderIsRead() throws {
        let folder = try TemporaryFolder()
        let reader = try CassetteReader(try folder.write(Self.passage + "\n", to: "c.ndjson").path)
        expect(reader.header, equals: nil)
        try expect(Samples.numbers(in: reader), equals: [5])
        expect(reader.damages, equals: [])
    }

    @Test func aNewerVersionIsNamedAndReadAsFarAsItIsUnderstood() throws {
        let folder = try TemporaryFolder()
        let text = #"{"viperline":"cassette","version":9,"new":{}}"# + "\n" + Self.passage
        let reader = try CassetteReader(try folder.write(text, to: "c.ndjson").path)
        try expect(Samples.numbers(in: reader), equals: [5])
        expect(reader.damages.count, equals: 1)
        expect(reader.damages.first?.reason.contains("version 9"), equals: true)
        expect(reader.damages.first?.reason.contains("update viperline"), equals: true)
    }

    @Test func plainEventsAreReadOnlyWhereTheyAreExpected() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.event + "\n", to: "c.ndjson").path
        try expect(Samples.numbers(in: CassetteReader(path)), equals: [])
        try expect(Samples.numbers(in: CassetteReader(path, acceptsEvents: true)), equals: [0])
    }

    @Test func aFileThatIsSomethingElseTakesNoMemory() throws {
        let folder = try TemporaryFolder()
        let reader = try CassetteReader(
            try folder.write(String(repeating: "nonsense\n", count: 10_000), to: "c").path)
        try expect(reader.next(), equals: nil)
        #expect(!reader.hasContent)
        expect(reader.damages.map(\.count), equals: [10_000])
        expect(reader.damages.first?.reason.hasSuffix("like the 9999 after it"), equals: true)
    }

    /// 2 GiB of empty lines in 2 MB kept every command busy for minutes.
    @Test(arguments: ["", "x"]) func aFileWithoutEventsIsNotReadToItsEnd(_ line: String) throws {
        let folder = try TemporaryFolder()
        let most = CassetteReader.mostLinesWithoutEvent
        let empty = String(repeating: line + "\n", count: most + 100_000)
        let reader = try CassetteReader(
            try folder.write(Self.passage + "\n" + empty + Self.passage + "\n", to: "c").path)
        #expect(try reader.next() != nil)
        try expect(reader.next(), equals: nil)
        expect(reader.lineNumber, equals: most + 2, "counted from the line of the event")
        let damage = try require(reader.damages.first)
        expect("line \(damage.line) \(damage.reason)", contains: "line 2 begins \(most + 1) lines without an event")
        try expect(reader.next(), equals: nil)
    }

    /// Endless lines, and endless empty data that are compressed.
    @Test(arguments: ["cat /dev/zero", "head -c 400M /dev/zero | gzip"])
    func anEndlessLineIsNotReadToItsEnd(_ source: String) throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        expect(mkfifo(pipe, 0o600), equals: 0)
        let child = try ChildProcess(["sh", "-c", "\(source) > '\(pipe)'"])
        let reader = try CassetteReader(pipe)
        expect(!reader.hasContent && reader.damages.count == 1)
        let damage = try require(reader.damages.first)
        let words = "line \(damage.line) \(damage.reason)".split { $0.isNumber }
        expect(words, equals: ["line ", " has no event in its first ", " bytes; the rest of the file is left out"])
        expect(damage.line, equals: 1)
        kill(child.pid, SIGKILL)
        _ = child.wait()
    }

    /// A recording's last line shows that it is whole; recordings of earlier versions have no such line.
    @Test(
        arguments: [
            (true, 0, 0, 0, nil), (true, 0, 0, 0, 0), (true, 0, 0, 0, 139), (true, 1, 0, 1, 3), (true, 2, 0, 1, 3),
            (false, 1, 0, 0, nil),
            // In the middle of a line, which is no second damage; before its LF.
            (true, 1, 9, 1, nil), (true, 0, 9, 1, nil), (true, 1, 1, 1, nil),
        ] as [(Bool, Int, Int, Int, Int32?)])
    func aCutRecordingIsNotTakenForAWholeOne(hasMark: Bool, dropped: Int, bytes: Int, damages: Int, exit: Int32?) throws
    {
        let folder = try TemporaryFolder()
        var header = Samples.header
        header.ends = hasMark ? true : nil
        let lines = [String(decoding: header.line.dropLast(), as: UTF8.self), Self.passage, Self.passage]
        let whole = lines + (hasMark ? [String(decoding: Passage.end(exit: exit).dropLast(), as: UTF8.self)] : [])
        let text = whole.dropLast(dropped).joined(separator: "\n") + "\n"
        let reader = try CassetteReader(try folder.write(String(text.dropLast(bytes)), to: "c.ndjson").path)
        while try reader.next() != nil {}
        expect(reader.damageCount, equals: damages, "\(reader.damages)")
        #expect(reader.damages.allSatisfy { $0.reason.contains("the recording has no end") })
        try expect(reader.next() == nil && reader.damageCount == damages)
        expect(reader.exit, equals: (dropped == 0 ? exit : nil))
    }

    @Test func eventsFarApartAreRead() throws {
        let folder = try TemporaryFolder()
        let empty = String(repeating: "\n", count: CassetteReader.mostLinesWithoutEvent - 1)
        let line = Self.passage + "\n" + empty
        let reader = try CassetteReader(try folder.write(line + line + Self.passage + "\n", to: "c").path)
        for _ in 0..<3 { #expect(try reader.next() != nil) }
        try expect(reader.next() == nil && reader.damages == [])
    }

    // MARK: - Compressed

    @Test(arguments: ["c.ndjson", "c.ndjson.gz"])
    func whatWasFlushedIsReadWhileTheRecordingGoesOn(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        try Samples.write([Samples.passages(100)], finished: false, to: path)
        let reader = try CassetteReader(path)
        expect(reader.header, equals: Samples.header)
        try expect(Samples.numbers(in: reader), equals: Array(1...100))
        // As after a kill: a compressed file without its end is reported.
        expect(reader.damages.count, equals: (name.hasSuffix(".gz") ? 1 : 0))
    }

    @Test func gzipIsKnownByItsContentAndMembersFollowEachOther() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson.gz"
        try Samples.write([Samples.passages(3)], to: path)
        let member = try Data(contentsOf: URL(fileURLWithPath: path))
        try (member + member).write(to: folder.url.appendingPathComponent("two"))
        let reader = try CassetteReader(folder.path + "/two")
        try expect(Samples.numbers(in: reader), equals: [1, 2, 3, 1, 2, 3])
        // The second header.
        expect(reader.damages.map(\.line), equals: [5])
    }

    @Test func aTruncatedFileIsReadToWhereItEnds() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson.gz"
        try Samples.write([Samples.passages(2000)], to: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in [1, 9, 30, whole.count / 3, whole.count / 2, whole.count - 8, whole.count - 1] {
            try whole.prefix(length).write(to: folder.url.appendingPathComponent("part"))
            let reader = try CassetteReader(folder.path + "/part")
            let numbers = try Samples.numbers(in: reader)
            expect(numbers, equals: Array(1...2000).prefix(numbers.count).map(\.self))
            expect(length < whole.count / 2 || numbers.count > 500)
            #expect(reader.damageCount > 0, "of \(length) bytes")
        }
    }

    @Test func behindDamageItGoesOnWhereItWasFlushed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson.gz"
        let lines = Samples.passages(3000)
        try Samples.write([Array(lines[..<1000]), Array(lines[1000..<2000]), Array(lines[2000...])], to: path)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // Damage in the second of three parts.
        let middle = bytes.count / 2
        bytes.replaceSubrange(middle..<middle + 40, with: Data(repeating: 0xFF, count: 40))
        try bytes.write(to: folder.url.appendingPathComponent("damaged"))
        let reader = try CassetteReader(folder.path + "/damaged")
        let numbers = try Samples.numbers(in: reader)
        #expect(numbers.starts(with: 1...1000))
        // The line in which the damage ends is lost too.
        expect(numbers.suffix(999), equals: ArraySlice(2002...3000))
        #expect(reader.damages.contains { $0.reason.contains("damaged") }, "\(reader.damages.prefix(5))")
    }

    @Test func noByteThatIsWrongMakesItFail() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson.gz"
        try Samples.write([Samples.passages(20), Samples.passages(20)], to: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in stride(from: 0, to: whole.count, by: 7) {
            var bytes = whole
            bytes[index] ^= 0xFF
            try bytes.write(to: folder.url.appendingPathComponent("damaged"))
            let reader = try CassetteReader(folder.path + "/damaged")
            while try reader.next() != nil {}
        }
    }
}
