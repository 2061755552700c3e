/// The settings of a pool's worker.
package struct PoolWorkerSettings: Sendable {
    package var pool: SessionName
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
    /// A request delivered more often is given up.
    package var mostDeliveries = 5

    package init(pool: SessionName, incarnation: String, inbox: Inbox) {
        self.pool = pool
        self.incarnation = incarnation
        self.inbox = inbox
    }

    var consumer: ConsumerConfig {
        var config = ConsumerConfig(durable: PoolSubjects(pool).consumer)
        config.patience = patience.nanoseconds
        // The workers decide when to give up, and tell the caller.
        config.mostDeliveries = -1
        config.mostUnacknowledged = max(1, limits.requests)
        config.mostPulls = 512
        return config
    }
}
