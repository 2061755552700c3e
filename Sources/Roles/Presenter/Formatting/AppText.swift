package import InteractorMessages
import JSON
package import Scenes

/// An app in display strings, ready to be laid out.
package struct AppText: JSONCodable, Equatable, Sendable {
    package var name: String
    package var company: String?
    /// The rating and the number of ratings: "★★★★☆ 4.5 · 12 ratings".
    package var rating: String?
    /// The price and the genre.
    package var price: String?
    /// The title of the button that opens its web page; nil if it has none.
    package var page: String?
    package var news: Section?
    package var description: Section?
    /// The captions of its screenshots.
    package var screenshots: [String] = []

    /// A text under a heading.
    package struct Section: JSONCodable, Equatable, Sendable {
        package var heading: String
        /// Small print beside the heading.
        package var caption: String?
        package var body: String
    }

    package init(_ app: App, for reader: Reader) {
        name = app.name
        company = app.company
        rating = Self.line(
            reader.stars(app.rating), app.ratingCount.map { reader.count($0, "% rating", "% ratings") })
        price = Self.line(app.price, app.genre)
        page = app.url.map { _ in reader["Open in the App Store"] }
        news = Self.section(
            reader["What's New"], Self.line(app.version.map { reader("Version %", $0) }, reader.date(app.releaseDate)),
            app.releaseNotes)
        description = Self.section(reader["Description"], nil, app.description)
        let urls = Screenshots.showable(app.screenshots)
        screenshots = urls.indices.map { Self.screenshotCaption($0, of: urls.count, for: reader) }
    }

    /// The caption of a screenshot, until its picture is loaded or if it cannot be.
    package static func caption(of shots: Screenshots, among count: Int, for reader: Reader) -> String {
        let caption = screenshotCaption(shots.index, of: count, for: reader)
        return shots.isMissing ? reader("% cannot be loaded", caption) : caption
    }

    package static func screenshotCaption(_ index: Int, of count: Int, for reader: Reader) -> String {
        reader("Screenshot % of %", "\(index + 1)", "\(count)")
    }

    /// The texts that are not nil, side by side.
    private static func line(_ texts: String?...) -> String? {
        let present = texts.compactMap(\.self)
        return present.isEmpty ? nil : present.joined(separator: " · ")
    }

    private static func section(_ heading: String, _ caption: String?, _ body: String?) -> Section? {
        body.flatMap { $0.isEmpty ? nil : Section(heading: heading, caption: caption, body: $0) }
    }
}

/// An app among others, in display strings.
package struct AppRow: JSONCodable, Equatable, Sendable {
    package var id: String
    package var name: String
    package var company: String?
    package var rating: String?

    package init(_ app: App, for reader: Reader) {
        id = app.id
        name = app.name
        company = app.company
        rating = reader.stars(app.rating)
    }
}

/// The English words of the App Store's scenes.
package enum AppStoreText {
    package static let title = "App Store"
    package static let service = "The store"
    package static let noun = "app"
    package static let placeholder = "Search apps"
    package static let hint = "Type the name of an app, or what it should be about."
}
