package import Wire

/// When to restart a service whose process has ended.
package enum RestartMode: Equatable, Sendable {
    case never
    /// When it has failed; at most that many times in a row.
    case onFailure(limit: Int)
    case always(limit: Int)

    /// How many deaths in a row end the session, unless the file says otherwise.
    package static let standardLimit = 10
}

/// What a successor is sent before anything new.
package enum Recovery: Equatable, Sendable {
    /// What its predecessor has not read.
    case none
    /// The requests that its predecessor has received and not answered, in order. `notices` are inputs that have no
    /// answer, `progress` outputs that do not count as an answer.
    case redeliver(notices: [MessagePattern], progress: [MessagePattern])
    /// Everything that its predecessor has received since its last snapshot. As many of the successor's output lines are
    /// dropped as the predecessor had written since, so that each effect happens once. For deterministic roles.
    case replay
    /// The newest state of each type and subject.
    case latest
}
