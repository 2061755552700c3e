import JSON
import TestSupport
import Testing

@testable import NATSBridge

/// Whenever the process is killed, each line is on the bus once, in order.
struct BusWriterTests {
    private static let lineLimit = 4000

    private static func item(_ number: Int, size: Int = 10) -> BusWriter.Item {
        let line = "{\"n\":\(number),\"pad\":\"\(String(repeating: "x", count: size))\"}"
        return BusWriter.Item(
            line: Array(line.utf8),
            origin: LineOrigin(sender: JoinID(name: "b", incarnation: "1"), position: UInt64(number)))
    }

    /// What the writer puts into the pipe: snapshots and lines.
    private enum Written {
        case snapshot([UInt8])
        case line([UInt8])
    }

    private static func snapshot(_ batch: BusWriter.Batch) -> Written {
        var snapshot = JoinSnapshot(incarnation: "me")
        snapshot.progress = batch.progress
        snapshot.lines = batch.next == nil ? batch.lines.map(JSONBytes.init) : []
        snapshot.next = batch.next.map { JoinSnapshot.Next(origin: $0, type: "t") }
        return .snapshot(snapshot.json)
    }

    /// Writes lines in batches, as the bridge does.
    /// - Parameter repeats: lines that the bus will drop.
    private static func write(_ sizes: [Int], after state: JoinSnapshot?, repeats: Int = 0) -> [Written] {
        var state = state
        if let next = state?.next, repeats > 0 {
            state?.progress.note(next.origin)
            state?.lines = [JSONBytes([])]
        }
        var writer = BusWriter(lineLimit: lineLimit, after: state)
        var pipe: [Written] = (state?.lines ?? []).map { .line($0.bytes) }
        for (index, size) in sizes.enumerated() {
            let number = index + 1
            // The order of peers drops what was written.
            guard UInt64(number) > position(state?.progress) else { continue }
            writer.append(item(number, size: size))
            // Two at a time.
            guard number % 2 == 0 || number == sizes.count else { continue }
            while let batch = writer.next() {
                pipe.append(snapshot(batch))
                pipe += batch.lines.map { .line($0) }
                _ = writer.drained()
            }
        }
        return pipe
    }

    /// Small lines, and ones that no snapshot can hold.
    @Test(arguments: [[10, 10, 10, 10, 10], [10, 3000, 10, 3000, 3000, 10], [3000], [10, 10, 3000]])
    func `A process that is killed after any write leaves nothing out and says nothing twice`(sizes: [Int]) throws {
        let whole = Self.write(sizes, after: nil)
        for cut in 0...whole.count {
            var bus: [[UInt8]] = []
            var state: JoinSnapshot?
            var since = 0
            for written in whole.prefix(cut) {
                switch written {
                case .snapshot(let json):
                    state = try JoinSnapshot(json: json)
                    since = 0
                case .line(let line):
                    bus.append(line)
                    since += 1
                }
            }
            // The bus drops as many as it has passed on since the snapshot.
            for written in Self.write(sizes, after: state, repeats: since) {
                guard case .line(let line) = written else { continue }
                if since > 0 { since -= 1 } else { bus.append(line) }
            }
            let expected = sizes.enumerated().compactMap { Self.item($0.offset + 1, size: $0.element).line }
            expect(bus, equals: expected, "killed after \(cut) writes")
        }
    }

    private static func position(_ progress: JoinProgress?) -> UInt64 { progress?.origins.first?.position ?? 0 }

    private static func place(_ writer: BusWriter) -> UInt64 { position(writer.confirmed) }

    @Test func `What is written is done when it is out, and not before`() {
        var writer = BusWriter(lineLimit: Self.lineLimit)
        writer.append(Self.item(1))
        writer.append(Self.item(2))
        expect(writer.next()?.lines.count, equals: 2)
        writer.append(Self.item(3))
        expect(writer.next(), equals: nil, "others are on their way")
        expect(Self.place(writer), equals: 0)
        expect(writer.drained() && Self.place(writer) == 2)
        expect(writer.next()?.lines.count, equals: 1)
        expect(writer.drained() && Self.place(writer) == 3)
        expect(writer.next() == nil && !writer.drained())
    }

    @Test func `A batch is bounded`() {
        var writer = BusWriter(lineLimit: 1 << 20)
        for number in 1...BusWriter.mostLines + 1 { writer.append(Self.item(number)) }
        expect(writer.next()?.lines.count, equals: BusWriter.mostLines)
        _ = writer.drained()
        expect(writer.next()?.lines.count, equals: 1)
        _ = writer.drained()
        for number in 1...5 { writer.append(Self.item(number, size: BusWriter.mostBytes / 2)) }
        expect(writer.next()?.lines.count, equals: 2)
    }
}
