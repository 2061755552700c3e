package import Platform
import JSON
import Wire

/// Publishes the farewell of a join that will not come back, so that the others do not wait for it.
package struct ForgetBridge: Bridge {

    private let session: SessionSubjects
    private let name: String
    private let inbox: String
    private let deadlineForAll: Instant
    private var isConnected = false
    private var hasEnded = false

    /// How long to wait for the server and its answer.
    package static let patience = Duration.seconds(10)
    private static let (noMessage, noStream) = (10037, 10059)

    /// - Parameters:
    ///   - name: the join's name.
    ///   - secret: makes the inbox's name unknown to others.
    package init(_ name: String, of session: SessionSubjects, secret: String, now: Instant) {
        self.session = session
        self.name = name
        inbox = "\(session.inbox(of: name)).\(secret)"
        deadlineForAll = now + Self.patience
    }

    package var takesLines: Bool { false }
    package var deadline: Instant? { hasEnded ? nil : deadlineForAll }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch input {
        case .started: effects.append(.subscribe("\(inbox).*", group: nil))
        case .link(.connected):
            isConnected = true
            effects.append(
                .publish(
                    StreamAPI.lastMessage(
                        on: session.record(of: name), of: session.recordsStream, reply: "\(inbox).known")))
        case .link(.disconnected): isConnected = false
        case .link(.closed(let reason)): end(.unavailable, "the connection is closed: \(reason)", &effects)
        case .message(let message): handle(message, &effects)
        case .stopped: end(.unavailable, "stopped", &effects)
        default: break
        }
        if let deadline, now >= deadline {
            let whose = isConnected ? "it does not answer" : "it is not there"
            end(.unavailable, "ask the server about \(name): \(whose)", &effects)
        }
    }

    private mutating func handle(_ message: NATSMessage, _ effects: inout [BridgeEffect]) {
        guard let answer = ServerAnswer(message) else { return }
        switch (message.subject, answer.error?.number ?? answer.error?.code) {
        case ("\(inbox).known", nil):
            let farewell = JoinRecord(progress: JoinProgress(), takes: [], hasLeft: true).json
            effects.append(
                .publish(NATSMessage(session.record(of: name), reply: "\(inbox).told", payload: farewell)))
        case ("\(inbox).known", Self.noMessage), ("\(inbox).known", Self.noStream):
            end(
                .unavailable,
                "forget \(name): \(session.session) knows no join of that name; `viperline ps` names it",
                &effects)
        case ("\(inbox).told", nil):
            effects.append(.write(line: Array("\(session.session): the others no longer wait for \(name)".utf8)))
            end(.done, nil, &effects)
        default: end(.unavailable, "forget \(name): \(answer.error?.reason ?? "the server refuses it")", &effects)
        }
    }

    private mutating func end(_ status: ExitStatus, _ why: String?, _ effects: inout [BridgeEffect]) {
        guard !hasEnded else { return }
        hasEnded = true
        if let why { effects.append(.log(why)) }
        effects.append(.exit(status))
    }
}
