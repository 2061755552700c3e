/// The name of something new: of its folder, and of its types in code.
package struct NewName: Equatable, Sendable {
    /// The text is not a valid name.
    package struct Refused: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private static let longest = 64

    package let text: String

    package init(_ text: String) throws(Refused) {
        guard let first = text.unicodeScalars.first else { throw Refused(description: "the name is empty") }
        guard text.unicodeScalars.allSatisfy(Self.isAllowed) else {
            throw Refused(
                description: "\"\(text)\" is not a valid name: names consist of letters a to z, digits, - and _")
        }
        guard first.properties.isAlphabetic else {
            throw Refused(description: "\"\(text)\" is not a valid name: names must begin with a letter")
        }
        guard text.utf8.count <= Self.longest else {
            throw Refused(description: "the name has more than \(Self.longest) characters")
        }
        self.text = text
    }

    private static func isAllowed(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    /// `TeaShop` of `tea-shop`.
    package var typeName: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
    /// `teaShop` of `tea-shop`.
    package var memberName: String {
        let name = typeName
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    private var words: [Substring] { text.split { $0 == "-" || $0 == "_" } }
}
