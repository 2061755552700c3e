import Processes

/// A file with a seed (`SU…`) and its public key (`U…`), one per line, as `nk -gen user -pubout` prints them.
enum NKeyFile {
    /// The length of a user's public key.
    private static let length = 56
    private static let mostBytes = 1 << 16

    static func publicKey(in path: String) throws(LinkError) -> String {
        let text = String(decoding: WholeFile.beginning(of: path, count: mostBytes), as: UTF8.self)
        let words = text.split { $0.isWhitespace }
        guard let key = words.first(where: { $0.utf8.count == length && $0.hasPrefix("U") }) else {
            throw LinkError("\(path) has no public key (U…); write it into a line of its own, below the seed")
        }
        return String(key)
    }
}
