import JSONRPC
import Platform
package import Processes
package import Watching

/// Another server for a dialogue, when the program's files change, when somebody asks, or when the server died or hangs. The ``Successor``
/// is rehearsed beside the server; if it fails, the server stays.
package final class ServerSuccession {
    /// Replacements of dead servers within `deathSpan`.
    static let mostDeaths = 5
    static let deathSpan = Duration.seconds(60)
    /// The time that a server which is to be replaced has for calls that must not be sent to its successor.
    static let courtesy = Duration.seconds(10)

    private let launch: Launch
    private let watch: SourceWatch?
    /// Methods whose calls may be sent again.
    private let resends: Set<String>
    private let answerWithin: Duration?
    private let grace: Duration
    private(set) var history = ServerHistory()
    private var rehearsed: Successor?
    private var isWanted = false
    /// Servers that were replaced, and are to end.
    private var retired: [PipedProcess] = []
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
    ///   - grace: the time of a replaced server after the end of its input, and again after SIGTERM.
    package init(
        _ launch: Launch, watch: SourceWatch?, resends: Set<String> = [], answerWithin: Duration? = nil,
        grace: Duration = .seconds(2)
    ) {
        self.launch = launch
        self.watch = watch
        self.resends = resends
        self.answerWithin = answerWithin
        self.grace = grace
    }

    func takeReports() -> [String] {
        defer { reports = [] }
        return reports
    }

    var isRehearsing: Bool { rehearsed != nil || isWanted }

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

    /// A frame of the server as the client may get it: a request gets another id if an open one of an earlier server has the same.
    func renamed(_ item: FrameReader.Item) -> FrameReader.Item {
        guard !stale.isEmpty, aliases.count < ServerHistory.mostCalls, case .message(let bytes, let wrapping) = item,
            let message = try? RPCMessage(bytes), message.kind == .request, let id = message.id, stale.contains(id)
        else { return item }
        number += 1
        let alias = Array("\"\(prefix)-\(number)\"".utf8)
        aliases[alias] = id
        let renamed = message.replacingID(with: alias)
        let hasHeader = wrapping.contains(UInt8(ascii: ":"))
        return .message(renamed, wrapping: hasHeader ? Framing.headers.wrapping(of: renamed.count) : wrapping)
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
        set.add(watch?.descriptor)
        rehearsed?.process.add(to: &set)
    }

    /// - Parameter isOpen: whether the client may send more.
    func deadline(in table: DialogueProtocol, isOpen: Bool) -> Instant? {
        let rehearsal = rehearsed.map { $0.passed.map { $0 + Self.courtesy } ?? $0.deadline }
        let hang = isOpen ? hangTime(in: table) : nil
        let retirement = retired.reduce(nil) { earliest($0, $1.deadline) }
        return earliest(watch?.nextDeadline, rehearsal, hang, retirement)
    }

    private func hangTime(in table: DialogueProtocol) -> Instant? {
        guard let answerWithin, killed == nil, rehearsed == nil else { return nil }
        return history.oldestCall(in: table).map { $0 + answerWithin }
    }

    /// Somebody wants a successor.
    func request(because reason: String) {
        reports.append("\(reason); a new server is tried")
        isWanted = true
        // A server that is being tried has old files; it is killed.
        rehearsed = nil
    }

    /// - Parameters:
    ///   - server: the one that the client has.
    ///   - isOpen: whether the client may send more.
    /// - Returns: a successor, which is the server from now on.
    func proceed(
        _ server: PipedProcess, in framing: Framing, _ table: DialogueProtocol, isOpen: Bool, at now: Instant
    ) -> Successor? {
        retire()
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
        if isWanted, rehearsed == nil { begin(in: framing, at: now) }
        return rehearse(beside: server, in: table, at: now)
    }

    /// Begins to replace a server that has ended.
    /// - Returns: false if it is not replaced.
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
            number += 1
            rehearsed = try Successor(launch, for: history, prefix: "\(prefix)-\(number)", in: framing, at: now)
        } catch { reports.append("the new server is not used: \(error)") }
    }

    private func rehearse(beside server: PipedProcess, in table: DialogueProtocol, at now: Instant) -> Successor? {
        guard var successor = rehearsed.take() else { return nil }
        if successor.isOutdated(for: history) {
            isWanted = true
            return nil
        }
        successor.proceed(history)
        if let failure = successor.failure(for: history, at: now) {
            reports.append("the new server is not used: \(failure)")
            return nil
        }
        if successor.isReady(for: history, at: now) {
            // The server finishes what would otherwise fail, unless that takes too long.
            let isBusy = server.outcome == nil && history.hasCall(in: table) { !mayRepeat($0, in: table) }
            if !isBusy || successor.passed.map({ now - $0 >= Self.courtesy }) ?? false { return successor }
            if successor.passed == nil {
                successor.passed = now
                reports.append(
                    "the new server waits, at most \(Self.courtesy.components.seconds) seconds, for calls under way")
            }
        }
        rehearsed = successor
        return nil
    }

    /// The servers that run beside the one in use.
    var processes: [PipedProcess] {
        (retired + [rehearsed?.process].compactMap(\.self)).filter { $0.outcome == nil }
    }

    // MARK: The swap

    /// The calls under way at a swap: what the new server gets again, and the errors for the client.
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
            old.stop(after: grace, within: grace)
            retired.append(old)
        }
        killed = nil
        stale.formUnion(history.takeAsked())
        stale.formUnion(aliases.keys)
        if stale.count > ServerHistory.mostCalls { stale = [] }
        aliases = [:]
        history.adopt(successor.lists)
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

    private func retire() {
        retired.removeAll { old in
            // Nobody wants what it still writes.
            _ = old.readOutput()
            return old.reap() != nil
        }
    }

    /// The dialogue is over.
    func conclude() {
        rehearsed = nil
        retired = []
    }
}
