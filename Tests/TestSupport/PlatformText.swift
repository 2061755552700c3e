import Platform

/// Platform's search of texts. In a test itself, the functions of Foundation or of the standard library would be called.
package enum PlatformText {
    package static func range(of wanted: String, in text: String) -> Range<String.Index>? {
        text.firstRange(of: wanted)
    }

    package static func isPart(_ wanted: String, of text: Substring) -> Bool { text.contains(wanted) }

    package static func split(_ text: String, at separator: String) -> [String] {
        text.split(separator: separator).map { String($0) }
    }

    package static func split(_ text: String, at separator: String, atMost most: Int) -> [String] {
        text.split(separator: separator, maxSplits: most, omittingEmptySubsequences: false).map { String($0) }
    }

    package static func replacing(_ old: String, with new: String, in text: String) -> String {
        text.replacing(old, with: new)
    }
}
