import VIPPresenter
import TestSupport
import Testing
import Wire

/// Responses with odd values are screens, or are refused; none ends the presenter.
@Suite struct OddResponseTests {
    private static let values = [
        "null", "true", "-1", "0", "1e300", "-1e300", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", #""""#, #""\u0000\u001b[2J""#, #""\ud800""#, "[]", "{}", "[null]",
    ]

    private static let responses = [
        (
            "presentApps",
            #"{"term":@,"waiting":@,"pages":{"items":[],"cursor":@,"total":@,"unavailable":@,"unreadable":@,"incomplete":@}}"#
        ),
        ("presentApps", #"{"term":"x","pages":{"items":[{"id":"1","name":@,"company":@,"rating":@}]}}"#),
        (
            "presentApps",
            #"{"term":"x","trouble":{"failed":{"kind":"http","message":"m","retryable":true,"status":@,"retryAfter":@,"retryAt":@}}}"#
        ),
        ("presentApps", #"{"term":"x","trouble":{"tooLarge":{"type":"x","bytes":@,"limit":@}}}"#),
        (
            "presentApp",
            #"{"id":@,"name":@,"app":{"id":"1","name":"a","ratingCount":@,"releaseDate":@,"screenshots":@,"url":@}}"#
        ),
        ("presentScreenshot", #"{"position":@,"count":@}"#),
        ("presentScreenshot", #"{"position":1,"count":1,"image":@,"missing":@}"#),
        ("presentGreeting", #"{"greeting":@,"nobody":@,"waiting":@,"trouble":@}"#), ("presentUnknown", #"{"name":@}"#),
    ]

    /// One member at a time, and all at once.
    @Test(arguments: responses.indices)
    func isAScreenOrARefusal(_ number: Int) throws {
        let (name, pattern) = Self.responses[number]
        var screens = 0
        for value in Self.values {
            for hole in -1..<pattern.filter({ $0 == "@" }).count {
                var place = -1
                let data = pattern.split(separator: "@", omittingEmptySubsequences: false).reduce("") { text, part in
                    defer { place += 1 }
                    return place < 0 ? String(part) : text + (hole < 0 || hole == place ? value : Self.plain) + part
                }
                let line = #"{"type":"presenter.input.\#(name)","id":"i","subject":"s-1","data":\#(data)}"#
                guard let event = try? Event(line: line) else { continue }
                var presenter = VIPPresenter()
                let shown = presenter.answers(to: event)
                expect(shown.count, equals: 1, "\(data)")
                if shown.first?.type == "view.input.show" { screens += 1 }
            }
        }
        #expect(screens > 0, "some odd values are shown")
    }

    /// Where another member is odd. A required one is missing then, which is refused.
    private static let plain = "null"
}
