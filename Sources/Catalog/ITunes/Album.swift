/// An album of the store, which a lookup mixes with its songs.
struct Album: Sendable {
    let id: Int
    let name: String
    let artist: String
    let artistID: Int
    let genre: String?
    /// RFC 3339.
    let releaseDate: String?
    let cents: Int
    let songCount: Int
}
