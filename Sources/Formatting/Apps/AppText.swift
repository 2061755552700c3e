package import InteractorMessages
import JSON
package import Scenes

/// An app in display strings, ready to be laid out.
package struct AppText: JSONCodable, Equatable, Sendable {
    package var name: String
    package var company: String?
    /// The rating and how many people gave it: "★★★★☆ 4.5 · 12 ratings".
    package var rating: String?
    /// The price and the genre.
    package var price: String?
    /// The title of the button that opens its page; nil where it has none.
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
            StarRating(app.rating)?.description, app.ratingCount.map { Quantity.text($0, "rating", "ratings") })
        price = Self.line(app.price, app.genre)
        page = app.url.map { _ in "Open in the App Store" }
        news = Self.section(
            "What's New", Self.line(app.version.map { "Version \($0)" }, reader.date(app.releaseDate)), app.releaseNotes
        )
        description = Self.section("Description", nil, app.description)
        let urls = Screenshots.showable(app.screenshots)
        screenshots = urls.indices.map { Self.screenshotCaption($0, of: urls.count) }
    }

    /// What stands for the screenshot until there is a picture, and where there is none.
    package static func caption(of shots: Screenshots, among count: Int) -> String {
        screenshotCaption(shots.index, of: count) + (shots.isMissing ? " cannot be loaded" : "")
    }

    package static func screenshotCaption(_ index: Int, of count: Int) -> String {
        "Screenshot \(index + 1) of \(count)"
    }

    /// The texts that are there, side by side.
    private static func line(_ texts: String?...) -> String? {
        let present = texts.compactMap(\.self)
        return present.isEmpty ? nil : present.joined(separator: " · ")
    }

    private static func section(_ heading: String, _ caption: String?, _ body: String?) -> Section? {
        body.flatMap { $0.isEmpty ? nil : Section(heading: heading, caption: caption, body: $0) }
    }
}
