import Declarations
import HTTPTransfer

/// Which page of a declared source is asked for, and which one comes after it.
struct DeclaredPage: Equatable, Sendable {
    let paging: SourceDeclaration.Paging?
    /// That of the request; nil for the first page.
    let cursor: String?

    /// A page beyond is refused.
    private static let highest = 1_000_000_000

    init(_ paging: SourceDeclaration.Paging?, cursor: String?) throws(FetchError) {
        self.paging = paging
        self.cursor = cursor
        guard let cursor else { return }
        switch paging {
        case nil: throw .invalidRequest("this source has no further pages")
        case .page, .offset:
            guard let number = Int(cursor), 0...Self.highest ~= number else {
                throw .invalidRequest("\"\(cursor.quotable)\" is no cursor of this source")
            }
        case .cursor, .link: break
        }
    }

    /// The number of the page, or of its first item.
    private var number: Int? {
        switch paging {
        case .page(let first), .offset(let first): cursor.flatMap { Int($0) } ?? first
        case .cursor, .link, nil: nil
        }
    }

    /// What it says in a request.
    var variables: [String: String] {
        switch paging {
        case .page: number.map { ["page": "\($0)"] } ?? [:]
        case .offset: number.map { ["offset": "\($0)"] } ?? [:]
        case .cursor: cursor.map { ["cursor": $0] } ?? [:]
        case .link, nil: [:]
        }
    }

    /// The cursor of the next page; nil on the last one.
    /// - Parameters:
    ///   - count: the items of this page, those that could not be read included.
    ///   - limit: the items of a full page, if that is known.
    func next(_ answer: DeclaredAnswer, count: Int, limit: Int?, _ response: HTTPResponse) -> String? {
        guard !answer.saysCursor || answer.cursor != nil else { return nil }
        switch paging {
        case .page(let first):
            let seen = limit.map {
                (number ?? first) - first + 1 < Self.highest / $0 ? ((number ?? first) - first + 1) * $0 : nil
            }
            return isLast(answer, count: count, seen: seen ?? nil) ? nil : number.map { "\($0 + 1)" }
        case .offset(let first):
            guard let number else { return nil }
            return isLast(answer, count: count, seen: number - first + count) ? nil : "\(number + count)"
        case .cursor: return answer.cursor
        case .link: return LinkHeader(response.values(of: "Link")).target(of: "next")
        case nil: return nil
        }
    }

    /// A page without items is the last one.
    /// - Parameter seen: how many items there are up to the end of this page, if that is known.
    private func isLast(_ answer: DeclaredAnswer, count: Int, seen: Int?) -> Bool {
        if count == 0 { return true }
        guard let seen, let total = answer.total else { return false }
        return seen >= total
    }
}
