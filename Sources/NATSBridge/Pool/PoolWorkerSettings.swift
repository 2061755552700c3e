/// What a worker of a pool is told.
package struct PoolWorkerSettings: Sendable {
    package var pool: SessionName
    /// Distinguishes this process from all others.
    package var incarnation: String
    package var inbox: Inbox
    package var limits = PoolLimits()
    package var lineLimit = 1 << 20
    /// Requests under way at once.
    package var parallel = 8
    /// Children at once. Each caller has one of its own.
    package var children = 16
    /// A request that is not heard of for so long is given to another worker.
    package var patience = Duration.seconds(10)
    /// A request that is not answered in that time is given to another worker, and its child is killed.
    package var answerWithin = Duration.seconds(60)
    /// A child without a request ends after this time.
    package var idle = Duration.seconds(60)
    /// A request that was given out more often is given up.
    package var mostDeliveries = 5

    package init(pool: SessionName, incarnation: String, inbox: Inbox) {
        self.pool = pool
        self.incarnation = incarnation
        self.inbox = inbox
    }

    var consumer: ConsumerConfig {
        var config = ConsumerConfig(durable: PoolSubjects(pool).consumer)
        config.patience = patience.nanoseconds
        // How often is enough is the workers' decision, who tell the caller.
        config.mostDeliveries = -1
        config.mostUnacknowledged = max(1, limits.requests)
        config.mostPulls = 512
        return config
    }
}
