package import HTTPTransfer
package import Wire

/// Runs the fetcher's logic on real streams and real transfers, until the requests end and all are answered.
///
/// Unlike ``RoleLoop`` it waits for its input and for the network at once.
package struct FetcherLoop: ~Copyable {
    private var fetcher: Fetcher
    private var engine: TransferEngine
    /// Reading stops while so many transfers are queued or under way, so that a long input needs no more memory than a
    /// short one. A cancel that waits behind them is read when the first is done.
    private static let pendingLimit = 256

    package init(_ fetcher: Fetcher, _ engine: consuming TransferEngine) {
        self.fetcher = fetcher
        self.engine = engine
    }

    package var failures: FailureTally { fetcher.failures }

    package mutating func run(
        _ feed: inout RequestFeed, to writer: inout some AnswerWriter & ~Copyable
    ) throws(StandardStream.Failure) {
        while true {
            while engine.pending < Self.pendingLimit, let incoming = feed.next() {
                try take(incoming, &writer)
            }
            try writer.flush()
            if engine.pending == 0, feed.descriptor == nil { return }
            let watched = engine.pending < Self.pendingLimit ? feed.descriptor : nil
            let turn = engine.turn(watching: watched.map { [$0] } ?? [])
            for (id, result) in turn.completions { try writer.write(fetcher.completed(id, result)) }
            if !turn.readable.isEmpty { try feed.read() }
        }
    }

    private mutating func take(
        _ incoming: EventReader.Incoming, _ writer: inout some AnswerWriter & ~Copyable
    ) throws(StandardStream.Failure) {
        switch incoming {
        case .refused(let error, let line):
            try writer.write([fetcher.refuse(line, error)])
        case .event(let event):
            for effect in fetcher.receive(event) {
                switch effect {
                case .emit(let answer): try writer.write([answer])
                case .transfer(let id, let request): engine.start(request, as: id)
                case .cancel(let id): engine.cancel(id)
                }
            }
        }
    }
}
