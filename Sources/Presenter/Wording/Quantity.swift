/// A number and what it counts: "1 rating", "12,345 ratings".
enum Quantity {
    static func text(_ count: Int, _ one: String, _ many: String) -> String {
        "\(grouped(count)) \(count == 1 ? one : many)"
    }

    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        let groups = stride(from: digits.count % 3, to: digits.count, by: 3).map { String(digits[$0..<$0 + 3]) }
        let head = String(digits.prefix(digits.count % 3))
        return (count < 0 ? "-" : "") + ([head] + groups).filter { !$0.isEmpty }.joined(separator: ",")
    }
}
