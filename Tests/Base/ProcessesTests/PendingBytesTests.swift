import Foundation
import Processes
import Testing

@Suite struct PendingBytesTests {
    @Test func whatIsTakenInPartsArrivesInOrder() throws {
        let pipe = try Pipe.open()
        pipe.writer.setNonBlocking()
        pipe.reader.setNonBlocking()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        var pending = PendingBytes()
        pending.append(bytes[..<1000])
        pending.append(bytes[1000...])
        var arrived: [UInt8] = []
        var writing = PendingBytes.Writing.blocked
        while writing == .blocked {
            writing = pending.write(to: pipe.writer.number)
            #expect(pending.count + arrived.count <= bytes.count)
            var chunk = [UInt8](repeating: 0, count: 1 << 20)
            let count = read(pipe.reader.number, &chunk, chunk.count)
            arrived += chunk[..<max(0, count)]
        }
        #expect(writing == .drained)
        #expect(arrived == bytes)
        #expect(pending.write(to: pipe.writer.number) == .drained)
    }

    @Test func wholeLinesAreCounted() {
        var pending = PendingBytes()
        #expect(pending.lines == 0)
        pending.append(Array("a\nb\nc".utf8))
        #expect(pending.lines == 2 && pending.count == 5)
    }

    @Test func whereNobodyReadsTheRestIsDropped() throws {
        signal(SIGPIPE, SIG_IGN)
        let writer = try Self.lonelyWriter()
        var pending = PendingBytes()
        pending.append([1, 0x0A, 3])
        #expect(pending.write(to: writer.number) == .gone)
        #expect(pending.count == 0 && pending.droppedLines == 1)
    }

    private static func lonelyWriter() throws -> Descriptor {
        let pipe = try Pipe.open()
        return pipe.writer
    }
}
