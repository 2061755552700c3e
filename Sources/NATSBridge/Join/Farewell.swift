/// How a join that ends tells the others not to wait for it.
///
/// A supervisor that is killed ends its services' input too, but its session is started again and misses nothing, so the others have to wait.
/// The bus tells which it is: what is written to it some time after the end of the input arrives, or else the program ends with nothing said.
struct Farewell {
    typealias Instant = ContinuousClock.Instant

    private enum Phase: Equatable {
        case staying
        case ending(Instant)
        case tryingBus
        case leaving
    }

    private var phase = Phase.staying

    /// A process that is killed closes its descriptors one after the other.
    static let triesBusAfter = Duration.milliseconds(50)

    mutating func end(at now: Instant) {
        if phase == .staying { phase = .ending(now) }
    }

    var deadline: Instant? {
        if case .ending(let end) = phase { end + Self.triesBusAfter } else { nil }
    }

    /// - Returns: whether something is to be written to the bus now; ``busTook()`` follows.
    mutating func triesBus(at now: Instant) -> Bool {
        guard let deadline, now >= deadline else { return false }
        phase = .tryingBus
        return true
    }

    /// - Returns: whether the others are to be told now.
    mutating func busTook() -> Bool {
        guard phase == .tryingBus else { return false }
        phase = .leaving
        return true
    }
}
