/// Whether a service is started again when its process has ended.
package enum RestartMode: Equatable, Sendable {
    case never
    /// Unless it ended with success; at most that many times in a row.
    case onFailure(limit: Int)
    case always(limit: Int)

    /// How many deaths in a row are a storm, where the file does not say.
    package static let standardLimit = 10
}

/// What a process that takes the place of one that died is sent, before all else.
package enum Recovery: Equatable, Sendable {
    /// What its predecessor had not read.
    case none
    /// The requests that its predecessor had received and not answered, in order. `notices` are inputs that have no
    /// answer, `progress` outputs that are not the answer yet.
    case redeliver(notices: [MessagePattern], progress: [MessagePattern])
    /// Everything that its predecessor had received since its last snapshot; as many output lines as that one had got
    /// out since are dropped, so that each effect happens once. For roles that answer the same to the same.
    case replay
    /// The newest state of each type and subject.
    case latest
}
