import Encodings
import Platform

/// A row of the section `patterns` of ``SecretTable``, which describes the language: the surroundings of a secret.
struct SecretPattern: Sendable {
    fileprivate enum Piece {
        case text(String)
        case not(String)
        /// A word that is one of these.
        case words(Set<String>)
        case skip(String, ClosedRange<Int>)
        case name(NameForm)
        case place(Place)
        case secretBegins
        case run(TextReader.Stop)
        /// A text that the newest run has.
        case holds(String)
        case form(Form)
        /// A text up to one of these or the end. It is found, so it is not searched again.
        case upTo([String])
    }

    fileprivate enum NameForm: String {
        case plain = "NAME"
        case quoted = "QNAME"
        /// Two words: `api key`.
        case phrase = "PHRASE"
        /// A name that implies nothing.
        case any = "name"
    }

    fileprivate enum Place: String {
        case lineBegins = "BOL"
        case wordBegins = "BOUND"
        case quote = "QUOTE"
        case digits = "DIGITS"
        /// The newest run has a letter, or is any.
        case letters = "LETTERS"
    }

    /// A value whose end no single byte tells.
    fileprivate enum Form: String {
        case quoted
        /// In quotes, or a word.
        case argument
        /// Up to the quote that stands before the name.
        case unquoted
        /// The rest of the line, but for a comment.
        case statement
        /// Up to the last `@` of a URL's authority.
        case credentials = "authority@"
        /// The same if the authority seems to end earlier, at an unescaped slash.
        case slashed = "url@"
    }

    private enum Test: String {
        case secret, header, cookie, valued, guessed, parameter, number
        case host, user, spaced, chosen, mixed, remarkable, literal, basic, dollar
        case lastChosen = "last-chosen"
        case tokenLike = "token-like"
        case pathToken = "path-token"

        var isOfName: Bool { [.secret, .header, .cookie, .valued, .guessed, .parameter, .number].contains(self) }
    }

    private struct Match {
        var place: Int
        var name = 0..<0
        var quote: UInt8?
        var start: Int?
        /// The newest run, which the tests judge.
        var value = 0..<0
    }

    /// Texts at the place from which the search begins.
    let marks: [String]
    private let before: [Piece]
    private let behind: [Piece]
    private let tests: [Test]
    private let shortest: Int

    static let all = SecretTable.lines("patterns").compactMap(Self.init)

    // MARK: - Searching

    func secret(_ reader: inout TextReader, _ start: Int, mark: String) -> Range<Int>? {
        var match = Match(place: start)
        for piece in before.reversed() where !Self.read(piece, &reader, backInto: &match) { return nil }
        if match.start != nil { match.start = start }
        match.place = start + mark.utf8.count
        for piece in behind where !Self.read(piece, &reader, into: &match) { return nil }
        guard match.value.count >= shortest else { return nil }
        for test in tests where !Self.isTrue(test, &reader, match) { return nil }
        if case .run(.value)? = behind.last { match.value = reader.value(upToNextPair: match.value) }
        return (match.start ?? match.value.lowerBound)..<match.value.upperBound
    }

    private static func read(_ piece: Piece, _ reader: inout TextReader, backInto match: inout Match) -> Bool {
        switch piece {
        case .text(let text):
            match.place -= text.utf8.count
            return reader.has(text, at: match.place)
        case .not(let text): return !reader.has(text, at: match.place - text.utf8.count)
        case .words(let words):
            let name = reader.name(before: match.place)
            match.place = name.lowerBound
            return words.contains(reader.text(name))
        case .skip(let skipped, let count):
            let end = match.place
            match.place = reader.skipBack(skipped, before: end, atMost: count.upperBound)
            return end - match.place >= count.lowerBound
        case .name(let form):
            match.name = form == .quoted ? reader.unquotedName(before: match.place) : reader.name(before: match.place)
            match.place = match.name.lowerBound
            if form == .phrase { match.name = phrase(&reader, match.name) }
            return !match.name.isEmpty
        case .place(.lineBegins): return reader.beginsLine(match.place)
        case .place(.wordBegins): return match.place == 0 || !TextReader.isInside(reader[match.place - 1] ?? 0)
        case .place(.quote):
            match.place -= 1
            match.quote = reader[match.place]
            return match.quote.map(TextReader.isQuote) ?? false
        case .place(.digits):
            let end = match.place
            match.place = reader.skipBack("0123456789", before: end, atMost: 13)
            return 6...12 ~= end - match.place
        case .secretBegins: match.start = match.place
        case .place(.letters), .run, .holds, .form, .upTo: return false
        }
        return true
    }

    private static func phrase(_ reader: inout TextReader, _ name: Range<Int>) -> Range<Int> {
        guard !name.isEmpty, !reader.verdict(name).isSecret, reader[name.lowerBound - 1] == 0x20 else { return name }
        let first = reader.name(before: name.lowerBound - 1)
        return first.isEmpty ? name : first.lowerBound..<name.upperBound
    }

    private static func read(_ piece: Piece, _ reader: inout TextReader, into match: inout Match) -> Bool {
        switch piece {
        case .text(let text):
            guard reader.has(text, at: match.place) else { return false }
            match.place += text.utf8.count
        case .not(let text): return !reader.has(text, at: match.place)
        case .words(let words):
            let word = match.place..<reader.end(.bare, from: match.place)
            match.place = word.upperBound
            return words.contains(reader.text(word).lowercased())
        case .skip(let skipped, let count):
            let start = match.place
            match.place = reader.skip(skipped, from: start, atMost: count.upperBound)
            return match.place - start >= count.lowerBound
        case .name(let form):
            let name = reader.name(from: match.place)
            match.place = name.upperBound
            if form != .any { match.name = name }
            return !name.isEmpty
        case .place(let place):
            return place == .letters
                && reader.text(match.value).utf8.contains { $0.isLetter || $0 == UInt8(ascii: "*") }
        case .secretBegins: match.start = match.place
        case .run(let stop):
            let end = reader.skipBack(stop.trimmed, before: reader.end(stop, from: match.place))
            match.value = match.place..<max(match.place, end)
            match.place = end
        case .holds(let text): return reader.text(match.value).contains(text)
        case .form(let form):
            guard let value = value(&reader, form, match) else { return false }
            (match.value, match.start, match.place) = (value, nil, value.upperBound)
        case .upTo(let texts):
            var end = match.place
            while end < reader.count, !texts.contains(where: { reader.has($0, at: end) }) { end += 1 }
            match.value = match.place..<max(match.place, reader.skipBack("\r\n", before: end))
        }
        return true
    }

    private static func value(_ reader: inout TextReader, _ form: Form, _ match: Match) -> Range<Int>? {
        let start = match.place
        switch form {
        case .quoted: return reader.quoted(at: start)
        case .argument: return reader.argument(at: start)
        case .unquoted:
            // `"name": "value"` is a member.
            guard let quote = match.quote, let first = reader[start], !TextReader.isQuote(first) else { return nil }
            return start..<min(reader.end(TextReader.Stop(quote: quote), from: start), reader.end(.line, from: start))
        case .statement:
            let line = start..<reader.end(.line, from: start)
            let last = line.prefix(TextReader.decisive).upperBound
            var end = start
            while end < last, reader[end] != 0x20 || ![" #", " ;", " //"].contains(where: { reader.has($0, at: end) }) {
                end += 1
            }
            if end == last { end = line.upperBound }
            return start..<max(start, reader.skipBack(" \t;,", before: end))
        case .credentials: return reader.lastAt(.authority, from: start).map { start..<$0 }
        case .slashed:
            // `host:port/` is not a name and a password.
            let port = start..<reader.end(.authority, from: start)
            guard reader[port.upperBound] == UInt8(ascii: "/"), !port.isEmpty,
                !reader.text(port).utf8.allSatisfy(\.isDigit)
            else { return nil }
            return reader.lastAt(.url, from: start).map { start..<$0 }
        }
    }

    private static func isTrue(_ test: Test, _ reader: inout TextReader, _ match: Match) -> Bool {
        if test.isOfName {
            let verdict = reader.verdict(match.name)
            guard verdict.mayBeParameter else { return false }
            return isTrue(test, verdict, reader.text(match.name), reader.text(match.value))
        }
        let (name, value) = (reader.text(match.name), reader.text(match.value))
        return switch test {
        case .host:
            name.split(separator: ".").count == 4 || name.utf8.contains { $0.lowercased > UInt8(ascii: "f") }
        case .user: !harmlessUsers.contains(name.lowercased()) && !name.utf8.allSatisfy(\.isDigit)
        // More than a `=` is between them.
        case .spaced: match.value.lowerBound > match.name.upperBound + 1
        case .chosen: SecretValue.looksChosen(value)
        case .lastChosen: SecretValue.looksChosen(value.split(separator: " ").last.map(String.init) ?? "")
        case .mixed: SecretValue.isMixed(value)
        case .remarkable: SecretValue.isRemarkable(value)
        case .literal: SecretValue.isLiteral(value)
        case .tokenLike: SecretValue.isTokenLike(value)
        case .basic: Base64.decodePrefix(of: value).contains(UInt8(ascii: ":"))
        case .dollar: value.utf8.contains(UInt8(ascii: "$"))
        case .pathToken:
            value.split(separator: "/").contains { $0.utf8.count >= 16 && SecretValue.isRemarkable(String($0)) }
        default: false
        }
    }

    private static let harmlessUsers = SecretTable.set("harmless users")

    /// - Parameter verdict: decides whether the value may be a secret.
    private static func isTrue(_ test: Test, _ verdict: NameVerdict, _ name: String, _ value: String) -> Bool {
        switch test {
        case .header: verdict.isSecret && SecretName.isHeader(name)
        case .cookie: SecretName.isHeader(name) && name.lowercased().hasSuffix("cookie")
        case .valued: verdict.name.isSecret(withValue: value)
        case .guessed: !verdict.isSecret && verdict.name.isSecret(withValue: value)
        case .number: verdict.name.isNumber(withValue: value)
        // A call or a list is no secret.
        case .parameter where verdict.isSecret: value.utf8.first != UInt8(ascii: "(")
        case .parameter: verdict.name.isSecretParameter(withValue: value)
        default: verdict.isSecret
        }
    }

    // MARK: - Reading the table

    init?(_ row: String) {
        let words = row.split(separator: " ").map(String.init)
        guard let mark = words.firstIndex(where: { $0.hasPrefix("^") }), let bar = words.firstIndex(of: "|"), mark < bar
        else { return nil }
        marks = Self.list(words[mark].dropFirst())
        before = words[..<mark].compactMap(Piece.init)
        behind = words[(mark + 1)..<bar].compactMap(Piece.init)
        let conditions = words[(bar + 1)...]
        tests = conditions.compactMap(Test.init)
        let lengths = conditions.filter { $0.hasSuffix("+") }.compactMap { Int($0.dropLast()) }
        shortest = lengths.first ?? 1
        guard before.count + behind.count == bar - 1, tests.count + lengths.count == conditions.count else {
            return nil
        }
    }

    /// One text, or several in braces.
    fileprivate static func list(_ text: Substring) -> [String] {
        guard text.hasPrefix("{") else { return [SecretTable.unescaped(String(text))] }
        return text.dropFirst().dropLast().split(separator: ",").map { SecretTable.unescaped(String($0)) }
    }
}

extension SecretPattern.Piece {
    fileprivate init?(_ word: String) {
        let rest = word.dropFirst()
        let lengths = word.split(separator: "]").last?.split(separator: "-").compactMap { Int($0) } ?? []
        let most = Int(rest) ?? lengths.last ?? TextReader.longestName
        switch word.first {
        case "«": self = .secretBegins
        case "_": self = .skip(" ", 0...most)
        case "+": self = .skip(" ", 1...most)
        case "[":
            let least = lengths.count > 1 ? lengths[0] : 0
            self = .skip(SecretTable.unescaped(String(rest.prefix { $0 != "]" })), least...max(least, most))
        case "'": self = .text(SecretTable.unescaped(String(rest.dropLast())))
        case "!": self = .not(String(rest))
        case "~": self = .holds(SecretTable.unescaped(String(rest)))
        case "{": self = .words(Set(SecretPattern.list(word[...])))
        case _ where word.hasPrefix("to:"): self = .upTo(SecretPattern.list(word.dropFirst(3)))
        default:
            let piece =
                SecretPattern.NameForm(rawValue: word).map(Self.name)
                ?? SecretPattern.Place(rawValue: word).map(Self.place)
                ?? SecretPattern.Form(rawValue: word).map(Self.form)
                ?? TextReader.Stop.allCases.first { "\($0)" == word }.map(Self.run)
            guard let piece else { return nil }
            self = piece
        }
    }
}
