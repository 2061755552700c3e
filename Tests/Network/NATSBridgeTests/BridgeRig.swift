import Platform
import NATSBridge
import Testing
import Wire

/// A bridge with a clock that stands, and what it wanted to be done.
struct BridgeRig<Role: Bridge> {
    var bridge: Role
    var now = Instant.now
    private(set) var effects: [BridgeEffect] = []

    init(_ bridge: Role) {
        self.bridge = bridge
    }

    /// - Returns: what follows.
    @discardableResult
    mutating func take(_ input: BridgeInput) -> [BridgeEffect] {
        var turn = Turn(at: now)
        bridge.handle(input, &turn)
        effects = turn.effects
        return effects
    }

    /// Everything has reached the bus.
    @discardableResult
    mutating func drain() -> [BridgeEffect] {
        var turn = Turn(at: now)
        bridge.drained(&turn)
        effects = turn.effects
        return effects
    }

    @discardableResult
    mutating func pass(_ time: Duration) -> [BridgeEffect] {
        now += time
        return take(.time)
    }

    @discardableResult
    mutating func receive(
        _ subject: String, reply: String? = nil, _ headers: [NATSHeader] = [], _ payload: String = ""
    ) -> [BridgeEffect] {
        take(.message(NATSMessage(subject, reply: reply, headers: headers, payload: Array(payload.utf8))))
    }

    @discardableResult
    mutating func connect() -> [BridgeEffect] { take(.link(.connected(server: "hub:4222", limit: 1 << 20))) }

    /// The event's line as it stands.
    static func line(_ text: String) throws -> BusLine { try BusLine(Array(text.utf8)) }
}

extension RoleEnvironment {
    /// Of the service `net`.
    static func net(_ variables: [String: String] = [:]) throws -> RoleEnvironment {
        try RoleEnvironment(role: "net") { variables[$0] }
    }
}

extension [BridgeEffect] {
    /// Messages that were published on subjects with this beginning.
    func published(_ beginning: String) -> [NATSMessage] {
        compactMap { effect in
            if case .publish(let message) = effect, message.subject.hasPrefix(beginning) { message } else { nil }
        }
    }

    var subjects: [String] { published("").map(\.subject) }

    /// Lines for the bus, without the supervisor's.
    var written: [String] {
        compactMap { effect in
            guard case .write(let line) = effect else { return nil }
            let text = String(decoding: line, as: UTF8.self)
            return text.contains(#""type":"process."#) ? nil : text
        }
    }

    /// Texts and troubles for the supervisor.
    var statuses: [ProcessOutput.Status] {
        compactMap { effect in
            guard case .write(let line) = effect, let event = try? Event(line: line.span),
                event.type == ProcessOutput.Status.type
            else { return nil }
            return try? event.decode(ProcessOutput.Status.self)
        }
    }

    var words: [String] { compactMap { if case .log(let text) = $0 { text } else { nil } } }

    var exit: Wire.ExitStatus? { compactMap { if case .exit(let status) = $0 { status } else { nil } }.first }
}

extension NATSMessage {
    var text: String { String(decoding: payload, as: UTF8.self) }
}
