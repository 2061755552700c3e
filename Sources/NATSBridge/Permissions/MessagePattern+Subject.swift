package import Wire

extension MessagePattern {
    /// The words that its types begin with, empty for all types; nil if they cannot appear in a list of subjects.
    package var subjectWords: String? {
        guard description != "*" else { return "" }
        let words = description.hasSuffix(".*") ? String(description.dropLast(2)) : description
        return words.utf8.count <= SessionSubjects.longestType && SessionSubjects.isName(words) ? words : nil
    }
}
