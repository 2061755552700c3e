import InteractorMessages
import JSON

typealias ITunesApps = ITunesStore<ITunesSoftware>

/// A result that is an app. Real answers lack members or have odd ones; only id and name are required.
struct ITunesSoftware: ITunesResult {
    static let entity = "software"
    let item: App?

    init(from reader: inout JSONReader) throws(JSONError) {
        var app = App(id: "", name: "")
        var kind: String?
        var id: NumericID?
        var name: String?
        var screenshots: [String] = []
        var tabletScreenshots: [String] = []
        // The first one that is there is used.
        var artwork: (medium: String?, large: String?, small: String?)
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "kind": kind = try reader.readLeniently()
            case "trackId": id = try reader.readLeniently()
            case "trackName": name = try reader.readLeniently()
            case "sellerName": app.company = try reader.readLeniently()
            case "averageUserRating": app.rating = try reader.readLeniently()
            case "userRatingCount": app.ratingCount = try reader.readLeniently()
            case "version": app.version = try reader.readLeniently()
            case "releaseNotes": app.releaseNotes = try reader.readLeniently()
            case "currentVersionReleaseDate": app.releaseDate = try reader.readLeniently()
            case "description": app.description = try reader.readLeniently()
            case "screenshotUrls": screenshots = try Self.texts(&reader)
            case "ipadScreenshotUrls": tabletScreenshots = try Self.texts(&reader)
            case "artworkUrl100": artwork.medium = try reader.readLeniently()
            case "artworkUrl512": artwork.large = try reader.readLeniently()
            case "artworkUrl60": artwork.small = try reader.readLeniently()
            case "formattedPrice": app.price = try reader.readLeniently()
            case "primaryGenreName": app.genre = try reader.readLeniently()
            case "trackViewUrl": app.url = try reader.readLeniently()
            default: try reader.skipValue()
            }
        }
        guard kind?.hasSuffix("software") ?? true else {
            item = nil
            return
        }
        guard let id else { throw .missing("trackId", at: object) }
        guard let name else { throw .missing("trackName", at: object) }
        app.id = id.text
        app.name = name
        app.screenshots = screenshots.isEmpty ? tabletScreenshots : screenshots
        app.artwork = artwork.medium ?? artwork.large ?? artwork.small
        item = app
    }

    /// The strings of a list.
    private static func texts(_ reader: inout JSONReader) throws(JSONError) -> [String] {
        (try reader.readLeniently([Lenient<String>].self) ?? []).compactMap(\.value)
    }
}
