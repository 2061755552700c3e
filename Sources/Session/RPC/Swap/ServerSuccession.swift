import JSONRPC
import Platform
package import Processes
package import Watching

/// Gives a dialogue another server when the program's files change, when somebody asks, or when the server died or hangs. The successor
/// is rehearsed beside the server; if it fails, the server stays.
package final class ServerSuccession {
    /// How long a successor has to answer all that it is asked.
    static let patience = Duration.seconds(30)
    /// How long one must live that is asked nothing.
    static let probation = Duration.seconds(1)
    /// How often within `deathSpan` a dead server is replaced.
    static let mostDeaths = 5
    static let deathSpan = Duration.seconds(60)
    /// How long a server that is to be replaced may take for calls that must not be sent to its successor.
    static let courtesy = Duration.seconds(10)
    /// How long a server that was replaced has to end, after the end of its input and again after SIGTERM.
    static let grace = Duration.seconds(2)

    /// A successor that has passed.
    struct Successor {
        let process: PipedProcess
        let reader: FrameReader
        let trial: SuccessorTrial
    }

    private struct Rehearsal {
        let process: PipedProcess
        var reader: FrameReader
        var trial: SuccessorTrial
        let began: Instant
        /// When it has passed, and waits for the calls under way.
        var passed: Instant?
    }

    private struct Retired {
        let process: PipedProcess
        /// When it is asked to end.
        let closing: Instant
    }

    private let launch: Launch
    private let watch: SourceWatch?
    /// Methods whose calls may be sent again.
    private let resends: Set<String>
    private let answerWithin: Duration?
    private(set) var history = ServerHistory()
    private var rehearsal: Rehearsal?
    private var isWanted = false
    private var retired: [Retired] = []
    private var deaths: [Instant] = []
    /// A server that was killed because it hangs.
    private var killed: pid_t?
    private var number = 0
    /// Requests of earlier servers that the client still answers, and the ids under which it knows later ones that have the same.
    private var stale: Set<[UInt8]> = []
    private var aliases: [[UInt8]: [UInt8]] = [:]
    private var reports: [String] = []

    /// - Parameters:
    ///   - launch: starts a server.
    ///   - watch: nil if only signals ask for a successor.
    ///   - resends: methods whose calls may be sent again, besides those of the protocol.
    ///   - answerWithin: after which a server that does not answer a call is replaced; nil for never.
    package init(
        _ launch: Launch, watch: SourceWatch?, resends: Set<String> = [], answerWithin: Duration? = nil
    ) {
        self.launch = launch
        self.watch = watch
        self.resends = resends
        self.answerWithin = answerWithin
    }

    func takeReports() -> [String] {
        defer { reports = [] }
        return reports
    }

    var isRehearsing: Bool { rehearsal != nil || isWanted }

    // MARK: What passes

    /// - Returns: the bytes that go to the other side; empty for none.
    func pass(_ observation: Observation, in framing: Framing, _ table: DialogueProtocol, at now: Instant) -> [UInt8] {
        let bytes = observation.item.bytes(in: framing)
        if observation.sender == .client, observation.kind == .response, let part = observation.parts.first {
            return response(part.message, bytes, in: framing)
        }
        for part in observation.parts {
            switch observation.sender {
            case .client: history.receive(fromClient: part.message, in: table, at: now)
            case .server: history.receive(fromServer: part.message)
            }
        }
        return bytes
    }

    /// What the server sends, as the client may get it: a request gets another id if an open one of an earlier server has the same.
    func renamed(_ item: FrameReader.Item) -> FrameReader.Item {
        guard !stale.isEmpty, aliases.count < ServerHistory.mostCalls, case .message(let bytes, let wrapping) = item,
            let message = try? RPCMessage(bytes), message.kind == .request, let id = message.id, stale.contains(id)
        else { return item }
        number += 1
        let alias = Array("\"\(prefix)-\(number)\"".utf8)
        aliases[alias] = id
        let renamed = message.replacingID(with: alias)
        let hasHeader = wrapping.contains(UInt8(ascii: ":"))
        return .message(renamed, wrapping: hasHeader ? Array("Content-Length: \(renamed.count)".utf8) : wrapping)
    }

    private func response(_ message: RPCMessage, _ bytes: [UInt8], in framing: Framing) -> [UInt8] {
        guard let id = message.id else { return bytes }
        if let original = aliases.removeValue(forKey: id) {
            history.answer(id)
            return framing.frame(message.replacingID(with: original))
        }
        // The server that wanted it is gone.
        if stale.remove(id) != nil { return [] }
        history.answer(id)
        return bytes
    }

    private var prefix: String { "viperline-\(getpid())" }

    // MARK: The loop

    func fill(_ set: inout PollSet) {
        if let watch { set.add(watch.descriptor) }
        guard let process = rehearsal?.process else { return }
        if let number = process.outputNumber { set.add(number) }
        if let number = process.writing { set.add(number, for: .writing) }
    }

    func deadline(in table: DialogueProtocol) -> Instant? {
        var first = watch?.nextDeadline
        if let rehearsal {
            first = earliest(first, rehearsal.passed.map { $0 + Self.courtesy } ?? rehearsal.began + Self.patience)
            if rehearsal.passed == nil, rehearsal.trial.answers == 0 {
                first = earliest(first, rehearsal.began + Self.probation)
            }
        }
        for old in retired { first = earliest(first, earliest(old.process.deadline, old.closing)) }
        if let hang = hangTime(in: table) { first = earliest(first, hang) }
        return first
    }

    private func hangTime(in table: DialogueProtocol) -> Instant? {
        guard let answerWithin, killed == nil, rehearsal == nil else { return nil }
        return history.oldestCall(in: table).map { $0 + answerWithin }
    }

    /// Somebody wants a successor.
    func request(because reason: String) {
        reports.append("\(reason); a new server is tried")
        isWanted = true
        // What is tried has old files.
        end(rehearsal?.process)
        rehearsal = nil
    }

    /// - Parameters:
    ///   - server: the one that the client has.
    ///   - isOpen: whether the client may send more.
    /// - Returns: a successor, which is the server from now on.
    func proceed(
        _ server: PipedProcess, in framing: Framing, _ table: DialogueProtocol, isOpen: Bool, at now: Instant
    ) -> Successor? {
        retire(at: now)
        if let watch {
            watch.read(at: now)
            reports += watch.takeTroubles()
            let files = watch.takeSaves(at: now).flatMap(\.files)
            if let file = files.first, isOpen, !history.hasSaidFarewell {
                request(because: "\(file.split(separator: "/").last ?? "") has changed")
            }
        }
        if let hang = hangTime(in: table), hang <= now, server.outcome == nil, isOpen {
            reports.append("the server does not answer within \(answerWithin ?? .zero); it is killed")
            killed = server.pid
            kill(-server.pid, SIGKILL)
        }
        if isWanted, rehearsal == nil { begin(in: framing, at: now) }
        return rehearse(beside: server, in: framing, table, at: now)
    }

    /// Whether a server that has ended is replaced; begins to.
    func replaces(_ outcome: Outcome, isOpen: Bool, at now: Instant) -> Bool {
        guard isOpen, !history.hasSaidFarewell, outcome != .exited(0) else { return false }
        deaths = deaths.filter { now - $0 < Self.deathSpan } + [now]
        guard deaths.count <= Self.mostDeaths else {
            reports.append("the server has ended \(deaths.count) times in a minute and is not replaced any more")
            return false
        }
        if !isRehearsing { request(because: "the server \(outcome)") }
        return true
    }

    // MARK: The rehearsal

    private func begin(in framing: Framing, at now: Instant) {
        isWanted = false
        guard !history.isTooLong else {
            reports.append(
                "no successor can follow: the client has sent more than \(ServerHistory.mostHandshake >> 20) MiB that it "
                    + "would have to know")
            return
        }
        do throws(SystemError) {
            let process = try PipedProcess(launch, [.input, .output], mostUnread: .max, leavesGroup: true)
            number += 1
            rehearsal = Rehearsal(
                process: process, reader: FrameReader(framing: framing),
                trial: SuccessorTrial(for: history, prefix: "\(prefix)-\(number)"), began: now)
        } catch { reports.append("the new server is not used: \(error)") }
    }

    private func rehearse(
        beside server: PipedProcess, in framing: Framing, _ table: DialogueProtocol, at now: Instant
    ) -> Successor? {
        guard var rehearsal else { return nil }
        defer { if self.rehearsal != nil { self.rehearsal = rehearsal } }
        let process = rehearsal.process
        if rehearsal.trial.isOutdated(for: history) {
            end(process)
            self.rehearsal = nil
            isWanted = true
            return nil
        }
        for message in rehearsal.trial.next(history) { _ = process.give(framing.frame(message)) }
        process.write()
        rehearsal.reader.append(process.readOutput())
        while let item = rehearsal.reader.next() { rehearsal.trial.receive(item) }
        for message in rehearsal.trial.next(history) { _ = process.give(framing.frame(message)) }
        process.write()
        if let failure = failure(of: rehearsal, at: now) {
            reports.append("the new server is not used: \(failure)")
            end(process)
            self.rehearsal = nil
            return nil
        }
        let isTested = rehearsal.trial.answers > 0 || now - rehearsal.began >= Self.probation
        guard isTested, rehearsal.trial.isReady(for: history) else { return nil }
        // The server finishes what would otherwise fail, unless that takes too long.
        if server.outcome == nil, history.hasCall(in: table, where: { !mayRepeat($0, in: table) }) {
            guard let passed = rehearsal.passed else {
                rehearsal.passed = now
                reports.append(
                    "the new server waits, at most \(Self.courtesy.components.seconds) seconds, for calls under way")
                return nil
            }
            guard now - passed >= Self.courtesy else { return nil }
        }
        self.rehearsal = nil
        return Successor(process: process, reader: rehearsal.reader, trial: rehearsal.trial)
    }

    private func failure(of rehearsal: Rehearsal, at now: Instant) -> String? {
        if let outcome = rehearsal.process.reap() { return "it \(outcome)" }
        if let failure = rehearsal.trial.failure { return failure }
        return now - rehearsal.began >= Self.patience && !rehearsal.trial.isReady(for: history)
            ? "it has not answered for \(Self.patience.components.seconds) seconds" : nil
    }

    private func end(_ process: PipedProcess?) {
        guard let process, process.outcome == nil else { return }
        process.signal(SIGKILL)
        process.end(within: .zero)
    }

    /// Those that run beside the server.
    var processes: [PipedProcess] {
        (retired.map(\.process) + [rehearsal?.process].compactMap(\.self)).filter { $0.outcome == nil }
    }

    // MARK: The swap

    /// What becomes of the calls under way.
    struct Consequences {
        var resent: [[UInt8]] = []
        var refused: [[UInt8]] = []
    }

    /// The successor is the server now.
    func replace(_ old: PipedProcess, by successor: Successor, in table: DialogueProtocol, at now: Instant)
        -> Consequences
    {
        if old.outcome == nil {
            old.endInput()
            retired.append(Retired(process: old, closing: now + Self.grace))
        }
        killed = nil
        stale.formUnion(history.takeAsked())
        stale.formUnion(aliases.keys)
        if stale.count > ServerHistory.mostCalls { stale = [] }
        aliases = [:]
        history.adopt(successor.trial.lists)
        var consequences = Consequences()
        for call in history.takeCalls() {
            let mayRepeat = mayRepeat(call, in: table)
            if mayRepeat, !call.isResent {
                consequences.resent.append(call.message.bytes)
                history.resend(call, in: table, at: now)
            } else {
                let reason =
                    mayRepeat
                    ? "two servers ended without an answer"
                    : "this request may not be sent twice; --resend \(call.message.method?.prefix(100) ?? "") permits it"
                let error = RPCError(RPCCode.ended, "the server was replaced during the call; \(reason)")
                consequences.refused.append(call.message.refusal(error))
            }
        }
        reports.append("the new server is in use")
        return consequences
    }

    private func mayRepeat(_ call: ServerHistory.Call, in table: DialogueProtocol) -> Bool {
        let method = call.message.method ?? ""
        return table.repeatable.contains(method) || resends.contains(method)
    }

    private func retire(at now: Instant) {
        for old in retired where old.process.outcome == nil {
            // Nobody wants what it still writes.
            _ = old.process.readOutput()
            if old.process.reap() == nil, old.closing <= now, old.process.deadline == nil {
                old.process.stop(within: Self.grace)
            }
        }
        retired.removeAll { $0.process.outcome != nil }
    }

    /// The dialogue is over.
    func conclude() {
        end(rehearsal?.process)
        for old in retired { end(old.process) }
    }
}
