package import HTTPTransfer
package import Wire

/// The fetcher on a stream: events in, answers out in a format.
package struct EventService<Format: AnswerFormat>: RequestService {
    package typealias Reader = EventReader

    private var fetcher: Fetcher
    package var format: Format

    package init(_ fetcher: Fetcher, _ format: Format) {
        self.fetcher = fetcher
        self.format = format
    }

    package var failures: FailureTally { fetcher.failures }

    package mutating func receive(_ incoming: EventReader.Incoming) -> [ServiceEffect] {
        switch incoming {
        case .refused(let error, let line): [encode(fetcher.refuse(line, error))]
        case .event(let event): fetcher.receive(event).map { encode($0) }
        }
    }

    package mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> [UInt8]? {
        fetcher.completed(number, result).first.map { format.encode($0) }
    }

    package func lane(of number: TransferID) -> String? { fetcher.lane(of: number) }

    package func reading(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> SlowWork? { fetcher.reading(number, result) }

    package mutating func worked(_ number: TransferID, _ result: SlowResult) -> [ServiceEffect] {
        fetcher.worked(number, result).map { encode($0) }
    }

    package mutating func attempted(_ attempt: Attempt) -> [UInt8] {
        fetcher.attempted(attempt).map { format.encode($0) } ?? []
    }

    package mutating func abandon() -> [ServiceEffect] { fetcher.abandon().map { encode($0) } }

    private mutating func encode(_ effect: FetchEffect) -> ServiceEffect {
        effect.map { format.encode($0) }
    }
}
