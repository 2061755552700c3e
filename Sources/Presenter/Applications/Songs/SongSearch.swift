import Formatting
import InteractorMessages
import RouterMessages
import Scenes
import ViewMessages

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

    static func choose(_ song: Song) -> SceneRequest {
        .open(RouterInput.Open(name: SongDetail.scene, parameters: ["id": song.id, "title": song.name]))
    }
}

extension Song: Identifiable {}

extension Song {
    var length: String? { milliseconds.flatMap { PlayingTime.text(seconds: $0 / 1000) } }
}
