import Composition
import TestSupport
import Testing
import Wire

@testable import Supervision

/// Lines that will be passed on together.
@Suite struct PendingRunTests {
    typealias Terms = PendingRun.Terms

    private static let line = #"{"specversion":"1.0","type":"a.output.x","source":"a","id":"a-1","data":{}}"# + "\n"
    private let port = Port(index: 0, service: Service(name: "b", command: ["b"]), lineLimit: 1000)
    private var destination: Destination { Destination(type: "a.output.x", receivers: [port], isState: false) }

    private static func flush(_ pending: inout PendingRun, of unread: String) -> [(
        text: String, lines: Int, layouts: Int
    )] {
        var flushed: [(String, Int, Int)] = []
        Array(unread.utf8).withUnsafeBytes { bytes in
            pending.flush(bytes) { run, _, _ in
                for line in run.lines { expect(run.bytes(of: line).last, equals: 0x0A) }
                flushed.append((String(decoding: run.bytes, as: UTF8.self), run.count, run.lines.count))
            }
        }
        return flushed
    }

    @Test(arguments: [true, false]) func linesAreHandedOverOnce(readsLayouts: Bool) {
        var pending = PendingRun()
        let (start, length) = (8, Self.line.utf8.count)
        for _ in 0..<2 {
            pending.begin(destination, at: start, Terms(readsLayouts: readsLayouts, readsTypes: true))
            for number in 1...2 { pending.add(to: start + number * length, EnvelopeLayout()) }
            let flushed = Self.flush(&pending, of: "skipped\n" + Self.line + Self.line + "behind")
            expect(flushed.map(\.text), equals: [Self.line + Self.line])
            expect(flushed.map(\.lines) == [2] && flushed.map(\.layouts) == [readsLayouts ? 2 : 0])
            expect(Self.flush(&pending, of: "").isEmpty && pending.destination == nil)
        }
    }

    @Test(arguments: [true, false]) func completedLinesAreKept(readsLayouts: Bool) {
        var pending = PendingRun()
        for _ in 0..<2 {
            pending.begin(destination, at: nil, Terms(readsLayouts: readsLayouts, readsTypes: true))
            for _ in 0..<3 { pending.add(Array(Self.line.utf8)) }
            let flushed = Self.flush(&pending, of: "")
            expect(flushed.map(\.text), equals: [Self.line + Self.line + Self.line])
            expect(flushed.map(\.lines) == [3] && flushed.map(\.layouts) == [readsLayouts ? 3 : 0])
        }
    }

    /// Which lines may join lines of `a.output.x` for one receiver.
    @Test func onlyLinesOfTheSameWayAreJoined() {
        let destination = destination
        let other = Port(index: 1, service: Service(name: "c", command: ["c"]), lineLimit: 1000)
        let rows: [(destination: Destination, start: Int?, readsTypes: Bool, isAdmitted: Bool)] = [
            (destination, 100, true, true), (destination, 101, true, false), (destination, nil, true, false),
            (Destination(type: "y", receivers: [port], isState: false), 100, false, true),
            (Destination(type: "y", receivers: [port], isState: false), 100, true, false),
            (Destination(type: "y", receivers: [other], isState: false), 100, false, false),
            (Destination(type: "y", receivers: [], isState: false), 100, false, false),
            (Destination(type: "y", receivers: [port, other], isState: false), 100, false, false),
            (Destination(type: "y", receivers: [port], isState: true), 100, false, false),
        ]
        for row in rows {
            var pending = PendingRun()
            #expect(!pending.admits(row.destination, at: row.start), "nothing waits")
            pending.begin(destination, at: 50, Terms(readsLayouts: false, readsTypes: row.readsTypes))
            pending.add(to: 100, EnvelopeLayout())
            expect(pending.admits(row.destination, at: row.start), equals: row.isAdmitted, "\(row.destination.type)")
        }
        var pending = PendingRun()
        let state = Destination(type: "s", receivers: [port], isState: true)
        pending.begin(state, at: 0, Terms(readsLayouts: true, readsTypes: true))
        #expect(pending.admits(state, at: 0), "each state of a run has a key of its own")
        #expect(!pending.admits(Destination(type: "t", receivers: [port], isState: true), at: 0))
        #expect(!pending.admits(destination, at: 0))
    }

    @Test func completedLinesDoNotPileUp() {
        var pending = PendingRun()
        pending.begin(destination, at: nil, Terms(readsLayouts: false, readsTypes: false))
        #expect(pending.admits(destination, at: nil))
        for _ in 0..<3 { pending.add([UInt8](repeating: 0x20, count: 100_000)) }
        #expect(!pending.admits(destination, at: nil))
    }
}

/// For any input, each receiver gets its lines in the order of their sender.
@Suite struct MixedLinesTests {
    /// Complete and incomplete lines of several types, with invalid lines and reports to the supervisor between them,
    /// cut anywhere.
    @Test(arguments: 0..<20 as Range<UInt64>) func orderIsKept(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        let bench = SwitchboardTests.Bench()
        var watched: [String] = []
        if seed.isMultiple(of: 2) {
            bench.board.watch = { passing in
                for line in passing.lines.split(separator: 0x0A) {
                    let event = try? Event(line: Array(line).span)
                    expect(event?.type, equals: passing.type)
                    watched.append(event?.id ?? "")
                }
            }
        }
        var text = ""
        var expected: (all: [String], searches: [String]) = ([], [])
        var reports = 0
        for number in 1...200 {
            let type = ["didSearch", "didSelect", "didGoBack"].randomElement(using: &random) ?? ""
            let (id, event) = ("v\(number)", "\"type\":\"view.output.\(type)\"")
            switch Int.random(in: 0..<10, using: &random) {
            case 0: text += "{\"type\":\"process.output.ready\",\"id\":\"\(id)\"}\n"
            case 1:
                text += ["nonsense\n", "{\(event),}\n", "{\"type\":\"x.y\"}\n"].randomElement(using: &random) ?? ""
                reports += 1
                continue
            case 2: text += ["\n", " \r\n", "\t\n"].randomElement(using: &random) ?? ""
            case 3...4:
                text += "{\(event),\"id\":\"\(id)\",\r\"data\":{}}\n"
                expected.all.append(id)
                if type == "didSearch" { expected.searches.append(id) }
            default:
                text += "{\"specversion\":\"1.0\",\(event),\"source\":\"view\",\"id\":\"\(id)\",\"data\":{}}\n"
                expected.all.append(id)
                if type == "didSearch" { expected.searches.append(id) }
            }
        }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = Int.random(in: 1...2000, using: &random)
            bench.write(Array(bytes.prefix(count)))
            bytes = bytes.dropFirst(count)
        }
        func ids(_ name: String) throws -> [String] { try bench.read(name).map { try Event(line: $0).id } }
        try expect(ids("presenter"), equals: expected.all)
        try expect(ids("ear"), equals: expected.searches)
        expect(bench.reports.count, equals: reports)
        if seed.isMultiple(of: 2) { expect(watched, equals: expected.all) }
        let written = bench.port("view").counters.written
        expect(written.lines, equals: expected.all.count)
        expect(bench.port("ear").counters.read.lines, equals: expected.searches.count)
    }
}
