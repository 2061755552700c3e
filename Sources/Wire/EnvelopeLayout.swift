/// Where the members of an event stand in its line; ranges of bytes, values with their quotes or braces.
package struct EnvelopeLayout: Equatable, Sendable {
    /// The values of the known attributes, by ``EnvelopeAttribute``'s order.
    private var values: [Range<Int>?] = Array(repeating: nil, count: EnvelopeAttribute.allCases.count)
    /// Members with unknown keys: `"key":value`, as they stand.
    package var extensions: [Range<Int>] = []

    package subscript(attribute: EnvelopeAttribute) -> Range<Int>? {
        get { values[attribute.position] }
        set { values[attribute.position] = newValue }
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
        case .time: 7
        case .data: 8
        }
    }
}
