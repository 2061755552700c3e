import Platform

/// Rules for files of passwords and keys.
enum PasswordFileRules {
    /// Between the words of one entry.
    private static let longestEntry = 512

    static func netrc(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        let word = reader.name(from: start)
        switch reader.text(word).lowercased() {
        case "machine": reader.context.machine = start
        case "login":
            let isEntry = reader.context.machine.map { start - $0 < longestEntry } ?? false
            reader.context.login = isEntry || reader.has("default ", at: start - 8) ? start : nil
        default:
            guard let login = reader.context.login, start - login < longestEntry else { return nil }
            let value = reader.skip(" \t", from: word.upperBound)
            return value..<reader.end(.word, from: value)
        }
        return nil
    }

    /// Bytes of a line that are looked at.
    private static let longestLine = 256

    /// `host:port:database:user:password`.
    static func pgpass(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        var colons: [Int] = []
        var at = start
        while at < reader.count, at - start < longestLine, colons.count < 4 {
            guard let byte = reader[at], byte > 0x20, byte != UInt8(ascii: "/") else { return nil }
            if byte == UInt8(ascii: ":") {
                colons.append(at)
                if colons.count == 1, !isHost(&reader, start..<at) { return nil }
                if colons.count == 2, !isPort(&reader, colons[0] + 1..<at) { return nil }
            }
            at += 1
        }
        guard colons.count == 4, hasLetter(&reader, colons[2] + 1..<colons[3]) else { return nil }
        guard hasLetter(&reader, colons[1] + 1..<colons[2]) else { return nil }
        let end = reader.end(.line, from: at)
        guard end > at, end == reader.end(.word, from: at) || end - at < longestLine else { return nil }
        return SecretValue.isLiteral(reader.text(at..<end)) ? at..<end : nil
    }

    private static func isHost(_ reader: inout TextReader, _ range: Range<Int>) -> Bool {
        let text = reader.text(range)
        return text == "*"
            || text.utf8.contains { UInt8(ascii: "g")...UInt8(ascii: "z") ~= TextReader.lower($0) } && text.count > 1
            || text.split(separator: ".").count == 4
    }

    private static func isPort(_ reader: inout TextReader, _ range: Range<Int>) -> Bool {
        let text = reader.text(range)
        return text == "*" || 3...5 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func hasLetter(_ reader: inout TextReader, _ range: Range<Int>) -> Bool {
        reader.text(range).utf8.contains {
            $0 == UInt8(ascii: "*") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= TextReader.lower($0)
        }
    }

    /// The body of a private key in PEM (RFC 7468), even if truncated.
    static func privateKey(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        let label = reader.text(start + 11..<min(reader.count, start + 64))
        guard let dashes = label.utf8.firstIndex(of: UInt8(ascii: "-")), label[..<dashes].contains("PRIVATE KEY") else {
            return nil
        }
        let body = reader.skip(
            "-", from: start + 11 + label.utf8.distance(from: label.startIndex, to: dashes), atMost: 8)
        // What is found is not searched again.
        var end = body
        while end < reader.count, !reader.has("-----end", at: end), !reader.has("---- end", at: end) { end += 1 }
        return body..<end
    }
}
