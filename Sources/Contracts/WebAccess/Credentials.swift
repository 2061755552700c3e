package import JSON
import Platform
import Processes

/// The secrets that open a page. A file of the session's folder keeps them for a view that replaces this one; no event contains them, so no
/// recording has them.
package struct Credentials: JSONCodable, Sendable {
    /// A token in the address that the user opens. It is valid for one exchange.
    package internal(set) var token: Secret
    /// The value of the cookie, for which the token is exchanged.
    package let cookie: Secret
    /// A secret in every form of a page. It shows that a form without a script is one of the view's own.
    package let form: Secret
    /// The name below `.localhost`, so that a browser gives the cookie to no other server of this machine.
    package var name: String
    /// The port on which the view listens; 0 until it does.
    package var port: Int

    /// - Returns: nil where the system has no random numbers.
    package static func random() -> Credentials? {
        guard let token = Secret.random(), let cookie = Secret.random(), let form = Secret.random(),
            let name = Secret.random()
        else { return nil }
        return Credentials(
            token: token, cookie: cookie, form: form, name: "v" + name.text.prefix(8), port: 0)
    }

    /// Spends the token, if it is the one.
    package mutating func exchange(_ text: String) -> Bool {
        guard token.matches(text), let next = Secret.random() else { return false }
        token = next
        return true
    }
}

/// Keeps the credentials for a view that takes this one's place. Only the owner can read it.
package struct CredentialsFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Bytes of the file.
    private static let longest = 4096

    /// - Returns: nil where there is none, or it is not the owner's alone.
    package func read() -> Credentials? {
        guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = FileStatus(of: file.number), status.isRegular, status.isOwn, status.isPrivate,
            let bytes = readAll(file.number, most: Self.longest)
        else { return nil }
        return try? Credentials(json: bytes)
    }

    /// - Parameter entry: a page that leads to the view's.
    /// - Returns: the path; nil where it cannot be written.
    package func write(entry: [UInt8]) -> String? { write(entry, to: path + ".html") ? path + ".html" : nil }

    /// - Returns: whether it is kept.
    package func write(_ credentials: Credentials) -> Bool { write(credentials.json, to: path) }

    /// Whole, or not at all.
    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        let draft = path + ".new"
        unlink(draft)
        return (try? WholeFile.put(path, bytes, mode: 0o600, by: draft)) != nil
    }
}

/// 128 random bits, as 32 hexadecimal digits.
package struct Secret: JSONCodable, Sendable {
    private let digits: [UInt8]

    private static let bytes = 16

    /// - Returns: nil where the system has no random numbers.
    package static func random() -> Secret? {
        var bytes = [UInt8](repeating: 0, count: bytes)
        guard getrandom(&bytes, bytes.count, 0) == bytes.count else { return nil }
        let signs = Array("0123456789abcdef".utf8)
        return Secret(digits: bytes.flatMap { [signs[Int($0 >> 4)], signs[Int($0 & 15)]] })
    }

    private init(digits: [UInt8]) { self.digits = digits }

    /// - Returns: nil for a text that is no such secret.
    package init?(_ text: String) {
        guard text.utf8.count == 2 * Self.bytes,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        digits = Array(text.utf8)
    }

    package var text: String { String(decoding: digits, as: UTF8.self) }

    /// Takes the same time for any difference.
    package func matches(_ text: String?) -> Bool {
        guard let text, text.utf8.count == digits.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(digits, text.utf8) { difference |= one ^ other }
        return difference == 0
    }

    package init(from reader: inout JSONReader) throws(JSONError) {
        let text = try reader.read(String.self)
        guard let secret = Secret(text) else { throw reader.mismatch("a secret of 32 hexadecimal digits") }
        self = secret
    }

    package func write(to writer: inout JSONWriter) { writer.write(text) }
}

extension Secret: CustomStringConvertible {
    /// Never in a log by accident.
    package var description: String { "(secret)" }
}
