/// The fields of a submitted form, in their order.
package struct FormFields: Equatable, Sendable {
    package private(set) var fields: [(name: String, value: String)] = []

    /// More fields are refused. A form has at most 500, and a field of choices one for each.
    private static let most = 12_000

    package static func == (one: FormFields, other: FormFields) -> Bool {
        one.fields.elementsEqual(other.fields, by: ==)
    }

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// - Returns: nil for what no form sends: a broken escape, what is no UTF-8, too many fields.
    package init?(encoded bytes: some Collection<UInt8>) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count < Self.most, let name = PercentCoding.decode(parts[0]),
                let value = PercentCoding.decode(parts.count > 1 ? parts[1] : parts[0].suffix(0))
            else { return nil }
            fields.append((name, value))
        }
    }

    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    package func values(of name: String) -> [String] { fields.lazy.filter { $0.name == name }.map(\.value) }

    package func number(_ name: String) -> Int? {
        self[name].flatMap { $0.utf8.count <= 9 ? Int($0) : nil }
    }

    package mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

    package mutating func removeAll(named name: String) { fields.removeAll { $0.name == name } }

    /// As a form sends it.
    package var encoded: String {
        fields.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }
}
