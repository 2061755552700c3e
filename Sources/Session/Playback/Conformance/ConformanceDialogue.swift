import JSON
import Platform
import Processes
import Recording
import SessionClient
import Wire

/// The conversation of a check with its program: sends events, and waits for the answers, never for ever.
final class ConformanceDialogue {
    /// An event that the program was sent, as its answer repeats it.
    struct Asked {
        let chain: String?
        let subject: String?
        let data: JSONTree
    }

    let subject: ConformanceSubject
    private var process: RoleProcess
    /// The session's own streams, for a view.
    private let terminal: ConformanceTerminal?
    private(set) var sentLines: [String] = []
    /// The events that it was sent, by their ids; those without an id as "".
    private var asked: [String: Asked] = [:]
    /// The requests to an interactor that it has written.
    private(set) var requests: [Event] = []
    private var ids: Set<String> = []
    private var lines = 0
    /// The newest snapshot, as JSON.
    private(set) var snapshot: [UInt8]?

    /// More lines than any check asks for.
    private static let mostLines = 20_000
    /// Longer than a line may be, so that a long one is seen.
    private static let lineLimit = 8 << 20

    init(_ subject: ConformanceSubject) throws(SystemError) {
        self.subject = subject
        terminal = subject.role == .view ? try ConformanceTerminal() : nil
        process = try Self.start(subject, terminal)
        terminal?.begin()
    }

    private static func start(
        _ subject: ConformanceSubject, _ terminal: ConformanceTerminal?, run: Int = 1, isRestored: Bool = false
    ) throws(SystemError) -> RoleProcess {
        try RoleProcess(
            subject.command, service: subject.role.rawValue, run: "\(run)",
            environment: subject.environment, isRestored: isRestored, lineLimit: lineLimit,
            descriptors: terminal?.descriptors ?? [], keepsDiagnostics: true)
    }

    // MARK: - Input

    /// - Parameters:
    ///   - data: a JSON object.
    ///   - more: attributes, as JSON members without braces.
    func send(
        _ type: String, _ data: String = "{}", id: String? = nil, subject: String? = nil, correlation: String? = nil,
        more: String? = nil
    ) {
        var members = ["\"type\":\(quoted(type))"]
        if let id {
            let source = type.split(separator: ".").first.map(String.init) ?? "other"
            members += ["\"specversion\":\"1.0\"", "\"source\":\(quoted(source))", "\"id\":\(quoted(id))"]
        }
        if let subject { members.append("\"subject\":\(quoted(subject))") }
        if let correlation { members.append("\"correlationid\":\(quoted(correlation))") }
        if let more { members.append(more) }
        members.append("\"data\":\(data)")
        asked[id ?? ""] = Asked(chain: correlation ?? id, subject: subject, data: JSONTree(Array(data.utf8)) ?? .null)
        send(line: Array("{\(members.joined(separator: ","))}".utf8))
    }

    /// Sends a request with the id `p1` in the chain `v1`.
    func ask(_ type: String, _ data: String, _ number: Int, subject: String? = nil, more: String? = nil) {
        send(type, data, id: "p\(number)", subject: subject, correlation: "v\(number)", more: more)
    }

    func send(line: [UInt8]) {
        sentLines.append(String(decoding: line, as: UTF8.self))
        process.give(line + [0x0A])
    }

    /// The request that an answer names; nil if it names none, or several that were sent alike.
    func request(of answer: Event) -> Asked? { asked.values.first { $0.chain == answer.correlationID } ?? asked[""] }

    /// The user's input at a view.
    func enter(_ text: String) { terminal?.type(text) }

    // MARK: - Output

    /// Turns until there is a result, and never for ever.
    private func wait<Result>(
        _ expected: String, came: () -> String, _ look: () throws -> Result?
    ) throws -> Result {
        let deadline = Instant.now + subject.patience
        while true {
            if let result = try look() { return result }
            guard Instant.now < deadline else { throw problem(came(), expected) }
            let ready = process.turn(alsoReading: terminal.map { [$0.drawing] } ?? [], within: .milliseconds(50))
            if !ready.isEmpty { terminal?.look() }
        }
    }

    /// The next event for which this holds; others may come before, but those of `process.output` never count.
    /// - Parameter expected: the thing that is missing if none comes.
    @discardableResult
    func next(_ expected: String, where holds: (Event) -> Bool = { _ in true }) throws -> Event {
        let nothing = "nothing"
        var last: Event?
        return try wait(
            expected,
            came: {
                last.map { "\(Self.text($0)), and \(nothing) after it in \(subject.patience)" }
                    ?? "(\(nothing) in \(subject.patience))"
            }
        ) {
            while let event = try available() {
                if holds(event) { return event }
                last = event
            }
            if process.isSilent { throw problem(Self.ended(process.leave(within: .seconds(1))), expected) }
            return nil
        }
    }

    /// Ends its input; it ends with 0.
    /// - Returns: all events that it wrote before that.
    @discardableResult
    func finish() throws -> [Event] {
        process.endInput()
        var events: [Event] = []
        try wait(
            "the program ends soon after the end of its input", came: { "(it still runs after \(subject.patience))" }
        ) {
            let isOver = process.isSilent
            while let event = try available() { events.append(event) }
            return isOver ? () : nil
        }
        let outcome = process.leave(within: subject.patience)
        guard outcome == .exited(0) else { throw problem(Self.ended(outcome), "the program ends with exit code 0") }
        return events
    }

    /// Waits until the view has drawn a text.
    func wait(forText text: String, _ expected: String) throws {
        guard let terminal else { return }
        let came = { "on descriptor 4: \(Excerpt.beginning(of: terminal.drawn))" }
        try wait(expected, came: came) {
            while try available() != nil {}
            if terminal.drawn.contains(text) { return () }
            let isOver = process.isSilent && !PollSet.isReady(terminal.drawing, within: .zero)
            if isOver { throw problem(came(), expected) }
            return nil
        }
    }

    var drawn: String { terminal?.drawn ?? "" }

    private func available() throws -> Event? {
        while let line = process.nextLine() {
            lines += 1
            try expect(
                lines <= Self.mostLines, "more than \(Self.mostLines) lines",
                "the program writes as much as it is asked for")
            guard !JSONScanner.isBlank(line.span) else { continue }
            let event = try checked(line)
            if event.type == "process.output.snapshot" { snapshot = event.data }
            if event.type.hasPrefix("interactor.input.") { requests.append(event) }
            if !event.type.hasPrefix("process.output.") { return event }
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
            throw problem(text, "an event: \(error) (diagnostics belong on stderr)")
        }
        guard case .object? = JSONTree(event.data) else { throw problem(text, "data is an object") }
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

    /// Kills the program, and starts it again with its newest snapshot, if there is one.
    func restart() throws {
        kill()
        while try available() != nil {}
        let restored = snapshot
        process = try Self.start(subject, nil, run: 2, isRestored: restored != nil)
        ids = []
        if let restored { send("process.input.restore", String(decoding: restored, as: UTF8.self)) }
    }

    func kill() { _ = process.leave(within: .zero) }

    var diagnostics: String { String(decoding: process.diagnostics, as: UTF8.self) }

    // MARK: - Texts

    func problem(_ came: String, _ expected: String) -> ConformanceProblem {
        ConformanceProblem(sent: sentLines.last.map(Excerpt.beginning), came: came, expected: expected)
    }

    func expect(_ holds: Bool, _ came: @autoclosure () -> String, _ expected: @autoclosure () -> String) throws {
        if !holds { throw problem(came(), expected()) }
    }

    func expect(_ holds: Bool, _ event: Event, _ expected: @autoclosure () -> String) throws {
        try expect(holds, Self.text(event), expected())
    }

    private static func text(_ event: Event) -> String {
        Excerpt.beginning(of: String(decoding: event.line, as: UTF8.self))
    }

    private static func ended(_ outcome: Outcome) -> String { "(the program \(outcome))" }

    func quoted(_ text: String) -> String { JSONTree.string(text).text }
}

extension Event {
    /// The data as a value.
    var tree: JSONTree { JSONTree(data) ?? .null }
}

extension JSONTree {
    subscript(_ key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members[Key(key)]
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var elements: [JSONTree]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
