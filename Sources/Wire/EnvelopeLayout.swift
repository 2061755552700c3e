import JSON

/// Where the members of an event stand in its line; ranges of bytes, values with their quotes or braces.
///
/// It is made for every line that passes, so it stands in place: a list is only made for unknown members.
package struct EnvelopeLayout: Equatable, Sendable {
    /// Where the values of the known attributes begin and end, by ``EnvelopeAttribute/position``; none ends at 0.
    private var starts = SIMD16<UInt32>()
    private var ends = SIMD16<UInt32>()
    /// Members with unknown keys: `"key":value`, as they stand.
    package var extensions: [Range<Int>] = []

    package init() {}

    /// The longest line that it can describe.
    static let limit = Int(Int32.max)

    package subscript(attribute: EnvelopeAttribute) -> Range<Int>? {
        get {
            let end = Int(ends[attribute.position])
            return end == 0 ? nil : Int(starts[attribute.position])..<end
        }
        set {
            starts[attribute.position] = UInt32(newValue?.lowerBound ?? 0)
            ends[attribute.position] = UInt32(newValue?.upperBound ?? 0)
        }
    }

    /// The text of a string attribute; nil when it is absent or empty.
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
