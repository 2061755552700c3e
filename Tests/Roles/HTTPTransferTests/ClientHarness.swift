import HTTPTransfer
import TestSupport
import Testing

/// Starts transfers and runs the client until all have ended.
func fetch(
    _ requests: [HTTPRequest], parallel: Int = 8
) throws -> [TransferID: Result<HTTPResponse, TransferError>] {
    var client = try client { $0.parallel = parallel }
    for (index, request) in requests.enumerated() { client.start(request, as: TransferID(index)) }
    return drain(&client)
}

/// A client without retries and cache, unless a test enables them.
func client(clock: Clock = Clock(), _ change: (inout ClientSettings) -> Void = { _ in }) throws -> HTTPClient {
    var settings = ClientSettings(userAgent: "tests/1")
    settings.retry.limit = 0
    change(&settings)
    return try HTTPClient(settings, clock: clock)
}

func fetch(_ request: HTTPRequest) throws -> Result<HTTPResponse, TransferError> {
    try require(fetch([request])[0])
}

func drain(_ client: inout HTTPClient) -> [TransferID: Result<HTTPResponse, TransferError>] {
    var results: [TransferID: Result<HTTPResponse, TransferError>] = [:]
    while client.pending > 0 {
        for end in client.turn().completions {
            expect(results[end.id], equals: nil, "handed back twice")
            results[end.id] = end.result
        }
    }
    return results
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
