/// The texts of a scene that shows one item.
package enum DetailText {
    /// The activity.
    package static let activity = "Loading…"

    /// - Parameter noun: what an item is: "app".
    package static func withoutID(_ noun: String) -> AlertText {
        .notice("Nothing to show", "This scene was opened without the id of \(noun.withArticle).")
    }

    /// - Parameter service: such as "The store".
    package static func notFound(_ noun: String, id: String, service: String) -> AlertText {
        .notice(
            "\(noun.capitalizingFirst) not found",
            "\(service) has no \(noun) with the id \(id); it may have been withdrawn.")
    }

    /// The title of an alert.
    package static func failure(_ noun: String) -> String { "The \(noun) cannot be shown" }
}

extension String {
    /// "app" becomes "App".
    package var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }

    /// "app" becomes "an app".
    package var withArticle: String { (first.map { "aeiou".contains($0) } == true ? "an " : "a ") + self }
}
