import InteractorMessages
import Testing
import ViewMessages

@testable import Presenter

@Suite struct WordingTests {
    @Test(
        arguments: [
            (4.5, "★★★★☆ 4.5"), (4.8, "★★★★★ 4.8"), (4.74, "★★★★☆ 4.7"), (4.0, "★★★★☆ 4.0"), (0, "☆☆☆☆☆ 0.0"),
            (0.96, "★☆☆☆☆ 1.0"), (5, "★★★★★ 5.0"), (7, "★★★★★ 5.0"), (-1, "☆☆☆☆☆ 0.0"), (.nan, nil),
            (.infinity, nil), (nil, nil),
        ] as [(Double?, String?)])
    func stars(_ rating: Double?, text: String?) {
        #expect(StarRating(rating)?.description == text)
    }

    @Test(
        arguments: [
            ("2026-03-03T08:00:00Z", "3 Mar 2026"), ("2026-12-31T23:59:59.123+14:00", "31 Dec 2026"),
            ("2009-01-01", "1 Jan 2009"), ("2026-13-01T00:00:00Z", nil), ("2026-00-10", nil), ("2026-01-32", nil),
            ("26-1-1", nil), ("yesterday", nil), ("+026-01-01", nil), ("2026-01-01-01", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func dates(_ timestamp: String?, text: String?) {
        #expect(ReadableDate(timestamp)?.description == text)
    }

    @Test(arguments: [
        (0, "0 ratings"), (1, "1 rating"), (999, "999 ratings"), (1000, "1,000 ratings"),
        (12_345_678, "12,345,678 ratings"),
    ])
    func quantities(_ count: Int, text: String) {
        #expect(Quantity.text(count, "rating", "ratings") == text)
    }

    @Test(arguments: FailureKind.allCases)
    func everyFailureHasWordsAndAWayOut(_ kind: FailureKind) {
        for retryable in [true, false] {
            let failure = InteractorOutput.Failed(kind: kind, message: "what it said", retryable: retryable)
            let alert = Alert.failure(failure, title: "It failed")
            #expect(alert.message.hasSuffix(retryable || kind == .decode || kind == .invalidRequest ? "" : "."))
            #expect(alert.offersRetry == retryable)
            #expect(alert.buttons.last?.control == Control.dismiss)
        }
    }

    @Test(
        arguments: [
            (.rateLimited, nil, nil, "The store asks for a pause after too many requests. Try again in a minute."),
            (.rateLimited, 403, 1, "The store asks for a pause after too many requests. Try again in a second."),
            (.rateLimited, 403, 90, "The store asks for a pause after too many requests. Try again in 90 seconds."),
            (.http, 503, 121, "The store answered with an error (503). Try again in 3 minutes."),
            (.http, 500, nil, "The store answered with an error (500). Try again."),
            (.network, nil, nil, "The store cannot be reached. Check the connection and try again."),
        ] as [(FailureKind, Int?, Int?, String)])
    func adviceSaysWhen(_ kind: FailureKind, status: Int?, retryAfter: Int?, text: String) {
        let failure = InteractorOutput.Failed(
            kind: kind, message: "", retryable: true, status: status, retryAfter: retryAfter)
        #expect(Alert.failure(failure, title: "").message == text)
    }
}
