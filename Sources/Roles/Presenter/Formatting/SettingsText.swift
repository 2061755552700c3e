package import Scenes

/// The words of the settings, in English.
package enum SettingsText {
    package static let title = "Settings"
    package static let heading = "App Store and iTunes Store"
    package static let country = "Country"
    package static let countryPlaceholder = "the store's own"
    package static let countryHelp = "Two letters, such as DE"
    package static let limit = "Results"
    package static let limitPlaceholder = "50"
    package static let submit = "Save"
    package static let saved = "Saved: your next search asks for this"
    /// The text below the form.
    package static let scope = "These settings hold until the session ends."

    package static func limitHelp(for reader: Reader) -> String {
        reader("How many a search lists, %", limits(for: reader))
    }

    private static func limits(for reader: Reader) -> String {
        reader("% to %", "\(SettingsEntry.limits.lowerBound)", "\(SettingsEntry.limits.upperBound)")
    }

    package static func error(in field: SettingsField, for reader: Reader) -> String {
        switch field {
        case .country: reader["A country has two letters, such as DE"]
        case .limit: reader("Enter a number from %", limits(for: reader))
        }
    }
}
