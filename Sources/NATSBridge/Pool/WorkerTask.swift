import Wire

/// A request given to a worker.
struct WorkerTask: Sendable {
    enum State: Equatable, Sendable {
        /// The child has it.
        case running
        /// The answer is published, but not known to be stored.
        case answered
        /// The answer is stored, and the request is acknowledged.
        case acknowledged
    }

    let caller: SessionName
    let name: EventName
    /// Types that do not answer it.
    let progress: [MessagePattern]
    let child: ChildID
    /// Where to acknowledge it; nil if nothing is stored.
    var delivery: (subject: String, place: DeliverySubject)?
    var state = State.running
    /// When the child must have written something.
    var deadline: ContinuousClock.Instant
    /// Lines that the child has written about it.
    var lines = 0
    /// The answer, until it is stored.
    var answer: NATSMessage?
    /// Whether the answer says that the request is given up, and so ends it for all workers.
    var isGivenUp = false
    /// When the answer was last sent.
    var sent: ContinuousClock.Instant?
}
