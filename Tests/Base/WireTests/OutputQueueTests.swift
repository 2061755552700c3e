import Foundation
import Platform
import Processes
import TestSupport
import Testing
import Wire

@Suite struct OutputQueueTests {
    /// Pieces that are joined, pieces that are not, and both after a write of a part.
    @Test(arguments: [
        [1000, 299_000], [1, 1, 70_000, 3, 65_536, 2], [65_535, 1, 1], Array(repeating: 700, count: 500),
    ])
    func whatIsTakenInPartsArrivesInOrder(_ sizes: [Int]) throws {
        for isShared in [false, true] {
            let pipe = try Processes.Pipe.open()
            pipe.reader.setNonBlocking()
            if !isShared { pipe.writer.setNonBlocking() }
            var queue = OutputQueue(limit: .max, for: isShared ? pipe.writer.number : nil)
            var (made, arrived): ([UInt8], [UInt8]) = ([], [])
            for size in sizes {
                let piece = (0..<size).map { UInt8(truncatingIfNeeded: ($0 + made.count) / 3) }
                made += piece
                queue.append(piece)
                try queue.write(to: pipe.writer.number)
            }
            while !queue.isEmpty {
                #expect(queue.count + arrived.count <= made.count)
                arrived += Self.read(pipe.reader)
                try queue.write(to: pipe.writer.number)
            }
            arrived += Self.read(pipe.reader)
            expect(arrived, equals: made)
            try queue.write(to: pipe.writer.number)
        }
    }

    /// A full pipe takes nothing, and the queue does not wait for it, also where the descriptor would.
    @Test(arguments: [false, true]) func aFullPipeIsNotWaitedFor(isShared: Bool) throws {
        let pipe = try Processes.Pipe.open()
        if !isShared { pipe.writer.setNonBlocking() }
        var queue = OutputQueue(limit: .max, for: isShared ? pipe.writer.number : nil)
        queue.append([UInt8](repeating: 0x0A, count: 1 << 20))
        try queue.write(to: pipe.writer.number)
        let rest = queue.count
        expect(rest > 0 && rest == (1 << 20) - (pipe.reader.unread ?? 0))
        expect(queue.lines, equals: rest)
        try queue.write(to: pipe.writer.number)
        expect(queue.count, equals: rest)
    }

    /// Only bytes that the pipe has no room for are copied; they follow those that waited.
    @Test func onlyWhatThePipeDoesNotTakeIsKept() throws {
        let pipe = try Processes.Pipe.open()
        pipe.reader.setNonBlocking()
        pipe.writer.setNonBlocking()
        var queue = OutputQueue(limit: .max)
        let (room, number) = (1 << 16, pipe.writer.number)
        func write(_ bytes: [UInt8]) {
            let isWritten = bytes.withUnsafeBytes { (try? queue.write($0, to: number)) != nil }
            expect(isWritten)
        }
        write(Array("first".utf8))
        expect(queue.isEmpty)
        let more = (0..<room).map { UInt8(truncatingIfNeeded: $0) }
        write(more)
        let rest = queue.count
        expect(rest > 0 && rest == 5 + room - (pipe.reader.unread ?? 0))
        write(Array("last".utf8))
        expect(queue.count, equals: rest + 4)
        var arrived = Self.read(pipe.reader)
        try queue.write(to: pipe.writer.number)
        arrived += Self.read(pipe.reader)
        expect(arrived, equals: Array("first".utf8) + more + "last".utf8)
    }

    @Test(arguments: [false, true]) func aClosedPipeIsAnErrorAndTheRestStays(isShared: Bool) throws {
        StandardStream.ignoreBrokenPipes()
        let writer = try Self.lonelyWriter()
        var queue = OutputQueue(limit: .max, for: isShared ? writer.number : nil)
        queue.append(Array("a\nb".utf8))
        #expect(throws: OutputQueue.Failure.closed) { try queue.write(to: writer.number) }
        expect(queue.count, equals: 3)
        #expect(throws: OutputQueue.Failure.system(errno: EBADF)) { try queue.write(to: 1 << 20) }
        queue.removeAll()
        expect(queue.isEmpty && queue.lines == 0)
        try queue.write(to: writer.number)
    }

    @Test func theLimitIsKept() throws {
        let pipe = try Processes.Pipe.open()
        var queue = OutputQueue(limit: 5)
        expect(queue.offer([1, 2, 3, 4]) && !queue.isFull)
        expect(!queue.offer([5, 6]) && queue.count == 4)
        expect(queue.offer([5]) && queue.isFull)
        expect(!queue.offer([6]) && queue.offer([]))
        // Bytes that are made already are appended, and nothing fits after them.
        queue.append([6, 7])
        expect(queue.count == 7 && !queue.offer([]))
        try queue.write(to: pipe.writer.number)
        expect(!queue.isFull && queue.offer([8, 9, 10, 11, 12]))
        pipe.reader.setNonBlocking()
        expect(Self.read(pipe.reader), equals: [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func wholeLinesAreCounted() {
        var queue = OutputQueue(limit: .max)
        expect(queue.lines, equals: 0)
        queue.append(Array("a\nb\nc".utf8))
        expect(queue.lines == 2 && queue.count == 5)
        queue.append([UInt8](repeating: 0x0A, count: 70_000))
        expect(queue.lines, equals: 70_002)
    }

    @Test func aFileTakesEverything() throws {
        let path = NSTemporaryDirectory() + "/output-queue-\(getpid())"
        defer { unlink(path) }
        let file = Descriptor(owning: open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600))
        var queue = OutputQueue(limit: .max, for: file.number)
        queue.append([UInt8](repeating: 7, count: 300_000))
        try queue.write(to: file.number)
        #expect(queue.isEmpty)
        expect(lseek(file.number, 0, SEEK_END), equals: 300_000)
    }

    private static func lonelyWriter() throws -> Descriptor {
        let pipe = try Processes.Pipe.open()
        return pipe.writer
    }

    /// The bytes that are there.
    private static func read(_ reader: borrowing Descriptor) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        let count = Platform.read(reader.number, &chunk, chunk.count)
        return Array(chunk[..<max(0, count)])
    }
}
