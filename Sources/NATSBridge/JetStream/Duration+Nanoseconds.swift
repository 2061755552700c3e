extension Duration {
    /// In JetStream's unit; the largest number on overflow.
    package var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
