import Formatting
package import Scenes
package import ViewMessages

/// The form of the settings, and the key that leads there.
package enum SettingsLayout {
    /// Names the form in what the view reports.
    package static let form = "settings"

    package static let key = ScreenKey(control: ControlName.settings, title: SettingsText.title, character: ",")

    package static func parts(_ preferences: Preferences, mistakes: Set<SettingsField>) -> [Part] {
        let error = { (field: SettingsField) in mistakes.contains(field) ? SettingsText.error(in: field) : nil }
        let fields = [
            FormField(
                id: SettingsField.country.rawValue, label: SettingsText.country,
                value: preferences.country.map(FieldValue.text), placeholder: SettingsText.countryPlaceholder,
                help: SettingsText.countryHelp, error: error(.country)),
            FormField(
                id: SettingsField.limit.rawValue, label: SettingsText.limit, kind: .number,
                value: preferences.limit.map { .number("\($0)") }, placeholder: SettingsText.limitPlaceholder,
                help: SettingsText.limitHelp, error: error(.limit), min: Double(SettingsEntry.limits.lowerBound),
                max: Double(SettingsEntry.limits.upperBound)),
        ]
        return [
            .form(Form(id: form, heading: SettingsText.heading, fields: fields, submit: SettingsText.submit)),
            .caption(SettingsText.scope),
        ]
    }

    /// Says that it was saved.
    /// - Parameter count: how often so far; each time is news.
    package static func saved(_ count: Int) -> ScreenNotice {
        ScreenNotice(id: "saved-\(count)", text: SettingsText.saved, tone: .success)
    }
}
