import InteractorMessages
package import Wire

/// Counts failures by their effect on the exit code.
package struct FailureTally: Equatable, Sendable {
    private var invalid = 0
    private var retryable = 0
    private var final = 0

    package init() {}

    package var count: Int { invalid + retryable + final }

    package mutating func note(_ error: FetchError) {
        if error.kind == .invalidRequest {
            invalid += 1
        } else if error.isRetryable {
            retryable += 1
        } else {
            final += 1
        }
    }

    /// An invalid request takes precedence, because it must be corrected before anything is tried again.
    package var status: ExitStatus {
        if invalid > 0 { return .usage }
        if final > 0 { return .unavailable }
        return retryable > 0 ? .temporary : .done
    }
}
