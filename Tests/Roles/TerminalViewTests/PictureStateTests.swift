import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Which pictures the view has drawn, and how it uses the drawings.
@Suite struct PictureStateTests {
    private static func drawing(_ text: String, _ size: Size = Size(columns: 20, rows: 10)) -> Drawing {
        var buffer = CellBuffer(size)
        buffer.write(StyledText(text), row: 0, column: 0)
        return .cells(buffer)
    }

    @Test func aPictureIsWantedUntilItIsDrawn() throws {
        var state = try ViewState.showing(Fixture.song(image: Fixture.image))
        let request = try require(state.session.wantedPictures.first)
        expect(state.session.wantedPictures.count == 1 && request.size == Size(columns: 20, rows: 10))
        expect(state.session.image(for: request)?.pixels, equals: PixelSize(width: 8, height: 8))
        state.session.receive(drawing: Self.drawing("DRAWN"), for: request)
        expect(state.session.wantedPictures.isEmpty && state.lines[2] == "  DRAWN")
        // An equal picture in another event counts as the same.
        try state.receive(Fixture.show(Fixture.song(image: Fixture.image)))
        #expect(state.session.wantedPictures.isEmpty)
    }

    @Test func onlyPicturesInSightAreWanted() throws {
        var screen = Fixture.song(image: Fixture.image)
        screen.parts.insert(.text(Text(body: String(repeating: "line\n", count: 40))), at: 0)
        var state = try ViewState.showing(screen, rows: 12)
        #expect(state.session.wantedPictures.isEmpty)
        state.handle(all: ["G"])
        expect(state.session.wantedPictures.count, equals: 1)
    }

    @Test func whatCannotBeDrawnIsNotTriedAgain() throws {
        var state = try ViewState.showing(Fixture.song(image: Fixture.image))
        try state.receive(Fixture.show(Fixture.song(image: Fixture.image), "song-2"))
        let request = try require(state.session.wantedPictures.first)
        state.session.receive(drawing: nil, for: request)
        expect(state.lines[3], equals: "  │ The cover │")
        try state.receive(Fixture.navigate("apps-1", "song-2"))
        expect(state.session.wantedPictures.isEmpty && state.lines[3] == "  │ The cover │")
        try state.receive(Fixture.show(Fixture.song(image: Fixture.image), "song-2"))
        state.session.resize(to: Size(columns: 40, rows: 12))
        #expect(state.session.wantedPictures.isEmpty)
    }

    @Test func withoutAProgramNothingIsWanted() throws {
        var state = try ViewState.showing(Fixture.pager(1, image: Fixture.image))
        expect(state.session.wantedPictures.count, equals: 1)
        state.session.giveUpPictures()
        try state.receive(Fixture.show(Fixture.pager(2, image: Fixture.image)))
        #expect(state.session.wantedPictures.isEmpty)
    }

    @Test(arguments: ["", "not base64", "R0lGODlh"]) func whatIsNoImageIsACaption(_ image: String) throws {
        let state = try ViewState.showing(Fixture.song(image: image))
        expect(state.session.wantedPictures.isEmpty && state.lines[3] == "  │ The cover │")
    }

    @Test func theOldestDrawingsGoFirstAndTheNewestStays() {
        var cache = PictureCache(capacity: 250)
        let size = Size(columns: 10, rows: 10)
        let requests = (0..<4).map { PictureRequest(key: "\($0)", size: size) }
        for request in requests { cache.keep(Self.drawing(request.key, size), for: request) }
        expect(requests.map { cache[$0] != nil }, equals: [false, false, true, true])
        let large = PictureRequest(key: "large", size: Size(columns: 100, rows: 100))
        cache.keep(Self.drawing("large", large.size), for: large)
        expect(cache[large] != nil && requests.allSatisfy { cache[$0] == nil })
    }
}
