import Foundation
import ScreenModel
import TerminalText
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Pictures in pixels: what is accepted of them, where they stand, what the terminal is told.
@Suite struct PixelPictureTests {
    private static let limit = PixelSize(width: 64, height: 32)

    // MARK: chafa's output

    private static let sixel = "\u{1B}P0;1;0q\"1;1;16;6#0;2;0;0;99#0!16~-\u{1B}\\"
    private static let iterm = "\u{1B}]1337;File=inline=1;width=2;height=1;preserveAspectRatio=0:AAAA\u{7}"
    private static func kitty(width: Int = 2, height: Int = 1, data: [String] = ["AAAA", "AAAAAAA="]) -> String {
        "\u{1B}_Ga=T,f=32,s=\(width),v=\(height),c=8,r=4,m=1\u{1B}\\"
            + data.map { "\u{1B}_Gm=1;\($0)\u{1B}\\" }.joined() + "\u{1B}_Gm=0\u{1B}\\"
    }

    @Test(
        arguments: [
            (.sixel, sixel, "\"1;1;16;6#0;2;0;0;99#0!16~-", 16, 6), (.sixel, sixel + "\n", nil, 16, 6),
            (.iterm, iterm, "AAAA", 16, 8), (.kitty, kitty(), "AAAAAAAAAAA=", 2, 1),
        ] as [(PictureFormat, String, String?, Int, Int)])
    func pixelsAreAccepted(
        _ format: PictureFormat, _ output: String, _ data: String?, _ width: Int, _ height: Int
    ) throws {
        let pixels = try require(PixelOutput.read(Array(output.utf8), format, limit: Self.limit))
        expect(pixels.size, equals: PixelSize(width: width, height: height))
        if let data { expect(String(decoding: pixels.data, as: UTF8.self), equals: data) }
    }

    /// Anything else could be a command, or draw over its surroundings.
    @Test(
        arguments: [
            (.sixel, ""), (.sixel, "x" + sixel), (.sixel, sixel + "x"), (.sixel, sixel + sixel),
            (.sixel, sixel.replacing("\u{1B}\\", with: "\u{7}")), (.sixel, sixel.replacing("!16", with: "!17")),
            (.sixel, sixel.replacing("!16", with: "!99999999999999999999")),
            (.sixel, sixel.replacing("!16", with: "!")),
            (.sixel, sixel.replacing("~-", with: "~-?-?-?")), (.sixel, sixel.replacing("1;1;16;6", with: "1;1;16;600")),
            (.sixel, sixel.replacing("1;1;16;6", with: "2;1;16;6")), (.sixel, sixel.replacing("\"1;1;16;6", with: "")),
            (.sixel, sixel.replacing("#0!", with: "\u{1B}]0;x\u{7}!")), (.sixel, sixel.replacing("#0!", with: "é!")),
            (.sixel, sixel.replacing("#0!", with: "\u{9B}2J!")), (.sixel, sixel.replacing("#0!", with: "\u{18}!")),
            (.sixel, "\u{1B}P0;1;0q\"1;1;16;6"), (.iterm, ""), (.iterm, iterm + iterm),
            (.iterm, iterm.replacing("AAAA", with: "AA\u{1B}[2J")), (.iterm, iterm.replacing("AAAA", with: "")),
            (.iterm, iterm.replacing("width=2", with: "width=200")), (.iterm, iterm.replacing("width=2", with: "w=2")),
            (.iterm, "\u{1B}]1337;File=:AAAA\u{7}"), (.iterm, iterm.replacing("width=2", with: "width=-2")),
            (.iterm, iterm.replacing("\u{7}", with: "")),
            (.kitty, ""), (.kitty, kitty() + "x"), (.kitty, kitty(data: ["AAAA"])), (.kitty, kitty(width: 200)),
            (.kitty, kitty(width: -2, height: -1)), (.kitty, kitty(width: 1 << 40, height: 1 << 40)),
            (.kitty, kitty(data: ["AAAA", "\u{1B}[2J"])), (.kitty, kitty(data: ["AA=A", "AAAAAAA="])),
            (.kitty, kitty().replacing("f=32", with: "f=100")), (.kitty, "\u{1B}_Ga=T"), (.symbols, sixel),
        ] as [(PictureFormat, String)])
    func nothingElseIs(_ format: PictureFormat, _ output: String) {
        let pixels = PixelOutput.read(Array(output.utf8), format, limit: Self.limit)
        expect(pixels, equals: nil)
    }

    /// Whatever comes, nothing but printable characters is passed on.
    @Test(arguments: [PictureFormat.sixel, .iterm, .kitty], [UInt64(1), 2])
    func ofRandomOutputOnlyPixelsArePassedOn(_ format: PictureFormat, _ seed: UInt64) {
        var random = Seeded(seed: seed)
        let valid = Array((format == .sixel ? Self.sixel : format == .iterm ? Self.iterm : Self.kitty()).utf8)
        for _ in 0..<2000 {
            var bytes = valid
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
                if Bool.random(using: &random) { bytes.remove(at: place) }
            }
            let pixels = PixelOutput.read(bytes, format, limit: Self.limit)
            #expect(pixels?.data.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x0D } != false)
        }
    }

    @Test(.enabled(if: XTerm.isInstalled), arguments: [PictureFormat.sixel, .iterm, .kitty])
    func chafaItselfIsUnderstood(_ format: PictureFormat) throws {
        let image = try require(ImageFile(base64: Fixture.image))
        var drawer = PictureDrawer(colors: .full)
        drawer.target = PictureTarget(format, cell: PixelSize(width: 9, height: 18))
        try drawer.start(PictureRequest(key: image.key, size: Size(columns: 20, rows: 10)), image, now: .at(0))
        let drawing = Self.finish(&drawer)
        guard case .pixels(let pixels) = drawing else { throw POSIXError(.EINVAL) }
        expect(pixels.format == format && pixels.pixels.width == 64)
        expect(pixels.size.columns == 8 && 3...4 ~= pixels.size.rows)
    }

    private static func finish(_ drawer: inout PictureDrawer) -> Drawing? {
        var drawing: Drawing?
        _ = eventually {
            if drawer.output != nil { drawer.read() }
            drawer.reap()
            drawing = drawer.takeFinished(now: .at(1))?.drawing
            return drawer.isIdle
        }
        return drawing
    }

    /// What cannot be drawn in pixels is drawn in characters.
    @Test func afterAFailureThePictureIsDrawnInCharacters() throws {
        let folder = try TemporaryFolder()
        let program = try folder.writeProgram(
            "case $* in *symbols*) echo drawn;; *) printf '\\033[2J';; esac", to: "program")
        let image = try require(ImageFile(base64: Fixture.image))
        let request = PictureRequest(key: image.key, size: Size(columns: 20, rows: 10))
        var drawer = PictureDrawer(colors: .full, program: program)
        drawer.target = PictureTarget(.sixel, cell: PixelSize(width: 9, height: 18))
        try drawer.start(request, image, now: .at(0))
        expect(Self.finish(&drawer), equals: nil)
        try drawer.start(request, image, now: .at(0))
        guard case .cells(let cells) = Self.finish(&drawer) else { throw POSIXError(.EINVAL) }
        expect(cells.text, equals: ["drawn"])
    }

    @Test(
        arguments: [
            (.symbols, 9, 18, nil), (.sixel, 9, 18, PixelSize(width: 176, height: 176)), (.sixel, 0, 0, nil),
            (.sixel, 100, 200, nil), (.kitty, 100, 200, PixelSize(width: 496, height: 496)),
        ] as [(PictureFormat, Int, Int, PixelSize?)])
    func aDrawingHasBoundedPixels(_ format: PictureFormat, _ width: Int, _ height: Int, _ pixels: PixelSize?) {
        let cell = width > 0 ? PixelSize(width: width, height: height) : nil
        expect(PictureTarget(format, cell: cell).pixels(for: Size(columns: 20, rows: 10)), equals: pixels)
        expect(PictureTarget(format, cell: cell).pixels(for: Size(columns: 0, rows: 10)), equals: nil)
    }

    // MARK: Places

    private static func drawing(_ format: PictureFormat, _ number: Int = 1) -> PixelDrawing {
        PixelDrawing(
            format: format, number: number, size: Size(columns: 8, rows: 4), pixels: PixelSize(width: 64, height: 64),
            data: Array("DATA\(number)".utf8))
    }

    /// A scene with a picture that has been drawn in pixels.
    private static func state(_ screen: Screen, _ format: PictureFormat, columns: Int = 80, rows: Int = 24) throws
        -> ViewState
    {
        var state = try ViewState.showing(screen, columns: columns, rows: rows)
        for request in state.session.wantedPictures {
            state.session.receive(drawing: .pixels(drawing(format)), for: request)
        }
        return state
    }

    @Test func itStandsInTheMiddleOfItsPlace() throws {
        let frame = Layout.frame(of: try Self.state(Fixture.song(image: Fixture.image), .sixel))
        expect(frame.pictures.map(\.position), equals: [Position(row: 5, column: 8)])
        expect(frame.buffer[5, 8].picture == 1 && frame.buffer[8, 15].picture == 1)
        expect(frame.buffer[4, 8].picture == nil && frame.buffer[5, 16].picture == nil)
        #expect(!frame.buffer.text.contains { $0.contains("The cover") })
    }

    @Test func itStandsInAPreviewAndInAPager() throws {
        var screen = Fixture.found
        screen.preview = [.picture(Picture(caption: "The cover", image: Fixture.image))]
        let preview = Layout.frame(of: try Self.state(screen, .kitty, columns: 120))
        expect(preview.pictures.map(\.position.column), equals: [75])
        let pager = Layout.frame(of: try Self.state(Fixture.pager(2, image: Fixture.image), .kitty))
        expect(pager.pictures.count, equals: 1)
    }

    /// The help, and the edge of the page.
    @Test func itIsShownWholeOrNotAtAll() throws {
        var state = try Self.state(Fixture.song(image: Fixture.image), .kitty)
        state.handle(all: ["?"])
        #expect(Layout.frame(of: state).pictures.isEmpty)
        state.handle(all: [.escape])
        expect(Layout.frame(of: state).pictures.count, equals: 1)
        var screen = Fixture.song(image: Fixture.image)
        screen.parts.append(.text(Text(body: String(repeating: "line\n", count: 40))))
        state = try Self.state(screen, .kitty)
        state.handle(all: [.down])
        let frame = Layout.frame(of: state)
        expect(frame.pictures.isEmpty && frame.buffer.text.contains { $0.contains("The cover") })
    }

    // MARK: The terminal

    private static func frame(_ pictures: [PlacedDrawing], _ text: String = "") -> Frame {
        var frame = Frame(CellBuffer(Size(columns: 40, rows: 12)))
        for picture in pictures { frame.buffer.reserve(for: picture) }
        frame.pictures = pictures
        frame.buffer.write(StyledText(text), row: 3, column: 0)
        return frame
    }

    private static func placed(_ format: PictureFormat, _ number: Int = 1, row: Int = 2) -> PlacedDrawing {
        PlacedDrawing(drawing: drawing(format, number), position: Position(row: row, column: 20))
    }

    private static let marks: [(PictureFormat, String)] = [
        (.sixel, "\u{1B}[3;21H\u{1B}P0;1;0qDATA1\u{1B}\\"),
        (
            .iterm,
            "\u{1B}[3;21H\u{1B}]1337;File=inline=1;width=8;height=4;preserveAspectRatio=1:DATA1\u{7}"
        ), (.kitty, "\u{1B}[3;21H\u{1B}_Ga=p,i=1,p=2021,c=8,r=4,C=1,q=2\u{1B}\\"),
    ]

    @Test(arguments: marks) func itIsShownOnceAndTextBesideItLeavesItAlone(_ format: PictureFormat, _ mark: String) {
        var painter = Painter(inColor: true)
        func paint(_ frame: Frame) -> String { String(decoding: painter.paint(frame), as: UTF8.self) }
        expect(paint(Self.frame([Self.placed(format)], "a long text here")), contains: mark)
        #expect(paint(Self.frame([Self.placed(format)], "a long text here")).isEmpty)
        // Erasing to the end of the line would take a part of it away.
        let change = paint(Self.frame([Self.placed(format)], "b"))
        expect(!change.contains("\u{1B}[K") && !change.contains("DATA") && !change.contains("a=p"))
        // Nor is anything behind a character of doubtful width written over it.
        let doubtful = paint(Self.frame([Self.placed(format)], "👨‍👩‍👧‍👦"))
        expect(doubtful.contains("\u{1B}[8C\u{1B}[K") && doubtful.matches(of: #/\[K/#).count == 1)
        painter.forget()
        expect(paint(Self.frame([Self.placed(format)], "b")), contains: mark)
    }

    @Test(arguments: marks) func itGoesWithItsScene(_ format: PictureFormat, _ mark: String) {
        var painter = Painter(inColor: true)
        func paint(_ frame: Frame) -> String { String(decoding: painter.paint(frame), as: UTF8.self) }
        _ = paint(Self.frame([Self.placed(format)]))
        let gone = paint(Self.frame([]))
        if format == .kitty { expect(gone, contains: "\u{1B}_Ga=d,d=i,i=1,p=2021,q=2\u{1B}\\") }
        // Every row of it is written over.
        #expect((3...6).allSatisfy { gone.contains("\u{1B}[\($0);21H") })
        // The terminal never scrolls while there is one, and another in its place is shown.
        expect(paint(Self.frame([Self.placed(format, 2)])), contains: format == .kitty ? "a=p,i=2" : "DATA2")
        let moved = paint(Self.frame([Self.placed(format, 2, row: 3)]))
        expect(moved.contains(format == .kitty ? "a=p,i=2,p=3021" : "DATA2") && !moved.contains("r\u{1B}"))
    }

    @Test func kittyKeepsAFewPictures() {
        var painter = Painter(inColor: true)
        var output = ""
        for number in [1, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10] {
            output += String(decoding: painter.paint(Self.frame([Self.placed(.kitty, number)])), as: UTF8.self)
        }
        expect(output.matches(of: #/a=t,f=32,s=64,v=64,i=\d+,q=2,m=0;DATA/#).count, equals: 10, "each is sent once")
        expect(output.contains("a=d,d=I,i=1,") && output.contains("a=d,d=I,i=2,") && !output.contains("d=I,i=3,"))
        painter.forget()
        expect(String(decoding: painter.paint(Self.frame([])), as: UTF8.self), contains: "a=d,d=A")
    }

    @Test func aLargeOneIsSentInPieces() {
        let data = Array(repeating: UInt8(ascii: "A"), count: 10_000)
        let large = PixelDrawing(
            format: .kitty, number: 7, size: Size(columns: 8, rows: 4), pixels: PixelSize(width: 64, height: 64),
            data: data)
        let pieces = PictureSequence.send(large).split(separator: "\u{1B}\\")
        expect(pieces.count == 3 && pieces.allSatisfy { $0.count < 4200 })
        expect(pieces.map { $0.contains("m=1;") }, equals: [true, true, false])
    }

    // MARK: What the terminal has

    @Test(arguments: [
        ("\u{1B}_Gi=31;OK\u{1B}\\", [Key.pictures(.kitty)]), ("\u{1B}_Gi=31;ENOTSUP\u{1B}\\", []),
        ("\u{1B}[?63;1;2;4;6c", [.pictures(.sixel)]), ("\u{1B}[?4;1c", []), ("\u{1B}[?62;22c", []),
        ("\u{1B}[?62;44c", []), ("\u{1B}[?c", []), ("\u{1B}[>0;4;4c", []),
        ("\u{1B}_G\(String(repeating: "x", count: 100_000))\u{1B}\\", []),
    ]) func theTerminalSaysWhatItCanShow(_ answer: String, _ keys: [Key]) {
        var decoder = KeyDecoder()
        expect(decoder.decode(answer.utf8), equals: keys)
        #expect(!keys.contains { !$0.isAnswer })
    }

    @Test(
        arguments: [
            ([:], nil), (["TERM_PROGRAM": "iTerm.app"], .iterm), (["LC_TERMINAL": "iTerm2"], .iterm),
            (["LC_TERMINAL": "iTerm2", "TMUX": "x"], .symbols), (["TERM": "tmux-256color"], .symbols),
            (["TERM": "screen"], .symbols), (["TERM": "linux"], .symbols), (["NO_COLOR": "1"], .symbols),
            (["TERM_PROGRAM": "Apple_Terminal"], .symbols),
        ] as [([String: String], PictureFormat?)])
    func whatIsNotAsked(_ variables: [String: String], _ format: PictureFormat?) {
        let variables = variables.merging(["TERM": "xterm-256color"]) { first, _ in first }
        expect(TerminalKind { variables[$0] }.pictures, equals: format)
    }

    @Test(
        arguments: [
            ("pictures: sixel", .sixel, []), ("pictures:symbols\nlinks: off", .symbols, []),
            ("pictures: photos", nil, [1]), ("pictures", nil, [1]),
        ] as [(String, PictureFormat?, [Int])])
    func theUserMaySetIt(_ text: String, _ format: PictureFormat?, _ mistakes: [Int]) {
        let settings = TerminalSettings(text)
        expect(settings.pictures == format && settings.mistakes.map(\.line) == mistakes)
    }

    @Test(.enabled(if: XTerm.isInstalled)) func aRealTerminalShowsItAndTakesItAway() throws {
        let xterm = try XTerm()
        try xterm.send(Fixture.show(Fixture.song(image: Fixture.image)), Fixture.navigate("apps-1"))
        func shows(_ isRight: (Int) -> Bool) throws -> Bool { try eventually { isRight(try xterm.redPixels()) } }
        let isThere = try shows { $0 > 500 }
        #expect(isThere, "\(xterm.diagnostics)")
        try xterm.send(Fixture.show(Fixture.numberedList))
        let isGone = try shows { $0 == 0 }
        #expect(isGone)
        try xterm.send(Fixture.show(Fixture.song(image: Fixture.image)))
        let isBack = try shows { $0 > 500 }
        #expect(isBack)
    }
}
