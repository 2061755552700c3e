import JSON

/// The fields of the form of settings, by their ids.
package enum SettingsField: String, JSONCodable, Sendable {
    case country, limit
}
