import Composition
import Platform

/// When a service that has ended is started again: almost at once the first time, then after ever longer delays, until
/// it has run for a while or has died too often in a row.
struct RestartPolicy {
    enum Decision: Equatable {
        case leave
        case restart(after: Duration)
        /// The service has died too often in a row.
        case giveUp(deaths: Int)
    }

    /// After a run of this length, earlier deaths no longer count.
    static let stableRun = Duration.seconds(10)
    /// A program that has run for so long has begun well, whatever it did.
    static let goodBeginning = Duration.seconds(5)
    static let firstDelay = Duration.milliseconds(10)
    static let longestDelay = Duration.seconds(10)
    private static let backoff = Backoff(firstDelay...longestDelay)

    let mode: RestartMode
    private(set) var deaths = 0

    init(_ mode: RestartMode) {
        self.mode = mode
    }

    /// - Parameters:
    ///   - succeeded: whether its exit code counts as success.
    ///   - run: how long the process had run.
    ///   - chance: from 0 to 1; spreads the restarts of services that died together.
    mutating func died(succeeded: Bool, after run: Duration, chance: Double) -> Decision {
        let limit: Int
        switch mode {
        case .never: return .leave
        case .onFailure where succeeded: return .leave
        case .onFailure(let most), .always(let most): limit = most
        }
        deaths = run >= Self.stableRun ? 1 : deaths + 1
        guard deaths <= limit else { return .giveUp(deaths: deaths) }
        return .restart(after: Self.backoff.delay(after: deaths, chance: chance))
    }
}
