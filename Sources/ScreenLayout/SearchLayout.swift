package import Formatting
package import ViewMessages

/// The parts below a search field.
package enum SearchLayout {
    package static func parts(_ rows: [Row], _ text: SearchText) -> [Part] {
        [.list(List(rows: rows, empty: text.empty))] + text.captions.map { .caption($0) }
    }
}
