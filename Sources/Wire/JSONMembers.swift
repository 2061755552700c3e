/// Takes an object apart into its members and leaves them as the bytes that they are.
package enum JSONMembers {
    package struct Member: Equatable, Sendable {
        /// With its quotes.
        package let key: Range<Int>
        package let value: Range<Int>
    }

    /// The members of the object that a line is, in their order; the whole line is checked (RFC 8259).
    package static func scan(_ line: Span<UInt8>) throws(EnvelopeError) -> [Member] {
        guard (try? UTF8Span(validating: line)) != nil else { throw .notUTF8 }
        var at = JSONScanner.skipWhitespace(line, 0)
        guard at < line.count, line[at] == UInt8(ascii: "{") else { throw .notAnObject }
        var members: [Member] = []
        at = JSONScanner.skipWhitespace(line, at + 1)
        if at < line.count, line[at] == UInt8(ascii: "}") {
            try expectEnd(line, at + 1)
            return members
        }
        while true {
            let member = try scanMember(line, at)
            members.append(member)
            at = JSONScanner.skipWhitespace(line, member.value.upperBound)
            guard at < line.count else { throw .invalidJSON(offset: at) }
            if line[at] == UInt8(ascii: "}") { break }
            at = JSONScanner.skipWhitespace(line, try JSONScanner.expect(UInt8(ascii: ","), line, at))
        }
        try expectEnd(line, at + 1)
        return members
    }

    private static func scanMember(_ line: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Member {
        let keyEnd = try JSONScanner.skipString(line, start)
        let colon = try JSONScanner.expect(UInt8(ascii: ":"), line, JSONScanner.skipWhitespace(line, keyEnd))
        let value = JSONScanner.skipWhitespace(line, colon)
        return Member(key: start..<keyEnd, value: value..<(try JSONScanner.skipValue(line, value, depth: 1)))
    }

    private static func expectEnd(_ line: Span<UInt8>, _ at: Int) throws(EnvelopeError) {
        let end = JSONScanner.skipWhitespace(line, at)
        guard end == line.count else { throw .invalidJSON(offset: end) }
    }
}
