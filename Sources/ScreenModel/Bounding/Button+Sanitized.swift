package import ViewMessages

extension Button {
    package var sanitized: Button {
        Button(
            control: control, title: Bounded.line(title), key: DeclaredKey(key)?.text, role: role,
            isSelectable: isSelectable)
    }
}
