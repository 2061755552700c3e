/// An answer, and the texts that a fault's term is matched against.
struct Reply {
    var answer: Answer
    /// The search term, or the names of the items looked up.
    var subjects: [String]

    init(_ answer: Answer, subjects: [String] = []) {
        self.answer = answer
        self.subjects = subjects
    }
}
