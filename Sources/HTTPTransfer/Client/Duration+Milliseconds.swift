extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
