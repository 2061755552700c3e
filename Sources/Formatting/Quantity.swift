/// Numbers as people read them.
package enum Quantity {
    /// A number and what it counts: "1 rating", "12,345 ratings".
    package static func text(_ count: Int, _ one: String, _ many: String) -> String {
        "\(grouped(count)) \(count == 1 ? one : many)"
    }

    /// "12,345"
    package static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        let groups = stride(from: digits.count % 3, to: digits.count, by: 3).map { String(digits[$0..<$0 + 3]) }
        let head = String(digits.prefix(digits.count % 3))
        return (count < 0 ? "-" : "") + ([head] + groups).filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// In no more than six characters, cut and never rounded up: "999", "12.3k", "1.2M".
    package static func short(_ count: Int) -> String {
        switch count {
        case ..<1000: return "\(count)"
        case ..<1_000_000: return tenths(count / 100) + "k"
        default: return tenths(count / 100_000) + "M"
        }
    }

    private static func tenths(_ count: Int) -> String {
        count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)"
    }
}
