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
    private let terminal: ConformanceTerminal?
    private var sent: [String] = []
    private var sentIDs: Set<String> = []
    /// Whether it was sent an event without an id, which it may name as it likes.
    private var sentNameless = false
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

    // MARK: - What is sent

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
            sentIDs.insert(id)
        }
        if id == nil { sentNameless = true }
        if let subject { members.append("\"subject\":\(quoted(subject))") }
        if let correlation { members.append("\"correlationid\":\(quoted(correlation))") }
        if let more { members.append(more) }
        members.append("\"data\":\(data)")
        send(line: Array("{\(members.joined(separator: ","))}".utf8))
    }

    func send(line: [UInt8]) {
        sent.append(String(decoding: line, as: UTF8.self))
        process.give(line + [0x0A])
    }

    /// All that was sent.
    var sentLines: [String] { sent }

    func endInput() { process.endInput() }

    /// What the user enters at a view.
    func enter(_ text: String) { terminal?.type(text) }

    // MARK: - What comes

    /// The next event but those of `process.output`.
    /// - Parameter expected: what is missing if none comes.
    func next(_ expected: String) throws -> Event {
        let deadline = Instant.now + subject.patience
        while true {
            if let event = try available() { return event }
            if process.isSilent { throw problem(Self.ended(process.leave(within: .seconds(1))), expected) }
            guard Instant.now < deadline else { throw problem("(nothing in \(subject.patience))", expected) }
            turn()
        }
    }

    /// The next event for which this holds; others may come before.
    func next(_ expected: String, where holds: (Event) -> Bool) throws -> Event {
        let deadline = Instant.now + subject.patience
        var last: Event?
        while true {
            let event: Event
            do { event = try next(expected) } catch let problem as ConformanceProblem {
                guard let last, problem.came.hasPrefix("(nothing") else { throw problem }
                throw self.problem("\(Self.text(last)), and nothing after it in \(subject.patience)", expected)
            }
            if holds(event) { return event }
            last = event
            guard Instant.now < deadline else { throw problem(Self.text(event), expected) }
        }
    }

    /// All events that come until it has read its input and been quiet for a moment.
    func rest() throws -> [Event] {
        endInput()
        var events: [Event] = []
        let deadline = Instant.now + subject.patience
        while !process.isSilent {
            guard Instant.now < deadline else {
                throw problem(
                    "(it still runs after \(subject.patience))", "the program ends soon after the end of its input")
            }
            turn()
            while let event = try available() { events.append(event) }
        }
        while let event = try available() { events.append(event) }
        return events
    }

    /// Ends its input; it ends with 0.
    /// - Returns: what it wrote before that.
    @discardableResult
    func finish() throws -> [Event] {
        let events = try rest()
        let outcome = process.leave(within: subject.patience)
        guard outcome == .exited(0) else { throw problem(Self.ended(outcome), "the program ends with exit code 0") }
        return events
    }

    private func turn() {
        let ready = process.turn(alsoReading: terminal.map { [$0.drawing] } ?? [], within: .milliseconds(50))
        if !ready.isEmpty { terminal?.look() }
    }

    private func available() throws -> Event? {
        while let line = process.nextLine() {
            lines += 1
            guard lines <= Self.mostLines else {
                throw problem("more than \(Self.mostLines) lines", "the program writes as much as it is asked for")
            }
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
        guard line.count <= LineBuffer.standardLimit else {
            throw problem(
                "a line of \(line.count) bytes: \(text)", "lines of at most \(LineBuffer.standardLimit) bytes")
        }
        let event: Event
        do throws(EnvelopeError) { event = try Event(line: line.span) } catch {
            throw problem(text, "an event: \(error) (diagnostics belong on stderr)")
        }
        guard case .object? = JSONTree(event.data) else { throw problem(text, "data is an object") }
        guard (subject.role.protocols + ["process.output."]).contains(where: event.type.hasPrefix) else {
            throw problem(text, "events of \(subject.role.protocols.map { "\($0)*" }.joined(separator: ", "))")
        }
        guard event.id.isEmpty || ids.insert("\(event.source) \(event.id)").inserted else {
            throw problem(text, "an id that the program has not used before")
        }
        if let cause = event.causationID, cause != "start", !sentNameless, !sentIDs.contains(cause) {
            throw problem(text, "a causationid that the program was sent")
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

    // MARK: - A view's output

    /// Waits until the view has drawn a text.
    func wait(forText text: String, _ expected: String) throws {
        guard let terminal else { return }
        let deadline = Instant.now + subject.patience
        while !terminal.drawn.contains(text) {
            while try available() != nil {}
            let isOver = process.isSilent && !PollSet.isReady(terminal.drawing, within: .zero)
            guard !isOver, Instant.now < deadline else {
                throw problem("on descriptor 4: \(Excerpt.beginning(of: terminal.drawn))", expected)
            }
            turn()
        }
    }

    var drawn: String { terminal?.drawn ?? "" }

    // MARK: - Texts

    func problem(_ came: String, _ expected: String) -> ConformanceProblem {
        ConformanceProblem(sent: sent.last.map(Excerpt.beginning), came: came, expected: expected)
    }

    func problem(_ event: Event, _ expected: String) -> ConformanceProblem { problem(Self.text(event), expected) }

    private static func text(_ event: Event) -> String {
        Excerpt.beginning(of: String(decoding: event.line, as: UTF8.self))
    }

    private static func ended(_ outcome: Outcome) -> String { "(the program \(outcome))" }

    func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONText.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
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
