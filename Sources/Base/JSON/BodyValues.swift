/// The texts of values in a part of a body: the lines of NDJSON and JSON Lines, or the elements of a JSON text sequence (RFC 7464). The
/// part is cut into values one by one, because very many small ones would take more memory than their text.
package struct BodyValues: Equatable, Sendable {
    package struct Value: Equatable, Sendable {
        package let text: [UInt8]
        /// False for a text that may be cut.
        package let isWhole: Bool
    }

    /// The byte that begins each element of a sequence.
    package static let recordSeparator: UInt8 = 0x1E

    private let bytes: [UInt8]
    private let isSequence: Bool
    private var at = 0

    package init(of whole: [UInt8]) {
        self.init(whole, isSequence: whole.first == Self.recordSeparator)
    }

    package init(_ bytes: [UInt8], isSequence: Bool) {
        self.bytes = bytes
        self.isSequence = isSequence
    }

    /// Blank lines are no values.
    package mutating func next() -> Value? {
        let separator = isSequence ? Self.recordSeparator : 0x0A
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: separator) ?? bytes.count
            let text = bytes[at..<end]
            at = end + 1
            guard let last = text.last, !text.allSatisfy(Self.isBlank) else { continue }
            // Only a string, an array and an object mark their own ends (RFC 7464 §2.4).
            let isEnded =
                Self.isBlank(last) || [UInt8(ascii: "\""), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(last)
            return Value(text: Array(text), isWhole: !isSequence || isEnded)
        }
        return nil
    }

    /// A value that cannot be read.
    package struct Damage: Error {
        /// The number of the value, from 1.
        package let number: Int
        /// The text without lone surrogates.
        package let text: [UInt8]
        package let isWhole: Bool
    }

    /// All values as one. Lone surrogates become U+FFFD.
    package static func array(of whole: [UInt8]) throws(Damage) -> [UInt8] {
        var values = BodyValues(of: whole)
        var array = [UInt8(ascii: "[")]
        var count = 0
        while let value = values.next() {
            count += 1
            let text = JSONText.replacingLoneSurrogates(value.text)
            guard value.isWhole, let json = try? JSONBytes(json: text).bytes else {
                throw Damage(number: count, text: text, isWhole: value.isWhole)
            }
            if count > 1 { array.append(UInt8(ascii: ",")) }
            array += json
        }
        return array + [UInt8(ascii: "]")]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
}
