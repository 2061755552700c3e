/// The name of a deliberate fault in an option: `NAME:KIND` strikes all messages of a name, `NAME#N:KIND` the Nth, `NAME@P:KIND` each with the
/// probability P. A kind may have a value: `KIND=VALUE`.
package struct FaultNotation: Equatable, Sendable {
    package let name: String
    /// The number of the struck message, from 1; nil for all.
    package let ordinal: Int?
    /// The probability, more than 0, at most 1.
    package let probability: Double
    package let kind: String
    package let value: String?

    private static let highestOrdinal = 1_000_000_000
    private static let longestDelay = 86_400.0

    /// Nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let kind = text[text.index(after: colon)...].split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let word = kind.first, !word.isEmpty else { return nil }
        (self.kind, value) = (String(word), kind.count > 1 ? String(kind[1]) : nil)

        var target = text[..<colon]
        if let sign = target.lastIndex(of: "@") {
            guard let probability = Double(target[target.index(after: sign)...]), 0 < probability, probability <= 1
            else {
                return nil
            }
            self.probability = probability
            target = target[..<sign]
        } else {
            probability = 1
        }
        if let sign = target.lastIndex(of: "#") {
            guard let ordinal = Int(target[target.index(after: sign)...]), 1...Self.highestOrdinal ~= ordinal else {
                return nil
            }
            self.ordinal = ordinal
            target = target[..<sign]
        } else {
            ordinal = nil
        }
        guard !target.isEmpty else { return nil }
        name = String(target)
    }

    /// The seconds of `200ms` or `1.5s`, up to a day; nil for anything else.
    package static func seconds(_ text: String) -> Double? {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)) else { return nil }
        let seconds = isMilliseconds ? number / 1000 : number
        return (0...longestDelay).contains(seconds) ? seconds : nil
    }
}
