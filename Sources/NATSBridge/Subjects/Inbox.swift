/// Where the server's answers go: subjects below a prefix that no other process has.
package struct Inbox: Equatable, Sendable {
    package let prefix: String

    package init(prefix: String) {
        self.prefix = prefix
    }

    /// The subject to subscribe to.
    package var all: String { "\(prefix).*.*" }

    /// - Parameters:
    ///   - purpose: one token.
    ///   - number: identifies the request.
    package func subject(_ purpose: String, _ number: Int) -> String { "\(prefix).\(purpose).\(number)" }

    /// The purpose and the number in a subject of this inbox.
    package func read(_ subject: String) -> (purpose: Substring, number: Int)? {
        guard subject.hasPrefix(prefix), subject.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: ".") else {
            return nil
        }
        let tokens = subject.dropFirst(prefix.count + 1).split(separator: ".", omittingEmptySubsequences: false)
        guard tokens.count == 2, let number = Int(tokens[1]) else { return nil }
        return (tokens[0], number)
    }
}
