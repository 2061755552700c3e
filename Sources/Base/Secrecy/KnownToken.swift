/// Tokens of well-known services, by their beginnings.
struct KnownToken: Sendable {
    enum Letters: Sendable {
        /// Letters, digits, `-`, `_` and `.`.
        case token
        case hexadecimal
        /// Upper-case letters, digits and `-`.
        case upper
        /// Lower-case and upper-case letters and digits, all of them.
        case mixed
        /// Three parts with dots between, or more.
        case web
        /// Parts of these lengths with dots between; the last may be longer.
        case parts([Int])
    }

    let beginning: String
    /// The least number of characters after it.
    let rest: Int
    let letters: Letters

    static let all: [Self] = SecretTable.rows("tokens").flatMap { row in
        row.words.compactMap { Self(row.key, $0) }
    }

    /// - Parameter form: the number of characters and which, or the lengths of the parts.
    private init?(_ form: String, _ beginning: String) {
        self.beginning = beginning
        let words = form.split(separator: " ")
        let lengths = (words.first ?? "").split(separator: ".").compactMap { Int($0) }
        guard let rest = lengths.first else { return nil }
        self.rest = lengths.count > 1 ? 0 : rest
        switch words.count > 1 ? words[1] : "" {
        case "": letters = lengths.count > 1 ? .parts(lengths) : .token
        case "hexadecimal": letters = .hexadecimal
        case "upper": letters = .upper
        case "mixed": letters = .mixed
        case "web": letters = .web
        default: return nil
        }
    }

    /// By the first two bytes, the longest first.
    private static let rows = Dictionary(
        grouping: all.sorted { $0.beginning.utf8.count > $1.beginning.utf8.count }
    ) { $0.beginning.utf8.prefix(2).reduce(0) { $0 << 8 | Int($1) } }

    static func begins(with pair: Int) -> Bool { rows[pair] != nil }

    /// A token that begins here, at the start of a word.
    static func token(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        guard start + 1 < reader.count, let rows = rows[Int(reader.bytes[start]) << 8 | Int(reader.bytes[start + 1])]
        else {
            return nil
        }
        // In Base64 of other data a short beginning occurs by chance.
        let isInBase64 = start > 0 && "+/".utf8.contains(reader.bytes[start - 1])
        for token in rows where !(isInBase64 && token.beginning.utf8.count < 4) {
            let behind = start + token.beginning.utf8.count
            guard behind <= reader.count, token.begins(&reader, start) else { continue }
            let end = reader.end(.token, from: behind)
            if end - behind >= token.rest, token.letters.fit(&reader, start..<end, behind: behind) {
                return start..<end
            }
        }
        return nil
    }

    private func begins(_ reader: inout TextReader, _ start: Int) -> Bool {
        reader.step(beginning.utf8.count)
        return reader.bytes[start...].starts(with: beginning.utf8)
    }
}

extension KnownToken.Letters {
    /// - Parameter behind: the end of the beginning that all have.
    fileprivate func fit(_ reader: inout TextReader, _ token: Range<Int>, behind: Int) -> Bool {
        switch self {
        case .token: true
        case .hexadecimal:
            reader.text(behind..<token.upperBound).utf8.allSatisfy {
                0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
        case .upper:
            reader.text(behind..<token.upperBound).utf8.allSatisfy {
                0x30...0x39 ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "-")
            }
        case .mixed: SecretValue.hasAllKinds(reader.text(behind..<token.upperBound))
        case .web: lengths(&reader, token).count >= 3
        case .parts(let least):
            zip(lengths(&reader, token), least).allSatisfy { $0 == $1 || $0 > $1 && $1 == least.last }
                && lengths(&reader, token).count == least.count
        }
    }

    private func lengths(_ reader: inout TextReader, _ token: Range<Int>) -> [Int] {
        reader.step(token.count)
        return reader.bytes[token].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(\.count)
    }
}
