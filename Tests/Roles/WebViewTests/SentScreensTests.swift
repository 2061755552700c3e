import TestSupport
import Testing
import ViewMessages

@testable import WebView

/// What a stream sends of a screen, and what a browser makes of it.
@Suite struct SentScreensTests {
    /// A browser with its stream. It does what `script.js` does.
    private struct Tab {
        var held: [Int: Int] = [:]
        private var screens: [Int: [Substring]] = [:]
        private(set) var source = ""
        private(set) var bytes = 0

        mutating func take(_ sent: inout SentScreens) throws {
            let frame = sent.frame(for: &held)
            bytes += frame.count
            let lines = String(decoding: frame, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let data = lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }.joined(separator: "\n")
            let tags = Self.cut(data)
            let numbers = tags[0].split(separator: " ").compactMap { Int($0) }
            var all = numbers.count > 1 ? try require(screens[numbers[1]]) : []
            let start = all.count
            for tag in tags.dropFirst() {
                let copy = tag.dropFirst().dropLast().split(separator: " ").compactMap { Int($0) }
                if copy.count == 2 { all += all[copy[0]..<copy[0] + copy[1]] } else { all.append(tag) }
            }
            source = all[start...].joined()
            screens[numbers[0]] = Self.cut(source)
        }

        private static func cut(_ text: String) -> [Substring] {
            var (tags, rest) = ([Substring](), text[...])
            while !rest.isEmpty {
                let end = rest.dropFirst().firstIndex(of: "<") ?? rest.endIndex
                tags.append(rest[..<end])
                rest = rest[end...]
            }
            return tags
        }
    }

    private static func markup(_ texts: [String]) -> HTMLMarkup {
        var markup = HTMLMarkup()
        markup.element(.ul) { markup in
            for text in texts { markup.element(.li, .of(.title, text)) { $0.element(.p, text: text) } }
        }
        return markup
    }

    @Test func anyScreenFollowsAnyOther() throws {
        var random = SystemRandomNumberGenerator()
        let texts = ["a", "bb", "<1 2>", "0 3", "é\n\nß", "", "long enough for a copy to be the shorter one", "$&"]
        var (sent, tab) = (SentScreens(), Tab())
        for version in 1...500 {
            let count = Int.random(in: 0..<30, using: &random)
            let markup = Self.markup((0..<count).map { _ in texts.randomElement(using: &random) ?? "" })
            sent.show(markup, of: "s-\(Int.random(in: 0..<9, using: &random))", version: version)
            // Some it misses.
            guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
            try tab.take(&sent)
            expect(tab.source, equals: markup.source)
        }
    }

    @Test func whatHasNotChangedIsNotSentAgain() throws {
        var (sent, tab) = (SentScreens(), Tab())
        var texts = (0..<500).map { "the text of row \($0)" }
        for version in 1...20 {
            if version > 1 { texts[version * 7] += ", changed" }
            let before = tab.bytes
            sent.show(Self.markup(texts), of: "s-1", version: version)
            try tab.take(&sent)
            expect(version == 1 || tab.bytes - before < 200)
        }
        expect(tab.source, equals: Self.markup(texts).source)
    }

    @Test func aSceneIsComparedWithWhatItWas() throws {
        var (sent, tab) = (SentScreens(), Tab())
        let texts = (0..<500).map { "the text of row \($0)" }
        sent.show(Self.markup(texts), of: "s-1", version: 1)
        try tab.take(&sent)
        sent.show(Self.markup(["another"]), of: "s-2", version: 2)
        try tab.take(&sent)
        let before = tab.bytes
        sent.show(Self.markup(texts), of: "s-1", version: 3)
        try tab.take(&sent)
        #expect(tab.bytes - before < 100)
        expect(tab.source, equals: Self.markup(texts).source)
    }

    /// One that has missed a screen, one that has just come, and one of each are each right.
    @Test func eachStreamGetsWhatItsBrowserNeeds() throws {
        var sent = SentScreens()
        var (steady, late) = (Tab(), Tab())
        let texts = (0..<100).map { "the text of row \($0)" }
        for version in 1...12 {
            let markup = Self.markup(Array(texts[version...]))
            sent.show(markup, of: "s-1", version: version)
            try steady.take(&sent)
            expect(steady.source, equals: markup.source)
            guard version % 5 == 0 else { continue }
            let before = late.bytes
            try late.take(&sent)
            var new = Tab()
            try new.take(&sent)
            expect(late.source == markup.source && new.source == markup.source)
            expect(new.bytes, equals: late.bytes - before)
        }
    }

    /// The length of a message must not tell whether a screen has a text twice.
    @Test func aTextIsNotCopiedWithinAScreen() throws {
        func length(_ second: String) throws -> Int {
            var (sent, tab) = (SentScreens(), Tab())
            sent.show(Self.markup(["a text of one of the two", second]), of: "s-1", version: 1)
            try tab.take(&sent)
            return tab.bytes
        }
        try expect(length("a text of one of the two"), equals: length("another of the same size"))
    }

    /// With a hostile screen, too: it has a tag 100,000 times.
    @Test func aLongScreenIsNotKept() throws {
        var (sent, tab) = (SentScreens(), Tab())
        let texts = (0..<1_500).map { "\($0) \(String(repeating: "x", count: 400))" }
        for version in 1...2 {
            let before = tab.bytes
            sent.show(Self.markup(texts), of: "s-1", version: version)
            try tab.take(&sent)
            #expect(tab.bytes - before > 500_000)
        }
        let repeated = MarkupTags(Self.markup(Array(repeating: "x", count: 10_000)).bytes)
        #expect(repeated.edits(from: repeated).count < 20)
        #expect(repeated.edits(from: MarkupTags(Self.markup(["x"]).bytes)).count < repeated.bytes.count)
    }
}
