package import HTTPTransfer
package import InteractorMessages

/// Songs of the iTunes Store, from the iTunes Search API.
package struct ITunesSongs: ShippedSource {
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
