import Formatting
import InteractorMessages

/// One song of the iTunes Store, with its cover.
enum SongDetail: DetailPage {
    static let scene = "song"
    static let service = SongSearch.service
    static let noun = "song"

    static func title(of song: Song) -> String { song.name }

    static func picture(of song: Song) -> RemotePicture? {
        RemotePicture(song.artwork, caption: "Cover of \(song.album ?? song.name)")
    }

    static func pieces(of song: Song, for reader: Reader) -> [(any PartPresenter)?] { [SongPart(song, for: reader)] }
}
