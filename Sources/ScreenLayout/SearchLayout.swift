package import Formatting
package import ViewMessages

/// The parts below a search field.
package enum SearchLayout {
    /// - Parameter results: what has been found, as a list or a table.
    package static func parts(_ results: Part, _ text: SearchText) -> [Part] {
        [results] + text.captions.map { .caption($0) }
    }
}
