import Wire

/// What a journal reads from a line that it keeps.
enum EventLine {
    /// The event's source, if its id is this text.
    /// - Parameter line: without its LF.
    static func source(of line: UnsafeRawBufferPointer, if id: String) -> String? {
        line.withMemoryRebound(to: UInt8.self) { bytes in
            guard let layout = try? EnvelopeScanner.scan(bytes.span),
                AttributeText(line, layout[.id])?.isSame(as: id) == true
            else { return nil }
            return try? layout.text(.source, in: bytes.span)
        }
    }

    /// Whether the line is the event with this id, from this source where one is named.
    /// - Parameter line: with its LF.
    static func isEvent(_ line: [UInt8], id: String, from source: String?) -> Bool {
        line.dropLast().withUnsafeBytes { bytes in
            Self.source(of: bytes, if: id).map { source == nil || source == $0 } ?? false
        }
    }
}
