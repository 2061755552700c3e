extension String {
    /// Enough of the text to find it by.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
