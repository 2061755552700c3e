/// The texts of a scene that shows one item.
package enum DetailText {
    /// The activity, in English.
    package static let activity = "Loading…"

    /// - Parameter noun: the English word for an item: "app".
    package static func withoutID(_ noun: String, for reader: Reader) -> AlertText {
        .notice(
            reader["Nothing to show"],
            reader("This scene was opened without the id of %.", reader[noun.withArticle]))
    }

    /// - Parameter service: such as "The store", in the reader's language.
    package static func notFound(_ noun: String, id: String, service: String, for reader: Reader) -> AlertText {
        let noun = reader[noun]
        return .notice(
            reader("% not found", noun.capitalizingFirst),
            reader("% has no % with the id %; it may have been withdrawn.", service, noun, id))
    }

    /// The title of an alert.
    package static func failure(_ noun: String, for reader: Reader) -> String {
        reader("The % cannot be shown", reader[noun])
    }
}

extension String {
    /// "app" becomes "App".
    package var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }

    /// "app" becomes "an app".
    package var withArticle: String { (first.map { "aeiou".contains($0) } == true ? "an " : "a ") + self }
}
