import InteractorMessages
import JSON

typealias ITunesSongs = ITunesStore<ITunesTrack>

/// A result that is a song. The lookup of an album also returns the album itself, which has no track id.
struct ITunesTrack: ITunesResult {
    static let entity = "song"
    let item: Song?

    init(from reader: inout JSONReader) throws(JSONError) {
        var song = Song(id: "", name: "")
        var kind: String?
        var wrapper: String?
        var id: NumericID?
        var name: String?
        // The first one that is there is used.
        var artwork: (large: String?, medium: String?, small: String?)
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "kind": kind = try reader.readLeniently()
            case "wrapperType": wrapper = try reader.readLeniently()
            case "trackId": id = try reader.readLeniently()
            case "trackName": name = try reader.readLeniently()
            case "artistName": song.artist = try reader.readLeniently()
            case "collectionName": song.album = try reader.readLeniently()
            case "artworkUrl100": artwork.large = try reader.readLeniently()
            case "artworkUrl60": artwork.medium = try reader.readLeniently()
            case "artworkUrl30": artwork.small = try reader.readLeniently()
            case "previewUrl": song.preview = try reader.readLeniently()
            case "trackTimeMillis": song.milliseconds = try reader.readLeniently()
            case "releaseDate": song.releaseDate = try reader.readLeniently()
            case "primaryGenreName": song.genre = try reader.readLeniently()
            case "trackPrice": song.price = try reader.readLeniently()
            case "currency": song.currency = try reader.readLeniently()
            case "trackViewUrl": song.url = try reader.readLeniently()
            default: try reader.skipValue()
            }
        }
        guard kind ?? "song" == "song", wrapper ?? "track" == "track" else {
            item = nil
            return
        }
        guard let id else { throw .missing("trackId", at: object) }
        guard let name else { throw .missing("trackName", at: object) }
        song.id = id.text
        song.name = name
        song.artwork = artwork.large ?? artwork.medium ?? artwork.small
        // A song that is sold only with its album has the price -1.
        if let price = song.price, price < 0 { song.price = nil }
        if song.price == nil { song.currency = nil }
        item = song
    }
}
