import Spelling

/// A member or a word that a reader passes over: an author's mistake, or a newer peer's.
public struct JSONStranger: Equatable, Sendable {
    /// `rest`: all strangers beyond a limit.
    enum Kind { case member, word, rest }

    /// The member's name, or the word.
    public let name: String
    /// The names or the words that are known in its place.
    public let known: [String]
    /// The place of the value, such as `parts[0].tabel`.
    public private(set) var path = ""
    let kind: Kind
    private let offset: Int
    /// Tells the lists of known names apart without reading them; 0 for none.
    fileprivate var list = 0

    /// All strangers beyond a limit.
    public static let rest = JSONStranger("", known: [], .rest, at: 0)
    /// The most that a reader notes; ``rest`` follows if there are more.
    static let mostStrangers = 20
    /// The longest name that is repeated to the author, in bytes.
    private static let longestName = 100

    init(_ name: String, known: StaticString, at offset: Int) {
        self.init(name, known: Self.names(known), .member, at: offset)
        list = Int(bitPattern: known.utf8Start)
    }

    init(_ name: String, known: [String], _ kind: Kind, at offset: Int) {
        self.name = String(name.prefix(Self.longestName))
        self.known = known
        self.kind = kind
        self.offset = offset
    }

    /// - Parameter text: names, separated by blanks.
    static func names(_ text: StaticString) -> [String] { text.description.split(separator: " ").map(String.init) }

    /// The known name that was probably meant.
    public var suggestion: String? { Suggestion.nearest(to: name, among: known) }

    func isNear(to key: String) -> Bool { Suggestion.nearest(to: name, among: [key]) != nil }

    /// The path of the object that has the member.
    var parent: String { path == name ? "" : String(path.dropLast(name.count + 1)) }

    func located(in scanner: JSONScanner, root: String) -> JSONStranger {
        var stranger = self
        stranger.path = JSONPath.text(of: offset, in: scanner, root: root)
        return stranger
    }
}

extension JSONStranger: CustomStringConvertible {
    public var description: String {
        if kind == .rest { return "more unknown members are not named" }
        let hint = suggestion.map { "did you mean \"\($0)\"?" } ?? "known: \(known.joined(separator: ", "))"
        return kind == .word
            ? "\(path) is \"\(name)\", which is not known (\(hint))" : "\(path) is not known (\(hint))"
    }
}

extension JSONReader {
    /// Passes over a member that has no meaning here.
    /// - Parameter known: the members that have one, separated by blanks.
    public mutating func skip(_ key: JSONKey, known: StaticString) throws(JSONError) {
        // In each of many rows, a member is noted once and costs little then.
        if let noted = strangers, noted.count <= JSONStranger.mostStrangers, let name = key.text,
            !noted.contains(where: { $0.name == name && $0.list == Int(bitPattern: known.utf8Start) })
        {
            note(JSONStranger(name, known: known, at: at))
        }
        try skipValue()
    }

    /// Passes over the value of an unknown key, where the known names are those of a file.
    public mutating func skip(_ key: JSONKey, among known: [String]) throws(JSONError) {
        if strangers != nil, let name = key.text { note(JSONStranger(name, known: known, .member, at: at)) }
        try skipValue()
    }

    /// A word of a set that may grow; nil for one that is not among these.
    public mutating func word<Word: RawRepresentable>(
        among words: [Word]
    ) throws(JSONError) -> Word? where Word.RawValue == String {
        let (start, text) = try (at, string())
        if let word = words.first(where: { $0.rawValue == text }) { return word }
        if strangers != nil { note(JSONStranger(text, known: words.map(\.rawValue), .word, at: start)) }
        return nil
    }

    /// Notes each stranger once; a member that occurs twice is known.
    private mutating func note(_ stranger: JSONStranger) {
        guard let noted = strangers, noted.count <= JSONStranger.mostStrangers else { return }
        guard stranger.kind == .word || !stranger.known.contains(stranger.name) else { return }
        guard !noted.contains(where: { $0.name == stranger.name && $0.known == stranger.known }) else { return }
        strangers?.append(noted.count < JSONStranger.mostStrangers ? stranger : .rest)
    }
}
