extension String {
    /// Enough of the text to find it by.
    package var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
