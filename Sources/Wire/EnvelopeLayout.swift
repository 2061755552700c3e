import JSON

/// The members of an event as ranges of bytes in its line; values include their quotes or braces.
///
/// Made for every line on the bus, so it allocates memory for unknown members only.
package struct EnvelopeLayout: Equatable, Sendable {
    /// For each known attribute, by ``EnvelopeAttribute/position``: the value's offset in the upper half, its end in the lower
    /// half; 0 if absent.
    private var ranges = InlineArray<11, UInt64>(repeating: 0)
    /// Members with unknown keys, unchanged: `"key":value`.
    package var extensions: [Range<Int>] = []

    package init() {}

    /// The longest line that it can describe.
    static let limit = Int(Int32.max)

    package subscript(attribute: EnvelopeAttribute) -> Range<Int>? {
        get {
            let range = ranges[attribute.position]
            return range == 0 ? nil : Int(range >> 32)..<Int(range & 0xFFFF_FFFF)
        }
        set {
            ranges[attribute.position] = newValue.map { UInt64($0.lowerBound) << 32 | UInt64($0.upperBound) } ?? 0
        }
    }

    package static func == (one: EnvelopeLayout, other: EnvelopeLayout) -> Bool {
        one.ranges.indices.allSatisfy { one.ranges[$0] == other.ranges[$0] } && one.extensions == other.extensions
    }

    /// The text of a string attribute; nil if absent or empty.
    package func text(_ attribute: EnvelopeAttribute, in line: Span<UInt8>) throws(EnvelopeError) -> String? {
        guard let range = self[attribute] else { return nil }
        guard let text = JSONText.decode(line.extracting(range)) else {
            throw .notAString(attribute: attribute.rawValue)
        }
        return text.isEmpty ? nil : text
    }
}

extension EnvelopeAttribute {
    fileprivate var position: Int {
        switch self {
        case .specversion: 0
        case .type: 1
        case .source: 2
        case .id: 3
        case .subject: 4
        case .correlationid: 5
        case .causationid: 6
        case .causationsource: 7
        case .time: 8
        case .replayed: 9
        case .data: 10
        }
    }
}
