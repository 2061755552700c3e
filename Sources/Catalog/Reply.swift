/// An answer, and the texts by which a fault may have been ordered for it.
struct Reply {
    var answer: Answer
    /// The term that was searched, or the names of what was looked up.
    var subjects: [String]

    init(_ answer: Answer, subjects: [String] = []) {
        self.answer = answer
        self.subjects = subjects
    }
}
