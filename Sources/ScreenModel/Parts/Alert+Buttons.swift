package import ViewMessages

extension Alert {
    /// What Enter presses until the person chooses: the button with the role `default`, else the first that destroys nothing.
    /// Nil where all destroy something.
    package var defaultButton: Int? {
        buttons.firstIndex { $0.role == .default } ?? buttons.firstIndex { $0.role == nil }
            ?? buttons.firstIndex { $0.role != .destructive }
    }

    /// What Esc presses: the button with the role `cancel`, else the last that destroys nothing.
    package var cancelButton: Button? {
        buttons.last { $0.role == .cancel } ?? buttons.last { $0.role != .destructive }
    }
}
