/// One way to open a URL: a program and its arguments, never a shell line.
package struct BrowserCommand: Equatable, Sendable {
    private let words: [String]

    /// - Parameter text: a program and its arguments, separated by blanks. `%s` in an argument stands for the URL, `%%`
    ///   for a percent sign; without a `%s` the URL becomes the last argument.
    package init?(_ text: Substring) {
        words = text.split(separator: " ").map(String.init)
        if words.isEmpty { return nil }
    }

    /// The value of `$BROWSER`: alternatives separated by colons, the best one first.
    package static func alternatives(in variable: String) -> [BrowserCommand] {
        variable.split(separator: ":").compactMap { BrowserCommand($0) }
    }

    /// Opens URLs where `$BROWSER` is not set.
    package static var standard: BrowserCommand? {
        BrowserCommand("xdg-open")
    }

    package var program: String { words[0] }

    /// The argument vector, the program first. A `WebURL` begins with its scheme, so it is never taken for an option.
    package func arguments(for url: WebURL) -> [String] {
        let filled = words.dropFirst().map { Self.fill($0, with: url) }
        let namesURL = filled.contains(where: \.hasURL)
        return [program] + filled.map(\.text) + (namesURL ? [] : [url.text])
    }

    private static func fill(_ word: String, with url: WebURL) -> (text: String, hasURL: Bool) {
        var filled = (text: "", hasURL: false)
        var rest = Substring(word)
        while let next = rest.popFirst() {
            switch (next, rest.first) {
            case ("%", "s"):
                filled.text += url.text
                filled.hasURL = true
                rest.removeFirst()
            case ("%", "%"):
                filled.text += "%"
                rest.removeFirst()
            default:
                filled.text.append(next)
            }
        }
        return filled
    }
}
