/// The part of the catalog that stands for one vendor.
protocol Endpoints: Sendable {
    /// - Returns: nil for a path that is none of the vendor's.
    func reply(to request: CatalogRequest) -> Reply?
}

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

/// By the folder that the vendor's paths begin with.
package enum Vendor: String, Sendable {
    case itunes, github, youtube, pictures
}
