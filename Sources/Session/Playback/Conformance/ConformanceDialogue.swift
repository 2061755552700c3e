import JSON
import Platform
import Processes
import Recording
import SessionClient
import Wire

/// The conversation of a check with its program: sends events, and waits for the answers, never for ever.
final class ConformanceDialogue {
    let subject: ConformanceSubject
    private var process: RoleProcess
    /// The session's own streams, for a view.
    private let terminal: TypedCommands?
    private(set) var sentLines: [String] = []
    /// The events that the program was sent, by their ids; those without an id as "".
    private var asked: [String: JSONTree] = [:]
    private var newest: JSONTree?
    private var ids: Set<String> = []
    private var lines = 0
    /// The line of the newest event.
    private(set) var lastLine = "(nothing)"
    /// The newest snapshot, as JSON.
    private var snapshot: [UInt8]?

    /// The most lines of a program: more than any check asks for.
    private static let mostLines = 20_000
    /// The limit of a line: more than the bus permits, so that a long one is seen.
    private static let lineLimit = 8 << 20

    init(_ subject: ConformanceSubject) throws(SystemError) {
        self.subject = subject
        terminal = subject.role == .view ? try TypedCommands(keepsDrawing: true) : nil
        process = try Self.start(subject, terminal)
        terminal?.begin()
    }

    private static func start(
        _ subject: ConformanceSubject, _ terminal: TypedCommands?, run: Int = 1, isRestored: Bool = false
    ) throws(SystemError) -> RoleProcess {
        try RoleProcess(
            subject.command, service: subject.role.rawValue, run: "\(run)",
            environment: subject.environment, isRestored: isRestored, lineLimit: lineLimit,
            descriptors: terminal?.descriptors ?? [], keepsDiagnostics: true)
    }

    // MARK: - Input

    /// Sends an event, with the attributes that each with an id has.
    /// - Parameter event: attributes and data; the members of `+` are attributes too.
    func send(_ event: [JSONTree.Key: JSONTree]) {
        let (type, id) = (event["type"]?.string ?? "", event["id"]?.string)
        var event = event
        if id != nil {
            event["specversion"] = .string("1.0")
            event["source"] = .string(type.split(separator: ".").first.map(String.init) ?? "other")
        }
        let order: [JSONTree.Key] = ["type", "specversion", "source", "id", "subject", "correlationid"]
        let attributes = order.compactMap { name in event[name].map { (name, $0) } }
        let further = (event["+"]?.members ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let members = (attributes + further + [("data", event["data"] ?? .object([:]))])
            .map { "\(JSONTree.quoted("\($0.0)")):\($0.1.text)" }
        newest = .object(event)
        asked[id ?? ""] = newest
        send(line: Array("{\(members.joined(separator: ","))}".utf8))
    }

    func send(line: [UInt8]) {
        sentLines.append(String(decoding: line, as: UTF8.self))
        process.give(line + [0x0A])
    }

    /// The request that an answer names by its chain; the newest one if it names none.
    func request(of answer: JSONTree) -> JSONTree? {
        asked.values.first { ($0.members?["correlationid"] ?? $0.members?["id"]) == answer.members?["correlationid"] }
            ?? asked[""] ?? newest
    }

    /// The user's input at a view.
    func enter(_ text: String) { _ = terminal?.type(text) }

    // MARK: - Output

    /// Turns until there is a result, and never for ever.
    private func wait<Result>(
        _ expected: String, came: () -> String, _ look: () throws -> Result?
    ) throws -> Result {
        let deadline = Instant.now + subject.patience
        while true {
            if let result = try look() { return result }
            guard Instant.now < deadline else { throw problem(came(), expected) }
            let ready = process.turn(alsoReading: [terminal?.drawing].compactMap(\.self), within: .milliseconds(50))
            if !ready.isEmpty { terminal?.look() }
        }
    }

    private var silence: String { "nothing in \(subject.patience)" }
    private var delay: String { "(it still runs after \(subject.patience))" }

    /// The next event for which this holds; others may come before, but those of `process.output` never count.
    /// - Parameter expected: the thing that is missing if none comes.
    func next(_ expected: String, where holds: (JSONTree) -> Bool) throws -> JSONTree {
        var hasCome = false
        return try wait(
            expected, came: { hasCome ? "\(Excerpt.beginning(of: lastLine)), then \(silence)" : "(\(silence))" }
        ) {
            while let event = try available() {
                if holds(event) { return event }
                hasCome = true
            }
            if process.isSilent { throw problem(Self.ended(process.leave(within: .seconds(1))), expected) }
            return nil
        }
    }

    /// Ends its input; it ends with 0.
    /// - Returns: all events that it wrote before that.
    func finish() throws -> [JSONTree] {
        process.endInput()
        var events: [JSONTree] = []
        try wait("the program ends soon after the end of its input", came: { delay }) {
            let isOver = process.isSilent
            while let event = try available() { events.append(event) }
            return isOver ? () : nil
        }
        let outcome = process.leave(within: subject.patience)
        guard outcome == .exited(0) else { throw problem(Self.ended(outcome), "the program ends with exit code 0") }
        return events
    }

    /// Closes its output, and sends it again what it has answered; it ends.
    func close() throws {
        process.closeOutput()
        let again = sentLines
        try wait("the program ends when it cannot write", came: { delay }) {
            if process.queued == 0 { again.forEach { process.give(Array($0.utf8) + [0x0A]) } }
            return process.hasEnded ? () : nil
        }
    }

    /// Waits until the view has drawn a text.
    func wait(forText text: String, _ expected: String) throws {
        guard let terminal else { return }
        let came = { "on descriptor 4: \(Excerpt.beginning(of: terminal.drawn))" }
        try wait(expected, came: came) {
            while try available() != nil {}
            if terminal.drawn.contains(text) { return () }
            let isOver = process.isSilent && terminal.drawing.map { !PollSet.isReady($0, within: .zero) } ?? true
            if isOver { throw problem(came(), expected) }
            return nil
        }
    }

    var drawn: String { terminal?.drawn ?? "" }

    /// The attributes and data of the next event; its `chain` is the action that it belongs to.
    private func available() throws -> JSONTree? {
        while let line = process.nextLine() {
            lines += 1
            try expect(lines <= Self.mostLines, "more than \(Self.mostLines) lines", "no more than it is asked for")
            guard !JSONScanner.isBlank(line.span) else { continue }
            let event = try checked(line)
            if event.type == "process.output.snapshot" { snapshot = event.data }
            guard !event.type.hasPrefix("process.output."), var members = JSONTree(line)?.members else { continue }
            members["chain"] = .string(event.correlation)
            lastLine = String(decoding: line, as: UTF8.self)
            return .object(members)
        }
        return nil
    }

    /// Each line is an event that the bus would take.
    private func checked(_ line: [UInt8]) throws -> Event {
        let text = Excerpt.beginning(of: String(decoding: line, as: UTF8.self))
        try expect(
            line.count <= LineBuffer.standardLimit, "a line of \(line.count) bytes: \(text)",
            "lines of at most \(LineBuffer.standardLimit) bytes")
        let event: Event
        do throws(EnvelopeError) { event = try Event(line: line.span) } catch {
            throw problem(text, "an event: \(error)\(error.isText ? " (diagnostics belong on stderr)" : "")")
        }
        try expect(JSONTree(event.data)?.members != nil, text, "data is an object")
        let protocols = subject.role.protocols
        try expect(
            (protocols + ["process.output."]).contains(where: event.type.hasPrefix), text,
            "events of \(protocols.map { "\($0)*" }.joined(separator: ", "))")
        try expect(
            event.id.isEmpty || ids.insert("\(event.source) \(event.id)").inserted, text,
            "an id that the program has not used before")
        // An event without an id it may name as it likes.
        if let cause = event.causationID, cause != "start", asked[""] == nil {
            try expect(asked[cause] != nil, text, "a causationid that the program was sent")
        }
        return event
    }

    // MARK: - A successor

    /// Kills the program, and starts it again.
    /// - Returns: whether it begins with the newest snapshot.
    func restart() throws -> Bool {
        kill()
        while try available() != nil {}
        process = try Self.start(subject, nil, run: 2, isRestored: snapshot != nil)
        ids = []
        guard let snapshot else { return false }
        // The event has no id, so the program may name it as it likes.
        asked[""] = .object([:])
        send(line: Array(#"{"type":"process.input.restore","data":"#.utf8) + snapshot + [UInt8(ascii: "}")])
        return true
    }

    func kill() { _ = process.leave(within: .zero) }

    var diagnostics: String { String(decoding: process.diagnostics, as: UTF8.self) }

    // MARK: - Texts

    func problem(_ came: String, _ expected: String) -> ConformanceProblem {
        ConformanceProblem(sent: sentLines.last.map(Excerpt.beginning), came: came, expected: expected)
    }

    private func expect(_ holds: Bool, _ came: @autoclosure () -> String, _ expected: @autoclosure () -> String) throws
    {
        if !holds { throw problem(came(), expected()) }
    }

    private static func ended(_ outcome: Outcome) -> String { "(the program \(outcome))" }
}
