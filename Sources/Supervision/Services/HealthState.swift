/// Whether a service that is checked does its work, as a table of state × result.
enum HealthState: String, CaseIterable, Sendable {
    /// No check has succeeded yet, and not enough have failed.
    case starting
    case healthy
    case unhealthy

    enum Result: CaseIterable {
        case succeeded
        /// In the start period.
        case failedEarly
        case failed
        /// So many times in a row that it counts.
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
