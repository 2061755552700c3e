/// Tokens of a well-known service, by their beginning.
struct KnownToken: Sendable {
    enum Letters: String {
        /// Letters, digits, `-`, `_` and `.`.
        case any = ""
        case hexadecimal
        /// Upper-case letters, digits and `-`.
        case upper
        /// Lower-case and upper-case letters and digits, all of them.
        case mixed
        /// Three parts with dots between, or more.
        case web
    }

    let beginning: String
    /// The least number of characters behind it, or the lengths of all parts with dots between; the last may be longer.
    let lengths: [Int]
    let letters: Letters

    /// The longest beginnings first.
    static let all: [Self] = SecretTable.rows("tokens").flatMap { row -> [Self] in
        let form = row.key.split(separator: " ")
        let lengths = form.first?.split(separator: ".").compactMap { Int($0) } ?? []
        guard !lengths.isEmpty, let letters = Letters(rawValue: form.count > 1 ? String(form[1]) : "") else {
            return []
        }
        return row.words.map { Self(beginning: $0, lengths: lengths, letters: letters) }
    }.sorted { $0.beginning.utf8.count > $1.beginning.utf8.count }

    /// A token that begins here, at the start of a word.
    func token(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        // In Base64 of other data a short beginning occurs by chance.
        let isInBase64 = start > 0 && "+/".utf8.contains(reader.bytes[start - 1])
        guard !(isInBase64 && beginning.utf8.count < 4), reader.bytes[start...].starts(with: beginning.utf8) else {
            return nil
        }
        let behind = start + beginning.utf8.count
        let end = reader.end(.token, from: behind)
        return fits(&reader, start..<end, behind..<end) ? start..<end : nil
    }

    /// - Parameter rest: the token without its beginning.
    private func fits(_ reader: inout TextReader, _ token: Range<Int>, _ rest: Range<Int>) -> Bool {
        guard lengths.count == 1 else {
            let parts = parts(&reader, token)
            return parts.count == lengths.count && parts.dropLast().elementsEqual(lengths.dropLast())
                && zip(parts, lengths).allSatisfy(>=)
        }
        guard rest.count >= lengths[0] else { return false }
        let rest = reader.text(rest)
        return switch letters {
        case .any: true
        case .hexadecimal: rest.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        case .upper: rest.utf8.allSatisfy { $0 <= UInt8(ascii: "Z") && $0 != UInt8(ascii: ".") }
        case .mixed: SecretValue.hasAllKinds(rest)
        case .web: parts(&reader, token).count >= 3
        }
    }

    private func parts(_ reader: inout TextReader, _ token: Range<Int>) -> [Int] {
        reader.step(token.count)
        return reader.bytes[token].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(\.count)
    }
}
