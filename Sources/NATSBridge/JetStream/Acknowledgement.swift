/// What is told JetStream about a message that it has given out, on the message's reply subject.
package enum Acknowledgement: Equatable, Sendable {
    case done
    /// It is given to another reader, after a pause.
    case refused(after: Duration)
    /// Its time begins anew.
    case inProgress
    /// Nobody gets it again.
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

    /// - Parameter reply: where JetStream confirms it, if it should.
    package func message(to subject: String, reply: String? = nil) -> NATSMessage {
        NATSMessage(subject, reply: reply, payload: payload)
    }
}
