/// A reader's reply to JetStream about a delivered message, on the message's reply subject.
package enum Acknowledgement: Equatable, Sendable {
    case done
    /// Redeliver it to another reader, after a pause.
    case refused(after: Duration)
    /// Restart its time limit.
    case inProgress
    /// Never redeliver it.
    case ended

    package var payload: [UInt8] {
        switch self {
        case .done: Array("+ACK".utf8)
        case .refused(let pause) where pause <= .zero: Array("-NAK".utf8)
        case .refused(let pause): Array("-NAK {\"delay\":\(pause.nanoseconds)}".utf8)
        case .inProgress: Array("+WPI".utf8)
        case .ended: Array("+TERM".utf8)
        }
    }

    /// - Parameter reply: where JetStream confirms it, if wanted.
    package func message(to subject: String, reply: String? = nil) -> NATSMessage {
        NATSMessage(subject, reply: reply, payload: payload)
    }
}
