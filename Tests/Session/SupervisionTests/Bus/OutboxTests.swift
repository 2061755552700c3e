import Foundation
import Processes
import TestSupport
import Testing

@testable import Supervision

@Suite struct OutboxTests {
    private static func fill(_ outbox: inout Outbox, _ line: String, as state: String? = nil) {
        Array("\(line)\n".utf8).withUnsafeBytes { bytes in
            if let state {
                outbox.append(bytes, as: StateKey(type: "show", subject: state))
            } else {
                outbox.append(bytes)
            }
        }
    }

    /// Writes to a file, which never blocks.
    private static func drain(_ outbox: inout Outbox) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let writer = try require(Descriptor(opening: file.path, O_WRONLY))
        expect(outbox.write(to: writer.number), equals: .drained)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func linesKeepTheirOrder() throws {
        var outbox = Outbox()
        for line in ["a", "b", "c"] { Self.fill(&outbox, line) }
        expect(outbox.count, equals: 6)
        try expect(Self.drain(&outbox), equals: ["a", "b", "c"])
        expect(outbox.count, equals: 0)
    }

    /// A receiver that yields gets the rest of its line and nothing of the next.
    @Test func onlyTheLineThatWasBegunIsFinished() throws {
        let pipe = try Pipe.open()
        pipe.writer.setNonBlocking()
        var outbox = Outbox()
        Self.fill(&outbox, String(repeating: "x", count: 100_000))
        Self.fill(&outbox, "next")
        expect(outbox.write(to: pipe.writer.number), equals: .blocked)
        var got = 0
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        repeat {
            got += read(pipe.reader.number, &bytes, bytes.count)
        } while outbox.finishLine(to: pipe.writer.number) == .blocked
        while got < 100_001 { got += read(pipe.reader.number, &bytes, bytes.count) }
        expect(got, equals: 100_001)
        expect(outbox.finishLine(to: pipe.writer.number), equals: .drained)
        try expect(Self.drain(&outbox), equals: ["next"])
    }

    @Test func aStateThatWaitsIsReplacedByItsSuccessor() throws {
        var outbox = Outbox()
        Self.fill(&outbox, "first of A", as: "A")
        Self.fill(&outbox, "of B", as: "B")
        Self.fill(&outbox, "an event")
        Self.fill(&outbox, "second of A", as: "A")
        Self.fill(&outbox, "third of A", as: "A")
        try expect(Self.drain(&outbox), equals: ["of B", "an event", "third of A"])
    }

    /// Regression: superseded states were kept until the receiver read.
    @Test func statesForAReceiverThatNeverReadsTakeNoMemory() throws {
        var outbox = Outbox(wasteLimit: 1000)
        Self.fill(&outbox, "first")
        for number in 0..<10_000 { Self.fill(&outbox, "\(number) of \(number % 3)", as: "\(number % 3)") }
        #expect(outbox.held < 2000)
        try expect(Self.drain(&outbox), equals: ["first", "9997 of 1", "9998 of 2", "9999 of 0"])
    }

    /// Regression: superseded states that the writer had passed stayed for ever, since only written bytes counted.
    @Test func supersededStatesForAReceiverThatReadsTakeNoMemory() throws {
        let pipe = try Pipe.open()
        pipe.writer.setNonBlocking()
        var outbox = Outbox(keepsUnread: true)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let text = String(repeating: "x", count: 1000)
        for _ in 0..<1000 {
            for _ in 0..<50 { Self.fill(&outbox, text, as: "A") }
            expect(outbox.write(to: pipe.writer.number), equals: .drained)
            expect(read(pipe.reader.number, &chunk, chunk.count), equals: 1001)
        }
        #expect(outbox.held < 1 << 20)
    }

    @Test func aStateThatWasWrittenIsNotTakenBack() throws {
        var outbox = Outbox()
        Self.fill(&outbox, "first", as: "A")
        try expect(Self.drain(&outbox), equals: ["first"])
        Self.fill(&outbox, "second", as: "A")
        try expect(Self.drain(&outbox), equals: ["second"])
    }

    @Test func aStateOfWhichTheReceiverHasReadAPartIsFinished() throws {
        let pipe = try Pipe.open()
        pipe.writer.setNonBlocking()
        pipe.reader.setNonBlocking()
        var outbox = Outbox()
        let long = String(repeating: "x", count: 1 << 20)
        Self.fill(&outbox, long, as: "A")
        expect(outbox.write(to: pipe.writer.number), equals: .blocked)
        Self.fill(&outbox, "new", as: "A")
        var text: [UInt8] = []
        var writing = Outbox.Writing.blocked
        while writing == .blocked || !text.hasSuffix("new\n") {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(pipe.reader.number, &chunk, chunk.count)
            text += chunk.prefix(max(0, count))
            writing = outbox.write(to: pipe.writer.number)
        }
        expect(text.count, equals: long.utf8.count + 1 + 4)
    }

    @Test func aClosedReceiverIsGone() throws {
        var ends: [Int32] = [0, 0]
        expect(pipe(&ends), equals: 0)
        close(ends[0])
        let writer = Descriptor(owning: ends[1])
        signal(SIGPIPE, SIG_IGN)
        var outbox = Outbox()
        Self.fill(&outbox, "a")
        expect(outbox.write(to: writer.number), equals: .gone)
    }

    /// - Parameters:
    ///   - read: how many bytes of "one\nstate\nthree\n" the receiver reads before it ends.
    ///   - rest: what its successor is written.
    @Test(arguments: [
        (0, ["one", "new", "three", "more"]), (2, ["one", "new", "three", "more"]), (4, ["new", "three", "more"]),
        (7, ["new", "three", "more"]), (8, ["three", "more"]), (14, ["more"]),
    ])
    func whatAReceiverHasNotReadIsWrittenAgain(read count: Int, rest: [String]) throws {
        let pipe = try Pipe.open()
        var outbox = Outbox(keepsUnread: true)
        Self.fill(&outbox, "one")
        Self.fill(&outbox, "old", as: "A")
        Self.fill(&outbox, "new", as: "A")
        Self.fill(&outbox, "three")
        expect(outbox.write(to: pipe.writer.number), equals: .drained)
        var bytes = [UInt8](repeating: 0, count: 100)
        expect(read(pipe.reader.number, &bytes, count), equals: count)
        Self.fill(&outbox, "more")
        outbox.takeBack(unread: pipe.writer.unread ?? 0)
        expect(outbox.unread().map { String(decoding: $0.dropLast(), as: UTF8.self) }, equals: rest)
        expect(outbox.count, equals: rest.reduce(0) { $0 + $1.utf8.count + 1 })
        try expect(Self.drain(&outbox), equals: rest)
    }

    /// Compared with a simple model: for any queue and any draining, the receiver gets every event once, in
    /// order, and the newest of each state last.
    @Test(arguments: 0..<50) func agreesWithTheModel(seed: UInt64) throws {
        var generator = Seeded(seed: seed)
        var outbox = Outbox(wasteLimit: seed.isMultiple(of: 2) ? 20 : 1 << 16)
        var model: [(line: String, key: String?)] = []
        for step in 0..<200 {
            let key = ["A", "B", nil].randomElement(using: &generator) ?? nil
            let line = "\(step)-\(key ?? "event")"
            if let key { model.removeAll { $0.key == key } }
            model.append((line, key))
            Self.fill(&outbox, line, as: key)
            if Int.random(in: 0..<20, using: &generator) == 0 {
                try expect(Self.drain(&outbox), equals: model.map(\.line))
                model = []
            }
        }
        try expect(Self.drain(&outbox), equals: model.map(\.line))
    }
}

/// A receiver that reads a little at times: the pipe fills up in the middle of lines.
@Suite struct SlowReceiverTests {
    private static func pipe() throws -> Processes.Pipe {
        let pipe = try Processes.Pipe.open()
        pipe.writer.setNonBlocking()
        pipe.reader.setNonBlocking()
        return pipe
    }

    /// - Parameter isReplaced: another process takes its place now and then.
    @Test(arguments: 0..<10 as Range<UInt64>, [false, true])
    func getsWholeLinesAndTheNewestStates(seed: UInt64, isReplaced: Bool) throws {
        var random = Seeded(seed: seed)
        var pipe = try Self.pipe()
        var outbox = Outbox(wasteLimit: 1 << 15, keepsUnread: isReplaced)
        var received: [UInt8] = []
        var wasBlocked = false
        func take(_ most: Int) {
            var chunk = [UInt8](repeating: 0, count: most)
            let count = read(pipe.reader.number, &chunk, most)
            received += chunk.prefix(max(0, count))
        }
        var queued: [(number: Int, key: String)] = []
        for number in 0..<400 {
            let key = ["A", "B", "event"].randomElement(using: &random) ?? ""
            let line =
                "\(number) \(key) " + String(repeating: "x", count: Int.random(in: 0..<5000, using: &random)) + "\n"
            Array(line.utf8).withUnsafeBytes {
                key == "event" ? outbox.append($0) : outbox.append($0, as: StateKey(type: "show", subject: key))
            }
            queued.append((number, key))
            wasBlocked = outbox.write(to: pipe.writer.number) == .blocked || wasBlocked
            if Bool.random(using: &random) { take(Int.random(in: 1...3000, using: &random)) }
            #expect(outbox.held < 1 << 20)
            guard isReplaced, Int.random(in: 0..<20, using: &random) == 0 else { continue }
            // The line that it has not read completely is not handled.
            received.removeSubrange((received.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...)
            outbox.takeBack(unread: pipe.writer.unread ?? 0)
            pipe = try Self.pipe()
            if Bool.random(using: &random) { outbox.replace(with: outbox.unread()) }
        }
        while outbox.write(to: pipe.writer.number) == .blocked { take(1 << 16) }
        for _ in 0..<8 { take(1 << 16) }
        #expect(wasBlocked, "else this is no slow receiver")
        let lines = String(decoding: received, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        let got = lines.compactMap { words in words.first.flatMap { Int($0) }.map { ($0, String(words[1])) } }
        expect(got.count == lines.count && zip(got, got.dropFirst()).allSatisfy { $0.0 < $1.0 }, "whole, in order")
        expect(got.filter { $0.1 == "event" }.map(\.0), equals: queued.filter { $0.key == "event" }.map(\.number))
        for key in ["A", "B"] {
            expect(got.last { $0.1 == key }?.0, equals: queued.last { $0.key == key }?.number, "the newest of \(key)")
        }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
