import Formatting
import InteractorMessages
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages

/// A song's title, artist and price; buttons to hear a preview and to open it in the store.
struct SongPart: PartPresenter {
    private let song: Song
    private let reader: Reader
    private static let preview = "preview"

    init(_ song: Song, for reader: Reader) {
        self.song = song
        self.reader = reader
    }

    var parts: [Part] {
        let lines: [Part?] = [
            .label(Label(song.name, style: .title)),
            song.artist.map { .label(Label($0, style: .subtitle)) },
            .caption(song.album),
            .caption(Price(song.price, currency: song.currency)?.description, song.genre, song.length),
            .caption(reader.date(song.releaseDate).map { "Released \($0)" }),
            song.preview.map { _ in .button(Button(control: Self.preview, title: "Preview", key: "p")) },
            song.url.map { _ in .button(Button(control: ControlName.open, title: "Open in the iTunes Store", key: "o"))
            },
        ]
        return lines.compactMap(\.self)
    }

    func receive(_ action: UserAction) -> [SceneRequest] {
        switch (action, song.preview, song.url) {
        case (.press(Self.preview), let url?, _): [.play(RouterInput.Play(url: url))]
        case (.press(ControlName.open), _, let url?): [.openURL(RouterInput.OpenURL(url: url))]
        default: []
        }
    }
}
