import ViewMessages

extension Mark {
    /// - Parameter sanitize: what makes the text harmless that the mark stands in.
    func sanitized(_ sanitize: (String) -> String) -> Mark { Mark(sanitize(text), tone) }
}
