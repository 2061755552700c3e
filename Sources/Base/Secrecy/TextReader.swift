import Platform

/// Reads a text for the rules of ``SecretForm``, and counts the bytes that it visits.
///
/// Many rules look for the end of the run around their place. The newest run of each kind is remembered, so the same bytes
/// are not visited again for every `=` of a word; all else that is read has a small bound. So the steps grow with the text.
struct TextReader {
    /// The kinds of runs, by the bytes that end them.
    enum Stop: Int, CaseIterable {
        case value, word, bare, line, token, credentials, hash, authority, url, tag, element, double, single, tick,
            bracket, cell, login, userinfo, field, label

        init(quote: UInt8) {
            self = quote == UInt8(ascii: "\"") ? .double : quote == UInt8(ascii: "'") ? .single : .tick
        }

        /// Bytes that are left out at the end of a run.
        var trimmed: String {
            switch self {
            case .cell: " "
            case .value, .word, .hash: ","
            default: ""
            }
        }

        fileprivate func isStop(_ byte: UInt8) -> Bool {
            switch self {
            case .value: byte <= 0x20 || #"&#;"'\<>`)"#.utf8.contains(byte)
            case .word: byte <= 0x20 || #""'`"#.utf8.contains(byte)
            case .bare: byte <= 0x20 || #"",;'`"#.utf8.contains(byte)
            case .line: byte == 0x0A || byte == 0x0D
            case .token: !TextReader.isInside(byte)
            // Base64, and what RFC 6750 allows.
            case .credentials: !TextReader.isInside(byte) && !"~+/=".utf8.contains(byte)
            case .hash: !TextReader.isInside(byte) && !"$/=,+".utf8.contains(byte)
            case .authority: byte <= 0x20 || #"/?#"<>\"#.utf8.contains(byte)
            case .url: byte <= 0x20 || #""'<>\`,"#.utf8.contains(byte)
            case .tag: byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            case .element: byte == UInt8(ascii: "<")
            case .double: byte == UInt8(ascii: "\"") || byte == 0x0A
            case .single: byte == UInt8(ascii: "'") || byte == 0x0A
            case .tick: byte == UInt8(ascii: "`") || byte == 0x0A
            case .bracket: byte == UInt8(ascii: "]")
            case .cell: byte < 0x20 || byte == UInt8(ascii: "|")
            case .login: byte == UInt8(ascii: ":") || Self.authority.isStop(byte)
            case .userinfo: byte <= 0x20 || #""'`/@<>,;=()[]{}?&"#.utf8.contains(byte)
            case .field: byte <= 0x20 || ":/".utf8.contains(byte)
            case .label: byte < 0x20 || byte == UInt8(ascii: "-")
            }
        }
    }

    private struct Run {
        var start = 1
        var end = 0
        /// Place of the last `@`; -1 without.
        var lastAt = -1
    }

    private static let stops: [[Bool]] = Stop.allCases.map { stop in (0...255).map { stop.isStop(UInt8($0)) } }

    let bytes: [UInt8]
    /// Bytes visited so far.
    private(set) var steps = 0
    /// The program whose options follow on this line.
    var program: CommandProgram?
    /// The end of that program's options.
    var programEnd = 0
    /// Secrets further on, known from the text before them; the nearest last.
    private var ahead: [Range<Int>] = []
    private var runs = Stop.allCases.map { _ in Run() }
    private var newestName = 0..<0
    private var verdicts: [String: NameVerdict] = [:]

    /// Names whose verdicts are remembered.
    private static let mostVerdicts = 1024
    /// The longest name, in bytes.
    static let longestName = 64
    /// The bytes of a value that decide whether it is a secret.
    static let decisive = 64

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    mutating func step(_ count: Int = 1) { steps &+= count }

    /// Nil outside of the text.
    subscript(place: Int) -> UInt8? {
        mutating get {
            steps &+= 1
            return place >= 0 && place < bytes.count ? bytes[place] : nil
        }
    }

    mutating func expect(_ secret: Range<Int>) {
        guard !secret.isEmpty else { return }
        let place = ahead.lastIndex { $0.lowerBound > secret.lowerBound }.map { $0 + 1 } ?? 0
        ahead.insert(secret, at: place)
    }

    /// - Returns: the expected secret that begins here.
    mutating func arrived(at place: Int) -> Range<Int>? {
        while let next = ahead.last, next.lowerBound <= place {
            ahead.removeLast()
            if next.lowerBound == place { return next }
        }
        return nil
    }

    /// The end of the run that `start` is in.
    mutating func end(_ stop: Stop, from start: Int) -> Int { run(stop, from: start).end }

    /// The last `@` of the run that `start` is in, from there on.
    mutating func lastAt(_ stop: Stop, from start: Int) -> Int? {
        let at = run(stop, from: start).lastAt
        return at >= start ? at : nil
    }

    private mutating func run(_ stop: Stop, from start: Int) -> Run {
        steps &+= 1
        let known = runs[stop.rawValue]
        if known.start <= start, start <= known.end { return known }
        var run = Run(start: start, end: start)
        let stops = Self.stops[stop.rawValue]
        while run.end < bytes.count, !stops[Int(bytes[run.end])] {
            if run.end == known.start, known.end > known.start {
                run.end = known.end
                run.lastAt = max(run.lastAt, known.lastAt)
                break
            }
            if bytes[run.end] == UInt8(ascii: "@") { run.lastAt = run.end }
            run.end += 1
            steps &+= 1
        }
        runs[stop.rawValue] = run
        return run
    }

    /// The first place from `start` on with a byte that is not one of these.
    mutating func skip(_ skipped: String, from start: Int, atMost limit: Int = longestName) -> Int {
        var at = start
        while at < bytes.count, at < start + limit, skipped.utf8.contains(bytes[at]) { at += 1 }
        steps &+= at - start + 1
        return at
    }

    /// The place after the last byte before `end` that is not one of these.
    mutating func skipBack(_ skipped: String, before end: Int, atMost limit: Int = longestName) -> Int {
        var at = end
        while at > 0, at > end - limit, skipped.utf8.contains(bytes[at - 1]) { at -= 1 }
        steps &+= end - at + 1
        return at
    }

    /// True if these bytes are here; ASCII letters of the text may have either case.
    mutating func has(_ text: String, at start: Int) -> Bool {
        guard start >= 0, start + text.utf8.count <= bytes.count else { return false }
        var at = start
        for byte in text.utf8 {
            steps &+= 1
            if bytes[at].lowercased != byte { return false }
            at += 1
        }
        return true
    }

    /// The name that ends here, empty without one.
    mutating func name(before end: Int) -> Range<Int> {
        steps &+= 1
        if newestName.upperBound == end, !newestName.isEmpty { return newestName }
        var start = end
        while start > 0, end - start < Self.longestName, Self.isInside(bytes[start - 1]) { start -= 1 }
        steps &+= end - start
        newestName = start..<end
        return newestName
    }

    /// The name that ends here, perhaps in quotes, also escaped ones, and in brackets.
    mutating func unquotedName(before end: Int) -> Range<Int> {
        var end = end
        if end > 0, bytes[end - 1] == UInt8(ascii: "]") { end -= 1 }
        if end > 0, Self.isQuote(bytes[end - 1]) { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        return name(before: end)
    }

    /// The name that begins here.
    mutating func name(from start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, end - start < Self.longestName, Self.isInside(bytes[end]) { end += 1 }
        steps &+= end - start + 1
        return start..<max(start, end)
    }

    mutating func verdict(_ name: Range<Int>) -> NameVerdict {
        guard !name.isEmpty else { return NameVerdict() }
        let text = text(name)
        if let known = verdicts[text] { return known }
        if verdicts.count >= Self.mostVerdicts { verdicts = [:] }
        let verdict = NameVerdict(text)
        verdicts[text] = verdict
        return verdict
    }

    /// The beginning of a piece, which decides. Its length is not that of the bytes where they are no UTF-8.
    mutating func text(_ range: Range<Int>) -> String {
        let range = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.decisive)
        steps &+= range.count
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// The text in the quotes that begin here, or up to the line's end without a closing one.
    mutating func quoted(at start: Int) -> Range<Int>? {
        guard let quote = self[start], Self.isQuote(quote) else { return nil }
        var end = end(Stop(quote: quote), from: start + 1)
        if end > start + 1, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        return start + 1..<end
    }

    /// A quoted text or a word.
    mutating func argument(at start: Int) -> Range<Int> {
        if let quoted = quoted(at: start) { return quoted }
        return start..<max(start, skipBack(",", before: end(.word, from: start)))
    }

    /// The beginning of a value without the pair that follows it: `a` of `a,user=b`.
    mutating func value(upToNextPair value: Range<Int>) -> Range<Int> {
        guard let comma = place(of: UInt8(ascii: ","), in: value), comma > value.lowerBound,
            self[name(from: comma + 1).upperBound] == UInt8(ascii: "=")
        else { return value }
        return value.lowerBound..<comma
    }

    /// The first such byte of a range, among its first 256.
    mutating func place(of byte: UInt8, in range: Range<Int>) -> Int? {
        let range = range.lowerBound..<min(range.upperBound, range.lowerBound + 256)
        let place = bytes[range].firstIndex(of: byte)
        steps &+= (place ?? range.upperBound) - range.lowerBound
        return place
    }

    /// At the beginning of a line, or after the mark of a log, a list or `curl -v`.
    mutating func beginsLine(_ start: Int) -> Bool {
        let before = skipBack(" \t-><*", before: start, atMost: 12)
        return before == 0 || bytes[before - 1] == 0x0A
    }

    static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }

    /// True if a name or a token may contain this byte. A byte before a token may not, so each word is examined once.
    static func isInside(_ byte: UInt8) -> Bool { byte.isAlphanumeric || "-_.".utf8.contains(byte) }
}

/// Consequences of a name for its value.
struct NameVerdict {
    private(set) var name = SecretName("")
    var isSecret = false
    /// The value is a secret as a parameter, or if it looks like one.
    var mayBeParameter = false

    init() {}

    init(_ name: String) {
        self.name = SecretName(name)
        isSecret = self.name.isSecret
        mayBeParameter = isSecret || self.name.mayBeParameter
    }
}
