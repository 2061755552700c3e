import InteractorMessages
import Scenes
import ScreenLayout
import TestSupport
import Testing
import ViewMessages

@testable import Formatting

@Suite struct WordingTests {
    @Test(
        arguments: [
            (4.5, "★★★★☆ 4.5"), (4.8, "★★★★★ 4.8"), (4.74, "★★★★☆ 4.7"), (4.0, "★★★★☆ 4.0"), (0, "☆☆☆☆☆ 0.0"),
            (0.96, "★☆☆☆☆ 1.0"), (5, "★★★★★ 5.0"), (7, "★★★★★ 5.0"), (-1, "☆☆☆☆☆ 0.0"), (.nan, nil),
            (.infinity, nil), (nil, nil),
        ] as [(Double?, String?)])
    func stars(_ rating: Double?, text: String?) {
        expect(Reader().stars(rating), equals: text)
    }

    @Test(
        arguments: [
            ("2026-03-03T08:00:00Z", "3 Mar 2026"), ("2026-12-31T23:59:59.123+14:00", "31 Dec 2026"),
            ("2009-01-01", "1 Jan 2009"), ("2026-13-01T00:00:00Z", nil), ("2026-00-10", nil), ("2026-01-32", nil),
            ("26-1-1", nil), ("yesterday", nil), ("+026-01-01", nil), ("2026-01-01-01", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func dates(_ timestamp: String?, text: String?) {
        expect(ReadableDate(timestamp, order: .dayMonthYear)?.description, equals: text)
    }

    @Test(
        arguments: [
            (nil, "3 Mar 2026"), ("C", "3 Mar 2026"), ("POSIX", "3 Mar 2026"), ("C.UTF-8", "3 Mar 2026"),
            ("en", "3 Mar 2026"), ("de_DE.UTF-8", "3 Mar 2026"), ("en_US.UTF-8", "Mar 3, 2026"),
            ("en_US", "Mar 3, 2026"), ("en_GB", "3 Mar 2026"), ("ja_JP.eucJP", "2026-03-03"),
            ("sv_SE@euro", "2026-03-03"), ("US", "3 Mar 2026"), ("_US", "3 Mar 2026"), ("nonsense_", "3 Mar 2026"),
        ] as [(String?, String)])
    func datesInTheReadersOrder(_ locale: String?, text: String) {
        expect(ReadableDate("2026-03-03", order: DateOrder(locale: locale))?.description, equals: text)
    }

    @Test(
        arguments: [
            (["LC_ALL": "en_US", "LC_TIME": "ja_JP", "LANG": "de_DE"], .monthDayYear),
            (["LC_TIME": "ja_JP", "LANG": "en_US"], .yearMonthDay), (["LANG": "en_US"], .monthDayYear),
            (["LC_ALL": "C", "LANG": "en_US"], .dayMonthYear), ([:], .dayMonthYear),
        ] as [([String: String], DateOrder)])
    func theFirstVariableDecides(_ variables: [String: String], order: DateOrder) {
        expect(DateOrder { variables[$0] }, equals: order)
    }

    @Test(
        arguments: [
            ("2026-03-03T12:05:00Z", 0, "12:05 X"), ("2026-03-03T12:05:01Z", 0, "12:06 X"),
            ("2026-03-03T23:30:00Z", 3600, "00:30 X"), ("2026-03-03T00:30:00Z", -3600, "23:30 X"),
            ("2026-03-03T14:05:00+02:00", 5400, "13:35 X"), ("soon", 0, nil), ("2026-03-03", 0, nil),
            ("9999-12-31T23:59:59Z", 0, "00:00 X"), ("99999999999999999999-01-01T00:00:00Z", 0, nil), ("", 0, nil),
        ] as [(String, Int, String?)])
    func timesWhereTheReaderIs(_ timestamp: String, offset: Int, text: String?) {
        expect(LocalClock { _ in (offset, "X") }.time(timestamp), equals: text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1k"), (12_345, "12.3k"), (999_999, "999.9k"), (1_000_000, "1M"),
        (1_290_000, "1.2M"), (-5, "-5"),
    ])
    func shortQuantities(_ count: Int, text: String) {
        expect(Quantity.short(count, for: Reader()), equals: text)
    }

    @Test(
        arguments: [
            (0, "0:00"), (5, "0:05"), (245, "4:05"), (3600, "1:00:00"), (3729, "1:02:09"), (360_000, "100:00:00"),
            (-1, nil),
        ] as [(Int, String?)])
    func playingTimes(_ seconds: Int, text: String?) {
        expect(PlayingTime.text(seconds: seconds), equals: text)
    }

    @Test(
        arguments: [
            (1.29, "USD", "$1.29"), (1.29, "usd", "$1.29"), (0, "USD", "Free"), (-1, "USD", nil), (nil, "USD", nil),
            (12, "EUR", "€12.00"), (0.999, "GBP", "£1.00"), (250, "JPY", "¥250"), (1234.5, "USD", "$1,234.50"),
            (2.4, "CHF", "2.40 CHF"), (0.25, "KWD", "0.250 KWD"), (1.29, nil, "1.29"), (1e300, "USD", nil),
            (.nan, "USD", nil), (.infinity, "USD", nil),
        ] as [(Double?, String?, String?)])
    func prices(_ amount: Double?, currency: String?, text: String?) {
        expect(Price(amount, currency: currency, for: Reader())?.description, equals: text)
    }

    @Test(arguments: FailureKind.allCases)
    func everyFailureHasWordsAndAWayOut(_ kind: FailureKind) {
        for retryable in [true, false] {
            let failure = InteractorOutput.Failed(kind: kind, message: "what it said", retryable: retryable)
            let alert = AlertText.failure(failure, title: "It failed", service: "GitHub", for: Reader())
            expect(alert.message.hasSuffix(retryable ? "ry again." : "what it said") || alert.message.hasSuffix("."))
            expect(alert.offersRetry, equals: retryable)
            expect(Alert(alert, for: Reader()).buttons.last?.control, equals: ControlName.dismiss)
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
            (
                .network, nil, Int.max,
                "The store cannot be reached. Try again in some days."
            ),
            (.http, 503, 7201, "The store answered with an error (503). Try again in 3 hours."),
            (.network, nil, Int.min, "The store cannot be reached. Check the connection and try again."),
        ] as [(FailureKind, Int?, Int?, String)])
    func adviceSaysWhen(_ kind: FailureKind, status: Int?, retryAfter: Int?, text: String) {
        let failure = InteractorOutput.Failed(
            kind: kind, message: "", retryable: true, status: status, retryAfter: retryAfter)
        expect(AlertText.failure(failure, title: "", service: "The store", for: Reader()).message, equals: text)
    }

    @Test func whatCannotBeReachedIsNamed() {
        let message = "list tickets: Failed to connect to 127.0.0.1 port 8000 after 0 ms: Connection refused"
        let failure = InteractorOutput.Failed(kind: .network, message: message, retryable: true)
        expect(
            FailureWording(failure: failure, service: "Tickets", reader: Reader()).text,
            equals: "Tickets cannot be reached: \(message). Check the connection and try again.")
    }

    /// A used-up quota is not worth a pause.
    @Test(arguments: [
        (true, "GitHub asks for a pause after too many requests."),
        (false, "GitHub answers no more requests: the quota is used up."),
    ])
    func aLimitIsToldWithTheTimeItLifts(retryable: Bool, cause: String) {
        let failure = InteractorOutput.Failed(
            kind: .rateLimited, message: "", retryable: retryable, retryAfter: 90, retryAt: "2026-03-03T12:05:30Z")
        let reader = Reader(clock: LocalClock { _ in (3600, "CET") })
        expect(
            FailureWording(failure: failure, service: "GitHub", reader: reader).text,
            equals: "\(cause) Requests are possible again at 13:06 CET.")
    }
}
