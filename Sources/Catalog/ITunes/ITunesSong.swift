/// A song of the store. Optional members are missing from some real results.
struct ITunesSong: Sendable {
    let id: Int
    let name: String
    let album: Album
    /// From 1.
    let number: Int
    let milliseconds: Int?
    let hasPreview: Bool
    let price: Price?
    /// False for songs listed without an album, as some singles are.
    let tellsAlbum: Bool

    enum Price: Sendable {
        case cents(Int)
        /// Sold only with its album; the store gives a price of -1.
        case albumOnly
    }
}

extension ITunesSong: Searchable {
    var searchTexts: [String] { [name, album.artist, album.name, album.genre ?? ""] }
}
