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
