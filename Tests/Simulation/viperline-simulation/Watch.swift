import Analysis
import JSON
import Recording
import Wire

/// The oracle of a recording or a tap: it takes the lines that the session writes there.
final class Watch {
    private var partial: [UInt8] = []
    private var promises = BusPromises(header: nil, isPartial: true)
    private var lines = 0
    private var hasMissed = false
    /// The line that ends a whole recording has come.
    private var hasEnd = false
    private var ids: Set<String> = []

    func read(_ bytes: ArraySlice<UInt8>) {
        partial += bytes
        var start = partial.startIndex
        while let end = partial[start...].firstIndex(of: 0x0A) {
            take(Array(partial[start..<end]))
            start = end + 1
        }
        partial.removeSubrange(..<start)
    }

    private func take(_ line: [UInt8]) {
        lines += 1
        if lines == 1, let header = try? CassetteHeader(json: line) {
            promises = BusPromises(header: header, isPartial: true)
        } else if let passage = Passage(line: line.span) {
            promises.count(.passage(passage), number: lines)
            if let event = try? Event(line: passage.event.span) { ids.insert(event.id) }
        } else if line.starts(with: Passage.end().dropLast()) {
            hasEnd = true
        } else {
            hasMissed = hasMissed || line.starts(with: Passage.missedHead)
        }
    }

    /// - Parameters:
    ///   - read: ids of the events that services have read.
    ///   - absentees: services that were away and may have come back, which no recording shows.
    /// - Returns: the promise that the recording breaks; nil if it breaks none.
    func brokenPromise(read: Set<String>, absentees: Set<String>) -> String? {
        let usual = absentees.map { "did not reach \($0)" }
        if let breach = promises.breaches.first(where: { !usual.contains($0.problem) }) {
            return "shows that \(breach.id) \(breach.problem)"
        }
        guard hasEnd, !hasMissed, let lost = read.subtracting(ids).min() else { return nil }
        return "lacks \(lost)"
    }
}
