import NATSBridge
import Platform
import TestSupport
import Wire

@testable import NATSBridge

/// Random numbers that a seed determines.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 33) &* 0xff51_afd7_ed55_8ccd
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// A service's part of a bus with `recovery: replay`, as `ReplayJournal` does it.
struct SimulatedBus {
    /// Lines since the last snapshot's event, with those that the process has not read.
    private var log: [[UInt8]] = []
    private var snapshot: [UInt8]?
    private var begin = ProcessOutput.Snapshot.start.id
    private var outputs = 0
    /// Lines of a successor that are dropped.
    private var skipped = 0
    /// The numbers of the lines that were passed on.
    private(set) var passed: [Int] = []

    mutating func send(_ line: [UInt8]) { log.append(line) }

    /// The process has written a line.
    mutating func take(_ line: [UInt8]) throws {
        let event = try Event(line: line.span)
        if event.type == ProcessOutput.Snapshot.type {
            let cause = event.causationID ?? ""
            if cause != begin {
                let place = try require(log.lastIndex { (try? BusLine($0))?.id == cause }, "\(cause)")
                log.removeFirst(place + 1)
            }
            (begin, snapshot, outputs) = (cause, event.data, 0)
        } else if !event.type.hasPrefix("process.") {
            if skipped > 0 { skipped -= 1 } else { pass(line) }
        }
    }

    private mutating func pass(_ line: [UInt8]) {
        outputs += 1
        let text = String(decoding: line, as: UTF8.self)
        guard let place = text.firstRange(of: "\"n\":") else { return }
        passed.append(Int(text[place.upperBound...].prefix { $0.isNumber }) ?? -1)
    }

    var isRestored: Bool { snapshot != nil }

    /// What a successor gets.
    mutating func backlog() -> [[UInt8]] {
        skipped = outputs
        guard let snapshot else { return log }
        var restore = Event(type: ProcessInput.Restore.type)
        (restore.source, restore.id, restore.data) = ("viperline", "restore", snapshot)
        return [restore.line.dropLast() + []] + log
    }
}

/// Joins of one session, each with a bus of its own, and a network that loses, repeats and delays messages.
final class SimulatedJoins {
    private struct Join {
        var bridge: JoinBridge
        var bus = SimulatedBus()
        var unread: [[UInt8]] = []
        var isConnected = false
        var runs = 1
        var said = 0
    }

    let names: [String]
    private var joins: [Join] = []
    private var network: [NATSMessage] = []
    private var now = Instant.now
    private(set) var words: [String] = []
    var dice: Dice
    private let states: [MessagePattern]

    init(_ names: [String], states: [String] = [], seed: Int) throws {
        self.names = names
        self.states = states.map(MessagePattern.init)
        dice = Dice(state: UInt64(seed))
        for place in names.indices { joins.append(Join(bridge: try bridge(place, run: 1, isRestored: false))) }
        for place in names.indices {
            try take(.started, place)
            try connect(place)
        }
    }

    private func bridge(_ place: Int, run: Int, isRestored: Bool) throws -> JoinBridge {
        var settings = JoinSettings(
            session: try require(SubjectName("s")), name: names[place],
            in: try .net(
                ["VIPERLINE_LINE_LIMIT": "4000", "VIPERLINE_RESTORED": isRestored ? "1" : nil].compactMapValues(\.self)),
            incarnation: "\(names[place])\(run)")
        settings.receives = [MessagePattern("\(names[place]).out")]
        settings.sends = names.filter { $0 != names[place] }.map { MessagePattern("\($0).out") }
        (settings.states, settings.isAlone, settings.bus) = (states, true, "bus\(place)")
        return JoinBridge(settings, now: now)
    }

    /// The numbers that have arrived at a bus.
    func arrived(at place: Int) -> [Int] { joins[place].bus.passed }
    /// How many lines a bus has sent.
    func said(by place: Int) -> Int { joins[place].said }

    // MARK: - Faults and time

    /// The service's bus sends the next line.
    func say(_ place: Int, type: String = "out.x", subject: String = "s", size: Int = 0) throws {
        joins[place].said += 1
        let (name, number) = (names[place], joins[place].said)
        let line =
            #"{"specversion":"1.0","type":"\#(name).\#(type)","source":"role","id":"role-\#(number)","subject":"\#(subject)","data":{"n":\#(number),"pad":"\#(String(repeating: "x", count: size))"}}"#
        joins[place].bus.send(Array(line.utf8))
        joins[place].unread.append(Array(line.utf8))
        try read(place)
    }

    func connect(_ place: Int) throws {
        joins[place].isConnected = true
        try take(.link(.connected(server: "hub", limit: 1 << 20)), place)
    }

    /// Everything that is on its way to this join, and some of what comes from it, is lost.
    func cut(_ place: Int) throws {
        network.removeAll { message in
            recipients(of: message).contains(place)
                || message.subject.contains(".\(names[place]).") && dice.below(2) == 0
        }
        joins[place].isConnected = false
        try take(.link(.disconnected), place)
    }

    /// The process is killed while it writes, and the supervisor starts another one.
    func kill(_ place: Int) throws {
        var turn = Turn(at: now)
        joins[place].bridge.handle(.time, &turn)
        try perform(turn.effects.prefix(dice.below(turn.effects.count + 1)), of: place)
        try start(place)
    }

    private func start(_ place: Int) throws {
        joins[place].runs += 1
        joins[place].bridge = try bridge(place, run: joins[place].runs, isRestored: joins[place].bus.isRestored)
        joins[place].unread = joins[place].bus.backlog()
        network.removeAll { recipients(of: $0) == [place] }
        try take(.started, place)
        if dice.below(2) == 0 { try read(place) }
        try connect(place)
        try read(place)
    }

    /// Delivers a message: the first one, or any, or one twice.
    func deliver(disordered: Bool = false) throws {
        guard !network.isEmpty else { return }
        let place = disordered && dice.below(3) == 0 ? dice.below(network.count) : 0
        let message = disordered && dice.below(5) == 0 ? network[place] : network.remove(at: place)
        for recipient in recipients(of: message) where joins[recipient].isConnected {
            try take(.message(message), recipient)
        }
    }

    func pass(_ time: Duration) throws {
        now += time
        for place in joins.indices { try take(.time, place) }
    }

    /// All faults are over, and everything can arrive.
    func settle() throws {
        for place in joins.indices where !joins[place].isConnected { try connect(place) }
        for _ in 0..<12 {
            while !network.isEmpty { try deliver() }
            try pass(.seconds(1))
        }
    }

    // MARK: -

    private func recipients(of message: NATSMessage) -> [Int] {
        let words = message.subject.split(separator: ".")
        if words[0] == "vlp" { return names.indices.filter { names[$0] != words[2] } }
        return names.indices.filter { names[$0] == words[3] }
    }

    private func read(_ place: Int) throws {
        while joins[place].bridge.takesLines, !joins[place].unread.isEmpty {
            try take(.line(BusLine(joins[place].unread.removeFirst())), place)
        }
    }

    private func take(_ input: BridgeInput, _ place: Int) throws {
        var turn = Turn(at: now)
        joins[place].bridge.handle(input, &turn)
        while !turn.effects.isEmpty {
            let done = turn.effects
            turn.effects = []
            try perform(done[...], of: place)
            if done.contains(where: { if case .write = $0 { true } else { false } }) {
                joins[place].bridge.drained(&turn)
            }
        }
        if case .line = input { return }
        try read(place)
    }

    private func perform(_ effects: ArraySlice<BridgeEffect>, of place: Int) throws {
        for effect in effects {
            switch effect {
            case .publish(let message): if joins[place].isConnected { network.append(message) }
            case .write(let line): try joins[place].bus.take(line)
            case .log(let text): words.append("\(names[place]): \(text)")
            default: break
            }
        }
    }
}
