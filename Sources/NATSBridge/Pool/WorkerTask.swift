import Wire

/// A request that a worker has been given.
struct WorkerTask: Sendable {
    enum State: Equatable, Sendable {
        /// The child has it.
        case running
        /// The answer is published, and not stored as far as is known.
        case answered
        /// The answer is stored, and the server is told that the request is done with.
        case acknowledged
    }

    let caller: SessionName
    let name: EventName
    /// What does not answer it.
    let progress: [MessagePattern]
    let child: ChildID
    /// Where it is acknowledged; nil where nothing is stored.
    var delivery: (subject: String, place: DeliverySubject)?
    var state = State.running
    /// When the child must have said something.
    var deadline: ContinuousClock.Instant
    /// Lines about it that the child has written.
    var lines = 0
    /// The answer, until it is stored.
    var answer: NATSMessage?
    /// Whether the request is over for all workers with the answer, which tells that it was given up.
    var isGivenUp = false
    /// When the answer was sent last.
    var sent: ContinuousClock.Instant?
}
