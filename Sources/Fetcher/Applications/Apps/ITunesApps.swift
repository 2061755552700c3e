package import HTTPTransfer
package import InteractorMessages

/// Apps of the iTunes Store, through the iTunes Search API.
package struct ITunesApps: Source {
    package static let actions = [SourceAction.search, .lookup]
    package static let variables = [ITunesStore.baseVariable]
    package let rates = ITunesStore.rates
    private let store: ITunesStore

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        store = try ITunesStore(environment, entity: "software")
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> SourceAnswer<App> {
        .asks(try store.request(for: search), read: found)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> SourceAnswer<App> {
        .asks(try store.request(for: lookup), read: found)
    }

    private func found(in response: HTTPResponse) throws(FetchError) -> InteractorOutput.Found<App> {
        let listing = try ITunesStore.listing(in: response, as: ITunesSoftware.self)
        return InteractorOutput.Found(source: Self.name, items: listing.items, unreadable: listing.unreadable)
    }
}

/// One result that is an app. Of what real answers lack or shape in odd ways, only the id and the name are missed.
private struct ITunesSoftware: ITunesResult {
    let item: App?

    private enum Key: String, CodingKey {
        case kind, trackId, trackName, sellerName, averageUserRating, userRatingCount, version, releaseNotes
        case currentVersionReleaseDate, description, screenshotUrls, ipadScreenshotUrls
        case artworkUrl100, artworkUrl512, artworkUrl60, formattedPrice, primaryGenreName, trackViewUrl
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        if let kind = members.lenient(.kind, as: String.self), !kind.hasSuffix("software") {
            item = nil
            return
        }
        let screenshots = members.lenient(.screenshotUrls, as: [String].self) ?? []
        item = App(
            id: try members.id(.trackId),
            name: try members.decode(String.self, forKey: .trackName),
            company: members.lenient(.sellerName),
            rating: members.lenient(.averageUserRating),
            ratingCount: members.lenient(.userRatingCount),
            version: members.lenient(.version),
            releaseNotes: members.lenient(.releaseNotes),
            releaseDate: members.lenient(.currentVersionReleaseDate),
            description: members.lenient(.description),
            screenshots: screenshots.isEmpty ? members.lenient(.ipadScreenshotUrls) ?? [] : screenshots,
            artwork: members.lenient(.artworkUrl100) ?? members.lenient(.artworkUrl512)
                ?? members.lenient(.artworkUrl60),
            price: members.lenient(.formattedPrice),
            genre: members.lenient(.primaryGenreName),
            url: members.lenient(.trackViewUrl))
    }
}
