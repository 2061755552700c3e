package import ViewMessages

extension Screen {
    /// The field of a form that takes typing at once, where the form is what the screen is for: the screen has neither a search field nor
    /// a part with rows, which would claim the focus.
    package var openingField: String? {
        // While something is under way, rows may follow.
        guard prompt == nil, activity == nil, !parts.contains(where: \.claimsFocus) else { return nil }
        return formFields.first?.name
    }

    /// The opening field, if the old screen did not have its form. A form that the user has been in stays as the user has left it.
    package func openingField(after old: Screen) -> String? {
        guard let form = forms.first(where: { !$0.fields.isEmpty }), !old.forms.contains(where: { $0.id == form.id })
        else { return nil }
        return openingField
    }
}

extension Part {
    fileprivate var claimsFocus: Bool {
        if case .pager = self { return true }
        // Also where there are no rows: a form above them filters them.
        return filterable != nil
    }
}
