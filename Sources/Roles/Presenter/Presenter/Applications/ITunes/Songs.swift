import Formatting
import InteractorMessages
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages

extension Application {
    static let songs = Application(
        scene: SongSearch.scene, title: "Songs", summary: "Search the iTunes Store",
        description: """
            Search the songs of the iTunes Store by title or by who sings them, hear a preview, and open their page in the \
            store.
            """,
        asks: "the iTunes Search API, without a key",
        scenes: [
            SongSearch.scene: { SearchScene<SongSearch>($1.reader, hasSettings: $1.hasSettingsScene) },
            SongDetail.scene: { DetailScene<SongDetail>(parameters: $0, $1.reader) },
        ])
}

/// Searches the songs of the iTunes Store: rows with a note, title, artist, album and length.
enum SongSearch: ListSearchPage {
    static let scene = "songs"
    static let service = "The store"
    static let title = "Songs"
    static let placeholder = "Search songs"
    static let hint = "Type the title of a song, or who sings it."
    static let isStore = true

    static func row(for song: Song) -> Row {
        let origin = [song.artist, song.album].compactMap(\.self).joined(separator: " · ")
        return Row(
            id: song.id, title: song.name, symbol: "♪", subtitle: origin.isEmpty ? nil : origin,
            accessory: song.length)
    }

    static func choose(_ song: Song, for reader: Reader) -> SceneRequest {
        .open(RouterInput.Open(name: SongDetail.scene, parameters: ["id": song.id, "title": song.name]))
    }
}

extension Song: Identifiable {}

extension Song {
    var length: String? { milliseconds.flatMap { PlayingTime.text(seconds: $0 / 1000) } }
}

/// A song of the iTunes Store, with its cover.
enum SongDetail: DetailPage {
    static let scene = "song"
    static let service = SongSearch.service
    static let noun = "song"

    static func title(of song: Song) -> String { song.name }

    static func picture(of song: Song, for reader: Reader) -> RemotePicture? {
        RemotePicture(song.artwork, caption: reader("Cover of %", song.album ?? song.name))
    }

    static func pieces(of song: Song, for reader: Reader) -> [(any PartPresenter)?] { [SongPart(song, for: reader)] }
}

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
            .caption(Price(song.price, currency: song.currency, for: reader)?.description, song.genre, song.length),
            .caption(reader.date(song.releaseDate).map { reader("Released %", $0) }),
            song.preview.map { _ in .button(Button(control: Self.preview, title: reader["Preview"], key: "p")) },
            song.url.map { _ in
                .button(Button(control: ControlName.open, title: reader["Open in the iTunes Store"], key: "o"))
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
