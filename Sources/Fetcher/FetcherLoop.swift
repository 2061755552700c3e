package import HTTPTransfer
package import Wire

/// Runs the fetcher's logic on real streams and real transfers, until the requests end and all are answered.
///
/// Unlike ``RoleLoop`` it waits for its input, its output and the network at once.
package struct FetcherLoop: ~Copyable {
    private var fetcher: Fetcher
    private var client: HTTPClient
    private var output: OutputQueue
    /// Reading stops while so many transfers are queued or under way, so that a long input needs no more memory than a
    /// short one. A cancel that waits behind them is read when the first is done.
    private static let pendingLimit = 256
    /// While so many bytes wait to be written, nothing new is begun.
    private static let highWater = 1 << 20

    package init(_ fetcher: Fetcher, _ client: consuming HTTPClient, output: OutputQueue = OutputQueue()) {
        self.fetcher = fetcher
        self.client = client
        self.output = output
    }

    package var failures: FailureTally { fetcher.failures }

    package mutating func run(
        _ feed: inout RequestFeed, as format: inout some AnswerFormat
    ) throws(StandardStream.Failure) {
        while true {
            let isFed = take(from: &feed, as: &format)
            try output.drain()
            if isFed, feed.descriptor == nil, client.pending == 0, output.count == 0 { return }
            client.isPaused = output.count >= Self.highWater
            let turn = client.turn(
                reading: hasRoom ? feed.descriptor.map { [$0] } ?? [] : [],
                writing: output.count > 0 ? [output.descriptor] : [],
                milliseconds: !isFed && hasRoom ? 0 : nil)
            for (id, result) in turn.completions { write(fetcher.completed(id, result), as: &format) }
            if let input = feed.descriptor, turn.ready.contains(input) { try feed.read() }
        }
    }

    private var hasRoom: Bool { client.pending < Self.pendingLimit && output.count < Self.highWater }

    /// Takes requests while there is room.
    /// - Returns: whether none is left to take.
    private mutating func take(from feed: inout RequestFeed, as format: inout some AnswerFormat) -> Bool {
        while hasRoom {
            guard let incoming = feed.next() else { return true }
            take(incoming, as: &format)
        }
        return false
    }

    private mutating func take(_ incoming: EventReader.Incoming, as format: inout some AnswerFormat) {
        switch incoming {
        case .refused(let error, let line):
            write([fetcher.refuse(line, error)], as: &format)
        case .event(let event):
            for effect in fetcher.receive(event) {
                switch effect {
                case .emit(let answer): write([answer], as: &format)
                case .transfer(let id, let request): client.start(request, as: id)
                case .cancel(let id): client.cancel(id)
                }
            }
        }
    }

    private mutating func write(_ answers: [Event], as format: inout some AnswerFormat) {
        for answer in answers { output.append(format.encode(answer)) }
    }
}
