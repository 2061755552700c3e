/// How much a pool's streams keep.
package struct PoolLimits: Equatable, Sendable {
    package var storage = StreamConfig.Storage.file
    /// Requests in the queue, those under way included. A full queue refuses more.
    package var requests = 10_000
    /// Bytes of answers that are kept for callers that have missed them; older ones go first.
    package var answers = 64 << 20

    /// Longer than the server remembers ids.
    static let answerAge = Duration.seconds(600)
    static let duplicateWindow = Duration.seconds(120)

    package init() {}

    func requestStream(_ subjects: PoolSubjects) -> StreamConfig {
        var config = StreamConfig(
            name: subjects.requestStream, subjects: [subjects.requests], retention: .workQueue, storage: storage)
        // By number and not by bytes: server 2.9 takes old messages out where a new one is over the limit in bytes.
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
