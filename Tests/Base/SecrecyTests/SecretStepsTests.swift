@testable import Secrecy
import TestSupport
import Testing

/// How many bytes are visited, counted and not timed: it grows with the text, whatever repeats.
@Suite struct SecretStepsTests {
    /// What each form begins with, up to its secret, and each example with a secret of one letter.
    static let pieces: [String] = {
        var pieces: [String] = []
        for form in SecretForm.all {
            for example in form.found {
                let marked = example.replacing("§", with: "«»")
                guard let start = marked.firstIndex(of: "«"), let end = marked.lastIndex(of: "»") else { continue }
                pieces.append(String(marked[..<start]))
                pieces.append(marked[..<start] + "a" + marked[marked.index(after: end)...])
            }
            pieces += form.left
        }
        pieces += KnownToken.all.flatMap {
            ["\($0.beginning)", " \($0.beginning)", "-\($0.beginning).", "/\($0.beginning)"]
        }
        pieces += [
            "code=", "x-key=", "token:", " token:", "=", ":", "://", "://a:", "- ", "-", "'", "\"", "`", "\\", "\\\"",
            "%", "%3D", "%253D", "&", "&amp;",
            "<", "<a", "<a b=\"", "<td>token</td>", "|", "token|", ",", "\"token\",", "@", "a:b@", "/", "/hooks/", "$",
            "$6$", "bearer ", "basic ",
            "a=", "eyJ.", "-----BEGIN PRIVATE KEY-----", "\n", "token\n", "token =", "token = ", "name: token\n", "-u",
            " -u", " -p ", "mysql ", "mysql -p",
            "machine ", "login password ", "a:100:b:c:", "+", "%2B", "QUJD", "QUJD/", "private-lines:", "a", " ", "é",
        ]
        return Array(Set(pieces.filter { !$0.isEmpty })).sorted()
    }()

    /// Every piece with some others.
    static let combinations: [String] = pieces.indices.map { index in
        pieces[index] + pieces[(index * 7 + 3) % pieces.count] + pieces[(index * 31 + 11) % pieces.count]
    }

    /// Visits of one byte by all rules together. Most texts have one or two.
    private static let most = 160

    private static func steps(_ piece: String, _ length: Int) -> Int {
        SecretText.search(text(piece, length)).steps
    }

    private static func text(_ piece: String, _ length: Int) -> [UInt8] {
        let bytes = Array(piece.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(length + bytes.count)
        while text.count < length { text += bytes }
        return text
    }

    /// Each beginning repeated: twice the text takes twice the steps.
    @Test(arguments: Array(stride(from: 0, to: pieces.count + combinations.count, by: 40)))
    func redactTookTheSquareOfATextsLength(first: Int) {
        let all = Self.pieces + Self.combinations
        for piece in all[first..<min(all.count, first + 40)] {
            let small = Self.steps(piece, 1 << 10), large = Self.steps(piece, 2 << 10)
            #expect(large <= small * 2 + small / 8 + 1024, "\(piece.prefix(80)): \(small), \(large)")
            #expect(large <= Self.most * (2 << 10), "\(piece.prefix(80)): \(large / (2 << 10)) a byte")
        }
    }

    /// Regression: bytes that are no UTF-8 were counted as the characters that stand for them.
    @Test func whatIsNoUTF8HasItsOwnPlaces() {
        let broken = [UInt8](repeating: 0xFF, count: 20)
        for piece in Self.pieces {
            for end in [":a", " # a", "\" ; a", "@b/", "=c&d=e", "</td>"] {
                let text = Array(piece.utf8) + broken + Array(end.utf8)
                let ranges = SecretText.search(text).ranges
                expect(ranges.allSatisfy { $0.upperBound <= text.count }, "\(piece) \(end): \(ranges)")
            }
        }
    }

    /// The texts that the finding names, and others with costly rules.
    @Test(arguments: ["code=", "x-key=", "a token:", "://a:", "<td>token</td>", "bearer "])
    func aLongTextTakesAsManyStepsAByte(piece: String) {
        let small = Self.steps(piece, 16 << 10), large = Self.steps(piece, 32 << 10)
        expect(large <= small * 2 + 4096 && large <= Self.most * (32 << 10), "\(large / (32 << 10)) a byte")
    }

    /// A line of 1 MiB.
    @Test func aPictureTakesAsManyStepsAByte() {
        let length = 1 << 20
        #expect(Self.steps("QUJD/Zm9v+", length) <= 4 * length)
    }

    /// Spellings, Base64 and known secrets, with the whole of the redactor.
    @Test(arguments: ["code=", "%3D", "\\\"", "&amp;", "%253D", "QUJDREVG", "aaaa", "=\\%&amp;", "+", "\\u0041"])
    func aTextIsLookedThroughABoundedNumberOfTimes(piece: String) {
        var redactor = Redactor()
        // Secrets that begin alike, each longer than the one before.
        for length in 8..<160 {
            let secret = String(repeating: "a", count: length) + "b"
            _ = redactor.redact(Array(#"{"token":"\#(secret)"}"#.utf8))
        }
        let length = 8 << 10
        let before = redactor.steps
        let text = String(decoding: Self.text(piece, length), as: UTF8.self).replacing("\\", with: "\\\\").replacing(
            "\"", with: "\\\"")
        _ = redactor.redact(Array(#"{"text":"\#(text)"}"#.utf8))
        #expect(redactor.steps - before <= 1000 * length, "\((redactor.steps - before) / length) a byte")
    }

    /// Regression: each of many short texts made room for the hashes of the longest known secret.
    @Test func aShortTextCostsNoMoreThanItsLength() {
        var redactor = Redactor()
        _ = redactor.redact(Array(#"{"token":"\#(String(repeating: "a", count: 4000))"}"#.utf8))
        let before = redactor.steps
        _ = redactor.redact(Array("[\(Array(repeating: #""aaaa""#, count: 1000).joined(separator: ","))]".utf8))
        #expect(redactor.steps - before <= 200 * 4000, "\(redactor.steps - before)")
    }

    /// A known secret of every length, all with the same first bytes: what is looked for remains bounded, and all are found.
    @Test func secretsThatBeginAlikeAreFoundWhateverTheirNumber() {
        var index = SecretIndex()
        let secrets = (8..<300).map { Array(String(repeating: "a", count: $0).utf8) + Array("b\($0)".utf8) }
        for secret in secrets { index.insert(secret) }
        for secret in secrets {
            let found = index.ranges(in: Array("x ".utf8) + secret + Array(" y".utf8))
            expect(
                found.first?.lowerBound == 2 && found.last.map { $0.upperBound >= 2 + secret.count } == true,
                "\(secret.count)")
        }
        #expect(index.ranges(in: Array("aaaa b aaaab8".utf8)).isEmpty)
    }
}
