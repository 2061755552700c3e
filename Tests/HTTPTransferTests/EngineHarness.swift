import HTTPTransfer
import TestSupport
import Testing

/// Starts transfers and turns the engine until all have ended.
func fetch(
    _ requests: [HTTPRequest], parallel: Int = 8
) throws -> [TransferID: Result<HTTPResponse, TransferError>] {
    var engine = try TransferEngine(parallel: parallel, userAgent: "tests/1")
    for (index, request) in requests.enumerated() { engine.start(request, as: TransferID(index)) }
    return drain(&engine)
}

func fetch(_ request: HTTPRequest) throws -> Result<HTTPResponse, TransferError> {
    try #require(try fetch([request])[0])
}

func drain(_ engine: inout TransferEngine) -> [TransferID: Result<HTTPResponse, TransferError>] {
    var results: [TransferID: Result<HTTPResponse, TransferError>] = [:]
    while engine.pending > 0 {
        for (id, result) in engine.turn().completions {
            #expect(results[id] == nil, "handed back twice")
            results[id] = result
        }
    }
    return results
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
