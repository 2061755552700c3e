import Wire

/// What makes one state supersede another: the same type and the same subject, byte for byte. (As strings, é and e with an
/// accent would be equal.)
struct StateKey: Hashable {
    private let text: [UInt8]

    init(type: String, subject: String) {
        text = Self.head(of: type) + subject.utf8
    }

    /// - Parameters:
    ///   - head: of the type.
    ///   - subject: where it stands in the line.
    init(_ head: [UInt8], subject: AttributeText?) {
        guard let subject else {
            text = head
            return
        }
        text = head + subject.text
    }

    /// The part of all keys of one type. No text in JSON has the byte 0xFF.
    static func head(of type: String) -> [UInt8] { type.utf8 + [0xFF] }

    func hash(into hasher: inout Hasher) {
        text.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
