/// The hand-written texts in the files beside this one. They are string literals, because array literals compile
/// slowly.
enum SampleText {
    /// The columns of a line, `one | two`, without the blanks around them.
    static func columns(_ line: Substring) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).map { String($0.trimming(" ")) }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        let start = drop { $0 == character }
        return start.prefix(
            upTo: start.lastIndex { $0 != character }.map { start.index(after: $0) } ?? start.startIndex)
    }
}
