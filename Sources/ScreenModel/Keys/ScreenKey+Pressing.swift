package import ViewMessages

extension ScreenKey {
    /// Help, quit, palette, search: each leads to something that has no other key.
    private static let reserved: Set<Unicode.Scalar> = ["?", "q", ":", "/"]

    /// What presses it; nil where it has no key, or the view needs the character itself.
    package var pressing: DeclaredKey? {
        DeclaredKey(character).flatMap { Self.reserved.contains($0.scalar) ? nil : $0 }
    }
}
