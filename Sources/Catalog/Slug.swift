/// The readable part of a page's address.
enum Slug {
    /// Lower-case ASCII letters and digits with single hyphens between; `app` for a name that has none of them.
    static func make(_ text: String) -> String {
        let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "app" : words.joined(separator: "-")
    }
}
