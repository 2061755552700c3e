import Foundation
import Playback
import Stills
import TestSupport
import Testing

/// From screens to films.
@Suite struct FilmTests {
    private func film(_ lines: [Still.Run]..., action: String = "") -> Film {
        var film = Film(columns: 4, rows: 2)
        for (second, line) in lines.enumerated() {
            film.add(Still(rows: [line]), action: action, at: 10 + Double(second))
        }
        return film
    }

    private func drawing(_ film: Film) throws -> String {
        let (bytes, _) = try require(AnimatedDrawing(film, title: "A <test>").bytes())
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Time

    @Test(arguments: [
        // Recorded time, whether an action begins, film time.
        [(1.0, false, 1.0), (2, false, 2)],
        [(1, false, 1), (100, false, 3), (101, false, 4)],
        [(0.1, false, 0.1), (0.2, true, 0.6), (0.3, false, 0.7)],
        [(5, false, 2), (4, false, 2), (6, false, 3)],
    ]) func pausesAreCutAndScreensStay(steps: [(Double, Bool, Double)]) {
        var clock = FilmClock(FilmClock.Pace(speed: 1, longestPause: 2, shortestLook: 0.5))
        for (time, beginsAction, expected) in steps {
            clock.advance(to: time, beginsAction: beginsAction)
            #expect(abs(clock.now - expected) < 1e-9)
        }
    }

    @Test func aFasterFilmIsShorter() {
        var clock = FilmClock(FilmClock.Pace(speed: 4, longestPause: 2, shortestLook: 0), start: 10)
        clock.advance(to: 14)
        expect(clock.now, equals: 1)
    }

    // MARK: Screens

    @Test func theFilmBeginsWithItsFirstScreenAndKeepsWhatChanges() {
        let film = film(
            [Still.Run(column: 0, text: "a")], [Still.Run(column: 0, text: "a")], [Still.Run(column: 0, text: "b")])
        expect(film.frames.map(\.time), equals: [0, 2])
        expect(film.duration, equals: 5)
        expect(film.lines.count, equals: 3, "a, b and the empty line below")
    }

    @Test func whatTheUserDoesIsOnTheLastLine() throws {
        let film = film([], action: "search music")
        expect(film.lines[try #require(film.frames.last).rows[1]].map(\.text), equals: [" ▸ …"])
    }

    /// The program of another view may print anything.
    @Test(arguments: [
        (Still.Run(column: 9, text: "a"), []), (Still.Run(column: -1, text: "a"), []),
        (Still.Run(column: 2, text: "abcdef"), ["a…"]), (Still.Run(column: 0, text: "a\u{1B}b"), ["ab"]),
    ]) func whatIsNoScreenIsLeftOut(run: Still.Run, expected: [String]) throws {
        expect(film([run]).lines[0].map(\.text), equals: expected)
    }

    @Test func aStyleIsOnlyNumbers() {
        #expect(film([Still.Run(column: 0, text: "a", style: "1m\"><x")]).lines[0][0].style.isEmpty)
    }

    @Test func theCursorIsACell() {
        var film = Film(columns: 4, rows: 2)
        film.add(
            Still(rows: [[Still.Run(column: 0, text: "ab")]], cursor: Still.Place(row: 0, column: 2)), action: "", at: 0
        )
        expect(film.lines[0], equals: [Still.Run(column: 0, text: "ab"), Still.Run(column: 2, text: " ", style: "7")])
    }

    @Test func aFilmHasAnEnd() {
        var film = Film(columns: 9, rows: 2)
        for second in 0..<Film.mostFrames + 10 {
            film.add(Still(rows: [[Still.Run(column: 0, text: "\(second)")]]), action: "", at: Double(second))
        }
        #expect(film.isFull)
        expect(film.frames.count, equals: Film.mostFrames)
    }

    // MARK: Drawings

    @Test(arguments: [
        ("abcd", "", ##"<text x="0" y="15" textLength="36">abcd</text>"##),
        ("<&>", "", ##"textLength="27">&lt;&amp;&gt;</text>"##),
        (" a b", "", ##"<text x="9" y="15" textLength="27">a b</text>"##),
        ("音b", "", ##"<text x="18" y="15" textLength="9">b</text>"##),
        ("音楽", "", ##"<text x="18" y="15" textLength="18" lengthAdjust="spacingAndGlyphs">楽</text>"##),
        ("e\u{301}b", "", ##"<text x="9" y="15" textLength="9">b</text>"##),
        ("────", "", ##"textLength="36" lengthAdjust="spacingAndGlyphs">────</text>"##),
        ("a", "1;36", ##"class="b" style="fill:#56b6c2">a</text>"##), ("a", "2;4", ##"class="d u">a</text>"##),
        ("b", "7", ##"<rect x="0" y="0" width="9" height="20" fill="#d6d9e0"/>"##),
        ("a", "7", ##"style="fill:#1c1f26">a</text>"##),
        ("a", "38;5;196", ##"style="fill:#ff0000">a</text>"##), ("a", "38;5;244", "fill:#808080"),
        (" ", "48;2;1;2;3", ##"fill="#010203"/>"##), ("a", "38;2;300;1", ">a</text>"), ("a", "38;5;999", ">a</text>"),
    ]) func aRowIsDrawn(text: String, style: String, expected: String) throws {
        let drawing = try drawing(film([Still.Run(column: 0, text: text, style: style)]))
        expect(drawing, contains: expected, "\(drawing)")
    }

    @Test func onlyWhatChangesMoves() throws {
        let moving = try drawing(
            film([Still.Run(column: 0, text: "a")], [Still.Run(column: 0, text: "b")], action: "x"))
        expect(
            moving.contains("@keyframes r0{0%{transform:translateY(0px)}25.000%{transform:translateY(-20px)}}"),
            equals: false)
        // The last frame is seen longest: it is the one that is seen where nothing moves.
        expect(
            moving, contains: "@keyframes r0{0%{transform:translateY(-20px)}25.000%{transform:translateY(0px)}}",
            "\(moving)")
        expect(moving, lacks: "@keyframes r1")
        expect(moving, contains: "<title>A &lt;test&gt;</title>")
        expect(moving, lacks: "<script")
    }

    @Test func aPictureThatIsTooLargeLosesFrames() throws {
        var film = Film(columns: 80, rows: 3)
        for tenth in 0..<1000 {
            film.add(Still(rows: [[Still.Run(column: 0, text: "frame \(tenth)")]]), action: "", at: Double(tenth) / 10)
        }
        let (whole, none) = try require(AnimatedDrawing(film, title: "").bytes())
        expect(none, equals: 0)
        let (small, interval) = try require(AnimatedDrawing(film, title: "").bytes(limit: 30_000))
        expect(small.count <= 30_000 && small.count < whole.count)
        #expect(interval > 0)
        expect(String(decoding: small, as: UTF8.self), contains: "frame 999")
        expect(AnimatedDrawing(film, title: "").bytes(limit: 1000), equals: nil)
    }
}
