package import Wire

/// The settings of a pool's caller.
package struct PoolCallerSettings: Sendable {
    package var pool: SubjectName
    /// The name in the subjects of its answers. A replacement process has the same.
    package var caller: SubjectName
    /// Our name on the bus; answers are written under it.
    package var service: String
    /// Distinguishes this process from its predecessors.
    package var incarnation: String
    package var inbox: Inbox
    /// The addresses of the NATS servers that are tried, without users.
    package var servers = ""
    package var limits = PoolLimits()
    /// Types that answers may have; nil for all.
    package var sends: [MessagePattern]?
    /// Types that get no answer.
    package var notices: [MessagePattern] = []
    /// Types of answers before the last one.
    package var progress: [MessagePattern] = []
    package var lineLimit = LineBuffer.standardLimit
    package var isSupervised = false
    /// The most requests published but not stored.
    package var window = 64
    /// The most unanswered requests.
    package var underWay = 1024

    package init(pool: SubjectName, caller: SubjectName, service: String, incarnation: String, inbox: Inbox) {
        self.pool = pool
        self.caller = caller
        self.service = service
        self.incarnation = incarnation
        self.inbox = inbox
    }
}

/// The settings of a pool's worker.
package struct PoolWorkerSettings: Sendable {
    package var pool: SubjectName
    /// Distinguishes this process from all others.
    package var incarnation: String
    package var inbox: Inbox
    package var limits = PoolLimits()
    package var lineLimit = 1 << 20
    /// Requests under way at once.
    package var parallel = 8
    /// Children at once. Each caller has its own.
    package var children = 16
    /// After this silence about a request, another worker gets it.
    package var patience = Duration.seconds(10)
    /// If a request is not answered in this time, another worker gets it, and its child is killed.
    package var answerWithin = Duration.seconds(60)
    /// A child without a request ends after this time.
    package var idle = Duration.seconds(60)
    /// The most deliveries of a request.
    package var mostDeliveries = 5

    package init(pool: SubjectName, incarnation: String, inbox: Inbox) {
        self.pool = pool
        self.incarnation = incarnation
        self.inbox = inbox
    }

    var consumer: ConsumerConfig {
        var config = ConsumerConfig(durable: PoolSubjects(pool).consumer)
        config.patience = patience.nanoseconds
        // The workers decide when to give up, and report it to the caller.
        config.mostDeliveries = -1
        config.mostUnacknowledged = max(1, limits.requests)
        config.mostPulls = 512
        return config
    }
}

/// How much a pool's streams hold.
package struct PoolLimits: Equatable, Sendable {
    package var storage = StreamConfig.Storage.file
    /// Requests in the queue, including those under way. A full queue refuses more.
    package var requests = 10_000
    /// Bytes of answers kept for callers that missed them; the oldest are dropped first.
    package var answers = 64 << 20

    /// Longer than the server's memory for ids.
    static let answerAge = Duration.seconds(600)
    static let duplicateWindow = Duration.seconds(120)

    package init() {}

    func requestStream(_ subjects: PoolSubjects) -> StreamConfig {
        var config = StreamConfig(
            name: subjects.requestStream, subjects: [subjects.requests], retention: .workQueue, storage: storage)
        // By number, not bytes: when a new message exceeds the limit in bytes, server 2.9 drops old ones.
        config.mostMessages = requests
        config.discard = .new
        config.duplicateWindow = Self.duplicateWindow.nanoseconds
        return config
    }

    func answerStream(_ subjects: PoolSubjects) -> StreamConfig {
        var config = StreamConfig(
            name: subjects.answerStream, subjects: [subjects.allAnswers], retention: .limits, storage: storage)
        config.mostBytes = answers
        config.longestAge = Self.answerAge.nanoseconds
        config.discard = .old
        config.duplicateWindow = Self.duplicateWindow.nanoseconds
        return config
    }
}
