/// Subjects that end with the type of an event.
package enum EventSubject {
    /// What all subjects of ours begin with; more words follow behind a dash.
    package static let root = "vl"
    private static let longestType = 256

    /// - Returns: nil if the type cannot stand in a subject.
    package static func make(_ prefix: String, type: String) -> String? {
        isType(type) ? "\(prefix).\(type)" : nil
    }

    /// Whether a type is made of tokens of a subject: none empty, without blanks, control characters and wildcards.
    package static func isType(_ type: String) -> Bool {
        (1...longestType).contains(type.utf8.count)
            && type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty
                    && word.unicodeScalars.allSatisfy {
                        $0 != "*" && $0 != ">" && !$0.properties.isWhitespace
                            && $0.properties.generalCategory != .control
                    }
            }
    }
}
