import Platform

/// How a join that ends informs the others, so that they do not wait for it.
///
/// When a supervisor is killed, its services' input ends too, but its session is restarted and must miss nothing, so
/// the others have to wait. A late write to the bus distinguishes the cases: if the supervisor is alive, it arrives;
/// otherwise the program ends silently.
struct Farewell {

    private enum Phase: Equatable {
        case staying
        case ending(Instant)
        case tryingBus
        case leaving
    }

    private var phase = Phase.staying
    /// When the process ends at the latest; nil while it stays.
    private(set) var endsAt: Instant?

    static let patience = Duration.seconds(2)
    /// A killed process closes its descriptors one after the other.
    static let triesBusAfter = Duration.milliseconds(50)

    mutating func end(at now: Instant) {
        guard phase == .staying else { return }
        phase = .ending(now)
        endsAt = now + Self.patience
    }

    var deadline: Instant? {
        if case .ending(let end) = phase { end + Self.triesBusAfter } else { nil }
    }

    /// - Returns: whether to write something to the bus now; ``busTook()`` follows.
    mutating func triesBus(at now: Instant) -> Bool {
        guard let deadline, now >= deadline else { return false }
        phase = .tryingBus
        return true
    }

    /// - Returns: whether to inform the others now.
    mutating func busTook() -> Bool {
        guard phase == .tryingBus else { return false }
        phase = .leaving
        return true
    }
}
