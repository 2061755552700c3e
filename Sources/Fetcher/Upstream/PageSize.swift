/// How many entities a page of a source has.
struct PageSize: Sendable {
    let range: ClosedRange<Int>
    /// The size for a request without a limit.
    let standard: Int

    func check(_ limit: Int?) throws(FetchError) -> Int {
        let limit = limit ?? standard
        guard range.contains(limit) else {
            throw .invalidRequest("limit \(limit) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return limit
    }
}
