import Fetcher
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// Each upstream error becomes one typed failure that names the action, its object and the cause.
@Suite struct FailureTests {
    struct Row: Sendable {
        let event: Event
        let result: Result<HTTPResponse, TransferError>
        let kind: FailureKind
        let retryable: Bool
        let message: String
    }

    private static func status(
        _ event: Event, _ status: Int, body: String = "", retryAfter: Int? = nil, _ kind: FailureKind,
        retryable: Bool, _ message: String
    ) throws -> Row {
        let response = try response(status, body, retryAfter: retryAfter)
        return Row(event: event, result: .success(response), kind: kind, retryable: retryable, message: message)
    }

    private static func error(
        _ event: Event, _ error: TransferError, _ kind: FailureKind, retryable: Bool, _ message: String
    ) -> Row {
        Row(event: event, result: .failure(error), kind: kind, retryable: retryable, message: message)
    }

    private static func statuses() throws -> [Row] {
        let music = #"search itunes.apps for "music": "#
        let patience = "a.example limits requests"
        let shape = "a.example did not answer with the JSON of the iTunes Search API"
        return [
            try status(search(), 500, .http, retryable: true, music + "HTTP 500 from a.example"),
            try status(lookup(), 404, .http, retryable: false, "look up 42 in itunes.apps: HTTP 404 from a.example"),
            try status(
                search(), 403, .rateLimited, retryable: true, music + patience + " (HTTP 403); try again in a minute"),
            try status(search(), 403, body: "no", .http, retryable: false, music + "HTTP 403 from a.example"),
            try status(get(), 403, .http, retryable: false, "get http://a.example/: HTTP 403 from a.example"),
            try status(
                get(), 429, retryAfter: 9, .rateLimited, retryable: true,
                "get http://a.example/: " + patience + " (HTTP 429); try again in 9 s"),
            try status(search(), 200, body: "no JSON", .decode, retryable: false, music + shape),
            try status(search(), 200, body: "", .decode, retryable: false, music + shape),
            try status(search(), 200, body: #"{"resultCount":0}"#, .decode, retryable: false, music + shape),
        ]
    }

    private static func errors() -> [Row] {
        let a = "get http://a.example/: "
        return [
            error(
                get("g", "http://ann:pw@a.example/x?key=1"), .network("no route"), .network, retryable: true,
                "get http://a.example/x?…: no route"),
            error(
                get(), .timeout(.milliseconds(1500), from: "a.example:80"), .timeout, retryable: true,
                a + "no complete response from a.example:80 within 1.5 s"
            ),
            error(
                get(), .bodyTooLarge(limit: 9), .tooLarge, retryable: false,
                a + "the body is over 9 bytes; --max-body takes larger ones"),
            error(
                get(), .notCached, .notFound, retryable: false,
                a + "it is not in the cache, and only the cache may answer"),
            error(get(), .exhausted("too many"), .local, retryable: true, a + "too many"),
            error(get(), .file("write x: odd"), .local, retryable: false, a + "write x: odd"),
            error(
                get(), .refusedBody(method: "HEAD"), .invalidRequest, retryable: false,
                a + "HEAD is not sent with a body"),
            error(get(), .headersTooLarge(limit: 9), .tooLarge, retryable: false, a + "the headers are over 9 bytes"),
            error(get(), .tooManyRedirects(limit: 10), .http, retryable: false, a + "more than 10 redirects"),
            error(
                get(), .refusedRedirect("file: is not http or https"), .http, retryable: false,
                a + "refused a redirect: file: is not http or https"),
            error(get(), .undecodable("odd"), .decode, retryable: false, a + "the body cannot be decompressed: odd"),
            error(get(), .invalidURL("odd"), .invalidRequest, retryable: false, a + "not a URL (odd)"),
        ]
    }

    @Test func messagesNameWhatFailed() throws {
        for row in try Self.statuses() + Self.errors() {
            var fetcher = try makeFetcher()
            let answer = fetcher.answer(row.event, row.result)
            expect(answer?.type, equals: InteractorOutput.Failed.type)
            let failed = try answer?.decode(InteractorOutput.Failed.self)
            expect(failed?.kind, equals: row.kind)
            expect(failed?.retryable, equals: row.retryable)
            expect(failed?.message, equals: row.message)
        }
    }
}
