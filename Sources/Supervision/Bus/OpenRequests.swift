/// Requests that have not been answered, in order. There may be many, and each is taken out by its id.
struct OpenRequests {
    private struct Request {
        let line: [UInt8]
        let isNotice: Bool
        /// The place of one before it that has the same id: ids are unique for their sender only.
        let namesake: Int?
    }

    /// Nil where one has been answered.
    private var requests: [Request?] = []
    /// Places count from the first request ever; this is that of the first in `requests`.
    private var origin = 0
    /// How many at the front are answered.
    private var done = 0
    /// Where the last with this id stands; notices are no requests, so they have no place here.
    private var places: [String: Int] = [:]

    var isEmpty: Bool { done == requests.count }
    var lines: [[UInt8]] { requests[done...].compactMap { $0?.line } }

    /// - Parameter line: with its LF.
    mutating func append(_ line: [UInt8], id: String) {
        let place = origin + requests.count
        requests.append(Request(line: line, isNotice: false, namesake: places.updateValue(place, forKey: id)))
    }

    /// It is about requests before it; when those are answered, nobody needs it.
    mutating func append(notice line: [UInt8]) {
        guard !isEmpty else { return }
        requests.append(Request(line: line, isNotice: true, namesake: nil))
    }

    mutating func answered(_ id: String) {
        var place = places.removeValue(forKey: id)
        while let answered = place {
            place = requests[answered - origin]?.namesake
            requests[answered - origin] = nil
        }
        letGo()
    }

    private mutating func letGo() {
        while done < requests.count, requests[done]?.isNotice != false { done += 1 }
        // The front is given back once it is the larger part, so that the copying stays cheap.
        guard done > 64, done > requests.count / 2 else { return }
        requests.removeFirst(done)
        origin += done
        done = 0
    }
}
