package import Formatting
package import Scenes
package import ViewMessages

/// The parts below a search field.
package enum SearchLayout {
    package static func parts(_ results: Part, _ text: SearchText) -> [Part] {
        [results] + text.captions.map { .caption($0) }
    }
}

/// The form of the settings, and the key that leads there.
package enum SettingsLayout {
    /// The form's name in reports of the view.
    package static let form = "settings"

    package static func key(for reader: Reader) -> ScreenKey {
        ScreenKey(control: ControlName.settings, title: reader[SettingsText.title], character: ",")
    }

    package static func parts(
        _ preferences: Preferences, mistakes: Set<SettingsField>, for reader: Reader
    ) -> [Part] {
        let error = { (field: SettingsField) in
            mistakes.contains(field) ? SettingsText.error(in: field, for: reader) : nil
        }
        let fields = [
            FormField(
                id: SettingsField.country.rawValue, label: reader[SettingsText.country],
                value: preferences.country.map(FieldValue.text), placeholder: reader[SettingsText.countryPlaceholder],
                help: reader[SettingsText.countryHelp], error: error(.country)),
            FormField(
                id: SettingsField.limit.rawValue, label: reader[SettingsText.limit], kind: .number,
                value: preferences.limit.map { .number("\($0)") }, placeholder: reader[SettingsText.limitPlaceholder],
                help: SettingsText.limitHelp(for: reader), error: error(.limit),
                min: Double(SettingsEntry.limits.lowerBound),
                max: Double(SettingsEntry.limits.upperBound)),
        ]
        return [
            .form(
                Form(
                    id: form, heading: reader[SettingsText.heading], fields: fields, submit: reader[SettingsText.submit]
                )),
            .caption(reader[SettingsText.scope]),
        ]
    }

    /// The notice after saving.
    /// - Parameter count: the number of saves so far; each one is news.
    package static func saved(_ count: Int, for reader: Reader) -> ScreenNotice {
        ScreenNotice(id: "saved-\(count)", text: reader[SettingsText.saved], tone: .success)
    }
}

/// A label, and the button that fills it.
package enum GreetingLayout {
    /// - Parameter text: empty before the button is pressed.
    package static func parts(_ text: String, for reader: Reader) -> [Part] {
        [
            .label(Label(text, style: .heading)),
            .button(Button(control: ControlName.greet, title: reader[GreetingText.button], key: "s")),
        ]
    }
}

extension Alert {
    package init(_ text: AlertText, for reader: Reader) {
        let buttons =
            text.offersRetry
            ? [
                Button(control: ControlName.retry, title: reader["Retry"], key: "r", role: .default),
                Button(control: ControlName.dismiss, title: reader["Close"], role: .cancel),
            ] : [Button(control: ControlName.dismiss, title: reader["OK"], role: .default)]
        self.init(
            title: text.title, message: text.message, buttons: buttons, isFailure: text.isFailure ? true : nil)
    }
}

extension [Column] {
    /// The same columns with titles in the reader's language.
    package func translated(for reader: Reader) -> [Column] {
        map { column in
            var column = column
            column.title = reader[column.title]
            return column
        }
    }
}

extension Part {
    /// The texts that are not nil, side by side in small print; nil when there are none.
    package static func caption(_ texts: String?...) -> Part? {
        let present = texts.compactMap(\.self)
        return present.isEmpty ? nil : caption(present.joined(separator: " · "))
    }

    package static func caption(_ text: String) -> Part { .label(Label(text, style: .caption)) }
}

extension Text {
    /// Lines of a long text that are shown at first.
    package static let shortFold = 4
}
