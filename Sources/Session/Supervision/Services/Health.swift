import Platform
import Composition

/// When a service is checked, and what follows from the results. It knows no process and no clock; callers pass the
/// time.
struct Health {

    enum Step: Equatable {
        case startCheck
        /// The check has taken too long.
        case killCheck
    }

    /// The change that a result has made.
    enum Change: Equatable {
        case none
        /// Healthy for the first time in this process's life.
        case becameHealthy
        /// A failure that counts, of the number that makes the service unhealthy.
        case failed(Int, of: Int)
        case becameUnhealthy
        case recovered
    }

    private let check: HealthCheck
    private(set) var state = HealthState.starting
    private var startedAt: Instant?
    /// When the next check begins, or the one that runs is killed; nil without a process of the service.
    private(set) var deadline: Instant?
    private(set) var isChecking = false
    private(set) var isOverdue = false
    /// The running check was begun for an earlier process of the service.
    private var isStale = false
    /// Failures in a row that count.
    private var failures = 0

    init(_ check: HealthCheck) { self.check = check }

    /// The service has another process.
    mutating func serviceStarted(at now: Instant) {
        state = .starting
        startedAt = now
        failures = 0
        isStale = isChecking
        if !isChecking { deadline = now }
    }

    /// The service has no process that could be checked.
    mutating func serviceEnded() {
        startedAt = nil
        state = .starting
        if !isChecking { deadline = nil }
    }

    /// The step that is due; nil if none is.
    mutating func step(at now: Instant) -> Step? {
        guard let due = deadline, due <= now else { return nil }
        if isChecking {
            deadline = nil
            isOverdue = true
            return .killCheck
        }
        guard startedAt != nil else {
            deadline = nil
            return nil
        }
        isChecking = true
        isOverdue = false
        deadline = now + check.timeout
        return .startCheck
    }

    /// A result for an earlier process does not count. The check has ended, or could not be started.
    mutating func checkEnded(succeeded: Bool, at now: Instant) -> Change {
        isChecking = false
        guard let startedAt else {
            deadline = nil
            return .none
        }
        guard !isStale else {
            isStale = false
            deadline = now
            return .none
        }
        let isEarly = state == .starting && now - startedAt < check.startPeriod
        let old = state
        if succeeded {
            failures = 0
        } else if !isEarly, failures < check.retries {
            failures += 1
        }
        let result: HealthState.Result =
            succeeded ? .succeeded : isEarly ? .failedEarly : failures >= check.retries ? .failedTooOften : .failed
        state = state.after(result)
        deadline = now + (state == .starting && isEarly ? check.startInterval : check.interval)
        switch (old, state) {
        case (.starting, .healthy): return .becameHealthy
        case (.unhealthy, .healthy): return .recovered
        case (.starting, .unhealthy), (.healthy, .unhealthy): return .becameUnhealthy
        default: return result == .failed ? .failed(failures, of: check.retries) : .none
        }
    }
}

/// The health of a service that is checked, as a table of state × result.
enum HealthState: String, CaseIterable, Sendable {
    /// No check has succeeded yet, and not enough have failed.
    case starting
    case healthy
    case unhealthy

    enum Result: CaseIterable {
        case succeeded
        /// The check has failed in the start period.
        case failedEarly
        case failed
        /// Failures in a row have reached the number that counts.
        case failedTooOften
    }

    func after(_ result: Result) -> HealthState {
        switch (self, result) {
        case (_, .succeeded): .healthy
        case (.starting, .failedEarly), (.starting, .failed): .starting
        case (.healthy, .failedEarly), (.healthy, .failed): .healthy
        case (.unhealthy, .failedEarly), (.unhealthy, .failed): .unhealthy
        case (_, .failedTooOften): .unhealthy
        }
    }
}
