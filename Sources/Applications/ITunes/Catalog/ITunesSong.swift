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

extension ITunesSong {
    /// The members of a result, named and shaped as in the real store; missing ones are left out.
    var members: JSONValue.Members {
        var members: JSONValue.Members = [
            ("wrapperType", .string("track")),
            ("kind", .string("song")),
            ("artistId", .integer(album.artistID)),
            ("trackId", .integer(id)),
            ("artistName", .string(album.artist)),
            ("trackName", .string(name)),
            ("trackCensoredName", .string(name)),
            ("artistViewUrl", .string(album.artistPage)),
            ("trackViewUrl", .string("\(album.page)?i=\(id)")),
            ("artworkUrl30", .string(album.artwork(30))),
            ("artworkUrl60", .string(album.artwork(60))),
            ("artworkUrl100", .string(album.artwork(100))),
            ("trackExplicitness", .string("notExplicit")),
            ("discCount", .integer(1)),
            ("discNumber", .integer(1)),
            ("trackCount", .integer(album.songCount)),
            ("trackNumber", .integer(number)),
            ("country", .string("USA")),
            ("currency", .string("USD")),
            ("isStreamable", .boolean(true)),
        ]
        if tellsAlbum { members += album.identity }
        if hasPreview {
            members.append(("previewUrl", .string("\(CatalogHost.url)/previews/\(id).m4a")))
        }
        switch price {
        case .cents(let cents): members.append(("trackPrice", .number(Software.Price(cents: cents).amount)))
        case .albumOnly: members.append(("trackPrice", .number("-1.00")))
        case nil: break
        }
        if let milliseconds { members.append(("trackTimeMillis", .integer(milliseconds))) }
        return members + album.common
    }
}

extension Album {
    /// A collection has no `kind`.
    var members: JSONValue.Members {
        let members: JSONValue.Members = [
            ("wrapperType", .string("collection")),
            ("collectionType", .string("Album")),
            ("artistId", .integer(artistID)),
            ("artistName", .string(artist)),
            ("artistViewUrl", .string(artistPage)),
            ("artworkUrl60", .string(artwork(60))),
            ("artworkUrl100", .string(artwork(100))),
            ("trackCount", .integer(songCount)),
            ("copyright", .string("℗ \(releaseDate?.prefix(4) ?? "") \(artist)")),
            ("country", .string("USA")),
            ("currency", .string("USD")),
        ]
        return members + identity + common
    }

    /// The album's members that a song repeats.
    fileprivate var identity: JSONValue.Members {
        [
            ("collectionId", .integer(id)),
            ("collectionName", .string(name)),
            ("collectionCensoredName", .string(name)),
            ("collectionViewUrl", .string(page)),
            ("collectionPrice", .number(Software.Price(cents: cents).amount)),
            ("collectionExplicitness", .string("notExplicit")),
        ]
    }

    /// The members common to an album and its songs.
    fileprivate var common: JSONValue.Members {
        var members: JSONValue.Members = []
        if let releaseDate { members.append(("releaseDate", .string(releaseDate))) }
        if let genre { members.append(("primaryGenreName", .string(genre))) }
        return members
    }

    fileprivate var page: String { "https://music.example/us/album/\(Slug.make(name))/\(id)" }
    fileprivate var artistPage: String { "https://music.example/us/artist/\(Slug.make(artist))/\(artistID)" }

    fileprivate func artwork(_ size: Int) -> String {
        "\(CatalogHost.url)/pictures/albums/\(id)/artwork-\(size).png"
    }
}
