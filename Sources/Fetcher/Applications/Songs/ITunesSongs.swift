package import HTTPTransfer
package import InteractorMessages

/// Songs of the iTunes Store, through the iTunes Search API.
package struct ITunesSongs: Source {
    package static let actions = [SourceAction.search, .lookup]
    package static let variables = [ITunesStore.baseVariable]
    package let rates = ITunesStore.rates
    private let store: ITunesStore

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        store = try ITunesStore(environment, entity: "song")
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> SourceAnswer<Song> {
        .asks(try store.request(for: search), read: found)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> SourceAnswer<Song> {
        .asks(try store.request(for: lookup), read: found)
    }

    private func found(in response: HTTPResponse) throws(FetchError) -> InteractorOutput.Found<Song> {
        let listing = try ITunesStore.listing(in: response, as: ITunesTrack.self)
        return InteractorOutput.Found(source: Self.name, items: listing.items, unreadable: listing.unreadable)
    }
}

/// One result that is a song. The lookup of an album begins with the album itself, which has no track's id.
private struct ITunesTrack: ITunesResult {
    let item: Song?

    private enum Key: String, CodingKey {
        case kind, wrapperType, trackId, trackName, artistName, collectionName, artworkUrl100, artworkUrl60,
            artworkUrl30
        case previewUrl, trackTimeMillis, releaseDate, primaryGenreName, trackPrice, currency, trackViewUrl
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let kind = members.lenient(.kind, as: String.self) ?? "song"
        let wrapper = members.lenient(.wrapperType, as: String.self) ?? "track"
        guard kind == "song", wrapper == "track" else {
            item = nil
            return
        }
        // What is sold with its album only has the price -1.
        let price = members.lenient(.trackPrice, as: Double.self).flatMap { $0 < 0 ? nil : $0 }
        item = Song(
            id: try members.id(.trackId),
            name: try members.decode(String.self, forKey: .trackName),
            artist: members.lenient(.artistName),
            album: members.lenient(.collectionName),
            artwork: members.lenient(.artworkUrl100) ?? members.lenient(.artworkUrl60)
                ?? members.lenient(.artworkUrl30),
            preview: members.lenient(.previewUrl),
            milliseconds: members.lenient(.trackTimeMillis),
            releaseDate: members.lenient(.releaseDate),
            genre: members.lenient(.primaryGenreName),
            price: price,
            currency: price == nil ? nil : members.lenient(.currency),
            url: members.lenient(.trackViewUrl))
    }
}
