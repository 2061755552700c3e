import Platform
import TestSupport
import Testing
import Wire

@testable import NATSBridge

/// A link to one receiver: its bounds, and what it tells of gaps.
struct SendLinkTests {
    private let start = Instant.now

    private struct Rig {
        var link: SendLink
        var states = NewestStates()
        var taken = TakenLines()
        /// What the bus would repeat for a successor.
        var lines: [SentLine] = []
        let sender: JoinSettings

        init(at now: Instant, patterns: [String] = ["out"]) throws {
            let id = JoinID(name: "b", incarnation: "B")
            link = SendLink(to: id, taking: patterns.map(MessagePattern.init), after: 0, opened: 0, at: now)
            sender = JoinSettings(
                session: try require(SubjectName("s")), name: "a", in: try .net(), incarnation: "A")
        }

        mutating func take(
            _ numbers: ClosedRange<Int>, type: String = "out.x", size: Int = 10, isState: Bool = false,
            isReplayed: Bool = false
        ) throws {
            for number in numbers {
                let pad = String(repeating: "x", count: size)
                let line = try BusLine(Array(#"{"type":"\#(type)","id":"\#(number)","data":{"pad":"\#(pad)"}}"#.utf8))
                let sent = try require(taken.append(line))
                if isState { states.set(sent, subject: "s\(number)") }
                link.append(sent, isReplayed: isReplayed)
                lines.append(sent)
            }
        }

        /// The stamps of what is sent now.
        mutating func send(at now: Instant) throws -> [LineStamp] {
            var turn = Turn(at: now)
            link.send(from: sender, states, taken: taken.position, limit: 1 << 20, &turn)
            return try turn.effects.published("").map { try require(LineStamp(try require($0[LineStamp.header]))) }
        }

        mutating func vanish(at now: Instant) { link.advance(at: now + Peers.patience) }
        func isFull() -> Bool { link.isFull(at: taken.offset) }
    }

    @Test func `A lone line goes at once, and many go together, so many at a time`() throws {
        var rig = try Rig(at: start)
        try rig.take(1...1)
        expect(try rig.send(at: start).map(\.count), equals: [1])
        try rig.take(2...4000)
        let stamps = try rig.send(at: start)
        expect(stamps.count, equals: SendLink.mostUnderWay - 1)
        expect(stamps.map(\.count), equals: stamps.map { _ in SendLink.mostTogether })
        expect(stamps.first?.isFirst, equals: false)
        expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.last == $1.previous && $1.position == $0.last + 1 })
        rig.link.acknowledge(129, at: start)
        expect(try rig.send(at: start).count, equals: 2)
    }

    /// A row's lines, and whether the link is full with them.
    @Test(arguments: [
        (SendLink.mostLines - 1, 0, false), (SendLink.mostLines, 0, true), (7, 700_000, true), (5, 700_000, false),
    ])
    func `A link that is full takes no more while its receiver is there`(count: Int, size: Int, isFull: Bool) throws {
        var rig = try Rig(at: start)
        try rig.take(1...count, size: size)
        expect(rig.isFull(), equals: isFull)
        rig.link.acknowledge(UInt64(count), at: start)
        expect(rig.isFull(), equals: false)
    }

    /// The bus keeps for a successor what comes between two lines of a link, too.
    @Test func `A link is full when its oldest line is far behind`() throws {
        var rig = try Rig(at: start)
        try rig.take(1...1)
        try rig.take(2...10, type: "else.x", size: 1_000_000)
        expect(rig.isFull() && rig.link.count == 1)
    }

    /// Regression: lines that only the predecessor of this process had sent counted as lost though they had arrived.
    @Test(arguments: [false, true])
    func `A receiver that is silent loses the oldest lines, and is told how many`(isSuccessor: Bool) throws {
        var rig = try Rig(at: start)
        try rig.take(1...3, isReplayed: isSuccessor)
        if !isSuccessor { expect(try rig.send(at: start).count, equals: 3) }
        rig.vanish(at: start)
        expect(rig.link.life, equals: .gone)
        try rig.take(4...SendLink.mostLines + 100)
        expect(rig.link.count < SendLink.mostLines && rig.isFull() == false)
        expect(try rig.send(at: start), equals: [], "nobody is there")
        // Two of the lines had arrived.
        rig.link.acknowledge(2, at: start)
        rig.link.noteSign(isNew: false, at: start)
        let first = try require(rig.send(at: start).first)
        expect(first.lost == UInt64(first.position - 3) && first.previous == 2, "\(first)")
        rig.link.acknowledge(first.last, at: start)
        let again = try rig.send(at: start)
        expect(again.allSatisfy { $0.lost == 0 })
    }

    @Test func `The newest states come before the lines, also when they were dropped`() throws {
        var rig = try Rig(at: start)
        try rig.take(1...2, isState: true)
        expect(try rig.send(at: start).map(\.position), equals: [1, 2])
        rig.vanish(at: start)
        try rig.take(3...3, isState: true)
        try rig.take(1...1, isState: true)
        try rig.take(5...SendLink.mostLines + 10)
        rig.link.noteSign(isNew: true, at: start)
        let stamps = try rig.send(at: start)
        // The first one is replaced by the fourth.
        expect(stamps.first?.position == 2 && stamps.first?.count == 3, "\(stamps)")
        // Regression: the first message told of all lost lines. A receiver that had these states took it for a repetition.
        let lines = rig.link.count - 3
        expect(stamps.prefix(2).map(\.lost), equals: [1, UInt64(SendLink.mostLines + 10 - lines - 4)])
    }

    /// Regression: at the second absence, states that were dropped in the first were taken off the number of lost lines again.
    /// Regression: the successor of a sender counted such states as lost.
    @Test(arguments: [1, 2, 3], [(false, false), (true, false), (false, true), (true, true)])
    func `However often a receiver is away, each line comes or counts as lost`(
        times: Int, _ row: (replaces: Bool, restarts: Bool)
    ) throws {
        var rig = try Rig(at: start)
        try rig.take(1...5, isState: true)
        for time in 1...times {
            _ = try rig.send(at: start)
            rig.vanish(at: start)
            try rig.take(1...SendLink.mostLines + 10)
            if row.replaces { try rig.take(time...time, isState: true) }
            if row.restarts {
                rig.link = SendLink(rig.link.saved, most: SendLink.mostLines, at: start)
                for line in rig.lines { rig.link.append(line, isReplayed: true) }
            }
            rig.link.noteSign(isNew: true, at: start)
        }
        var (came, lost): (UInt64, UInt64) = (0, 0)
        while let stamp = try rig.send(at: start).first {
            (came, lost) = (came + UInt64(stamp.count), lost + stamp.lost)
            rig.link.acknowledge(stamp.last, at: start)
            rig.link.goBack()
        }
        expect(came + lost, equals: rig.taken.position, "\(came) came, \(lost) are lost")
    }

    @Test func `What is not acknowledged is sent again after a silence, a hole and a new connection`() throws {
        var rig = try Rig(at: start)
        try rig.take(1...3)
        expect(try rig.send(at: start).map(\.position), equals: [1, 2, 3])
        expect(try rig.send(at: start + .seconds(1)), equals: [])
        rig.link.acknowledge(1, at: start + .seconds(1))
        // Regression: an announcement every two seconds, which repeats how far the receiver is, put that off for ever.
        rig.link.acknowledge(1, at: start + .seconds(2.9))
        expect(try rig.send(at: start + .seconds(2.9)), equals: [])
        expect(try rig.send(at: start + .seconds(3)).map(\.position), equals: [2, 3])
        rig.link.goBack()
        expect(try rig.send(at: start + .seconds(3)).map(\.position), equals: [2, 3])
        rig.link.noteSign(isNew: true, at: start + .seconds(3))
        expect(try rig.send(at: start + .seconds(3)).map(\.position), equals: [2, 3])
    }

    @Test func `A line that no message can hold is left out`() throws {
        var rig = try Rig(at: start)
        try rig.take(1...1)
        try rig.take(2...2, size: 1 << 20)
        try rig.take(3...3)
        expect(try rig.send(at: start).map(\.position), equals: [1, 3])
        expect(rig.link.count, equals: 2)
    }
}

/// What a join keeps of its bus's lines.
struct KeptLinesTests {
    private static func line(_ position: Int, size: Int = 1) -> SentLine {
        SentLine(position: UInt64(position), offset: 0, type: "t", bytes: Array(repeating: 1, count: size))
    }

    @Test func `The newest state of each subject is kept, and the oldest ones are forgotten`() {
        var states = NewestStates()
        for number in 1...NewestStates.mostStates + 5 { states.set(Self.line(number), subject: "s\(number)") }
        expect(states.oldest, equals: 6)
        for number in 1...300 { states.set(Self.line(20_000 + number), subject: "s6") }
        expect(states.oldest, equals: 7)
        let all = states.lines(after: 0, upTo: .max)
        expect(all.count == NewestStates.mostStates && all.last?.position == 20_300)
        expect(zip(all, all.dropFirst()).allSatisfy { $0.position < $1.position })
        expect(states.lines(after: 8, upTo: 10).map(\.position), equals: [9, 10])
        expect(states.oldest(upTo: 10, bytes: 3).map(\.position), equals: [7, 8, 9])
        states.set(Self.line(30_000, size: NewestStates.mostBytes), subject: "big")
        expect(states.lines(after: 0, upTo: .max).map(\.position), equals: [30_000])
    }

    /// A row's lines, what others need, the oldest state, and the place for the snapshot.
    @Test(
        arguments: [
            (5, nil, nil, 5), (5, 3, nil, 2), (5, 1, nil, 0), (5, nil, 4, 3), (5, 3, 4, 2),
            (TakenLines.mostLines + 100, nil, 1, 100), (TakenLines.mostLines + 100, 50, 1, 49),
        ] as [(Int, UInt64?, UInt64?, UInt64)])
    func `A snapshot names the last line that a successor does not need`(
        count: Int, needed: UInt64?, state: UInt64?, place: UInt64
    ) throws {
        var taken = TakenLines()
        for number in 1...count { _ = taken.append(try BusLine(Array(#"{"type":"t","id":"\#(number)"}"#.utf8))) }
        taken.advance(needed: needed, state: state, at: .now)
        expect(taken.place?.position ?? 0, equals: place)
        expect(taken.place?.id ?? "0", equals: "\(place)")
    }
}
