import Processes
package import Wire

extension CassetteHeader {
    /// The services that an event of this type goes to.
    package func receivers(of type: String) -> [String] {
        services.filter { $1.receives.contains { MessagePattern($0).matches(type) } }.keys.sorted()
    }
}

/// Rewrites a cassette with edits, line by line, into a new file that then replaces it atomically.
package struct CassetteRevision {
    private let path: String
    private let edits: CassetteEdits
    private let exit: Int32?
    private let receivers: (String) -> [String]

    /// - Parameters:
    ///   - exit: the present exit code of a recorded server; nil to keep the recorded one.
    ///   - receivers: the services that an event type goes to.
    package init(
        of path: String, with edits: CassetteEdits, exit: Int32? = nil, receivers: @escaping (String) -> [String]
    ) {
        self.exit = exit
        self.path = path
        self.edits = edits
        self.receivers = receivers
    }

    package func write() throws {
        try WholeFile.save(path, mode: 0o600, copy)
    }

    private func copy(to file: Int32) throws {
        let cassette = try CassetteReader(path)
        var writer = try CassetteWriter(to: file, compressing: path.hasSuffix(".gz"))
        if let header = cassette.header { try writer.append(header.line) }
        while let line = try cassette.next() {
            switch line {
            case .missed(let count): try writer.append(Passage.missed(count))
            case .passage(let passage): try writer.append(revised(passage, cassette.lineNumber))
            }
        }
        if cassette.header?.ends == true { try writer.append(Passage.end(exit: exit ?? cassette.exit)) }
        try writer.finish()
    }

    private func revised(_ passage: Passage, _ number: Int) -> [UInt8] {
        var output: [UInt8] = []
        func append(_ line: some Collection<UInt8>, to receivers: [String], from sender: String) {
            let passage = Passage(time: passage.time, sender: sender, receivers: receivers, event: Array(line))
            passage.appendLine(withTime: true, to: &output)
        }
        if let event = edits.replaced[number] {
            let keepsType = (try? Event(line: passage.event.span))?.type == event.type
            append(
                event.line.dropLast(), to: keepsType ? passage.receivers : receivers(event.type), from: passage.sender)
        } else if !edits.removed.contains(number) {
            append(passage.event, to: passage.receivers, from: passage.sender)
        }
        for event in edits.added(after: number) {
            append(event.line.dropLast(), to: receivers(event.type), from: event.source)
        }
        return output
    }
}

/// Differences between a program's output and the recording, as edits of the cassette's lines. Only the edits are in
/// memory.
package struct CassetteEdits: Sendable {
    /// An output, and the number of outputs before it.
    private struct Addition {
        let number: Int
        let event: Event
    }

    /// The line of an answer, and the number of outputs before it.
    private struct Anchor {
        let number: Int
        let line: Int
    }

    package private(set) var replaced: [Int: Event] = [:]
    package private(set) var removed: Set<Int> = []
    private var additions: [Int: [Addition]] = [:]
    /// The answers to each recent cause.
    private var anchors = RecentMap<String, [Anchor]>(capacity: IDMap.memory)

    package init() {}

    package var isEmpty: Bool { replaced.isEmpty && removed.isEmpty && additions.isEmpty }

    /// The events inserted after each line, in order.
    package func added(after line: Int) -> [Event] {
        (additions[line] ?? []).sorted { $0.number < $1.number }.map(\.event)
    }

    /// Replaces a recorded output, and notes its position among the answers to its cause.
    package mutating func accept(_ pair: ComparedOutput) {
        let line = pair.expectation.place.line
        let cause = pair.expectation.event.causationID ?? ""
        let others = anchors[cause] ?? []
        if let before = others.last(where: { $0.number < pair.number }), before.line > line {
            removed.insert(line)
            add(pair.asRecorded, pair.number, after: before.line, cause: cause)
        } else {
            if !pair.differences.isEmpty { replaced[line] = pair.asRecorded }
            note(pair.number, at: line, cause: cause)
        }
    }

    package mutating func remove(_ line: Int) { removed.insert(line) }

    package mutating func replace(_ line: Int, by event: Event) { replaced[line] = event }

    /// Inserts an event behind a line, and behind what was inserted there before.
    package mutating func insert(_ event: Event, after line: Int) {
        additions[line, default: []].append(Addition(number: additions[line]?.count ?? 0, event: event))
    }

    /// Inserts an output that was not recorded, after the earlier answers to the same cause.
    /// - Parameters:
    ///   - number: the number of outputs before it.
    ///   - line: the line of the cause, after which a first answer comes.
    package mutating func insert(_ event: Event, _ number: Int, after line: Int, by service: String) {
        let cause = event.causationID ?? ""
        let place = anchors[cause]?.last { $0.number < number }?.line ?? line
        var event = event
        // An id that no recorded event has.
        let id = "\(service)-accepted-\(place)-\((additions[place]?.count ?? 0) + 1)"
        if event.correlationID == event.id { event.correlationID = id }
        event.id = id
        event.source = service
        add(event, number, after: place, cause: cause)
    }

    private mutating func add(_ event: Event, _ number: Int, after line: Int, cause: String) {
        additions[line, default: []].append(Addition(number: number, event: event))
        note(number, at: line, cause: cause)
    }

    private mutating func note(_ number: Int, at line: Int, cause: String) {
        var places = anchors[cause] ?? []
        places.append(Anchor(number: number, line: line))
        // Outputs without a cause never complete; the newest are enough to order them.
        anchors[cause] = places.sorted { $0.number < $1.number }.suffix(100)
    }
}

extension CassetteEdits: CustomStringConvertible {
    package var description: String {
        let count = additions.values.reduce(0) { $0 + $1.count }
        return "\(replaced.count) outputs changed, \(count) added, \(removed.count) removed"
    }
}
