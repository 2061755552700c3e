package import Scenes

/// The texts of the settings.
package enum SettingsText {
    package static let title = "Settings"
    package static let heading = "App Store and iTunes Store"
    package static let country = "Country"
    package static let countryPlaceholder = "the store's own"
    package static let countryHelp = "Two letters, such as DE"
    package static let limit = "Results"
    package static let limitPlaceholder = "50"
    package static let limitHelp = "How many a search lists, \(limits)"
    package static let submit = "Save"
    package static let saved = "Saved: your next search asks for this"
    /// Below the form.
    package static let scope = "These settings hold until the session ends."

    private static let limits = "\(SettingsEntry.limits.lowerBound) to \(SettingsEntry.limits.upperBound)"

    /// The error message of a field.
    package static func error(in field: SettingsField) -> String {
        switch field {
        case .country: "A country has two letters, such as DE"
        case .limit: "Enter a number from \(limits)"
        }
    }
}
