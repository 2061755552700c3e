/// How many entities a source gives at once.
struct PageSize: Sendable {
    let range: ClosedRange<Int>
    /// Where a request names no limit.
    let standard: Int

    func check(_ limit: Int?) throws(FetchError) -> Int {
        let limit = limit ?? standard
        guard range.contains(limit) else {
            throw .invalidRequest("limit \(limit) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return limit
    }
}
