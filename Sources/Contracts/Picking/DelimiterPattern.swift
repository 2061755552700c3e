/// A delimiter as an extended regular expression of POSIX, with the classes that users of other libraries write.
///
/// The C library's `regexec` begins anew at each byte and `regcomp` copies what is counted, so both can take any time and memory. This
/// search follows all matches at once and counts its steps.
struct DelimiterPattern: Sendable {
    /// A step of a match. The offset of a step leads to another one.
    enum Step {
        /// One byte of the set with this number.
        case byte(Int)
        /// The next step, and another one.
        case branch(Int)
        case jump(Int)
        case rowBegins, rowEnds
        case found
    }

    /// Bytes of an expression.
    static let longest = 1000
    /// Steps of an expression; a count such as `{2,5}` repeats those before it.
    static let mostSteps = 2000
    /// Delimiters of a row; what follows the last of them is one field.
    static let most = 10_000
    /// Steps of the search in a row for each of its bytes, and for the row; what follows the last delimiter is then one field.
    static let mostWorkForByte = 100
    static let mostWorkForRow = 10_000

    fileprivate let steps: [Step]
    /// 256 entries for each set of bytes.
    fileprivate let isMember: [Bool]
    /// The bytes with which a match can begin.
    fileprivate let isFirst: [Bool]

    /// Nil for an expression that is no such one or is too large.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let reader = try? DelimiterReader(text) else { return nil }
        steps = reader.steps + [.found]
        isMember = reader.sets.flatMap(\.self)
        var isFirst = Array(repeating: false, count: 256)
        var reached: Set<Int> = []
        var waiting = [0]
        while let index = waiting.popLast() {
            guard reached.insert(index).inserted else { continue }
            switch steps[index] {
            case .byte(let set): for byte in 0..<256 where reader.sets[set][byte] { isFirst[byte] = true }
            case .branch(let offset): waiting += [index + 1, index + offset]
            case .jump(let offset): waiting.append(index + offset)
            case .rowBegins, .rowEnds: waiting.append(index + 1)
            case .found: break
            }
        }
        self.isFirst = isFirst
    }

    /// The delimiters in a row, from left to right. None is empty.
    func places(in row: ArraySlice<UInt8>) -> [Range<Int>] {
        var search = DelimiterSearch(self, row)
        var places: [Range<Int>] = []
        while places.count < Self.most, let place = search.next() { places.append(place) }
        return places
    }
}

/// The search of one delimiter after the other in a row: the first that begins, and of those that begin there the longest.
private struct DelimiterSearch {
    /// A step that waits for a byte, and where its match began.
    private struct Thread {
        let step: Int
        let begin: Int
    }

    private let pattern: DelimiterPattern
    private let row: ArraySlice<UInt8>
    private var place: Int
    private var workLeft: Int
    /// In the order of their beginnings.
    private var threads: [Thread] = []
    private var earlier: [Thread] = []
    private var found: Range<Int>?
    /// The round in which each step was last reached.
    private var rounds: [Int]
    private var round = 0
    private var waiting: [Int] = []

    init(_ pattern: DelimiterPattern, _ row: ArraySlice<UInt8>) {
        (self.pattern, self.row, place) = (pattern, row, row.startIndex)
        rounds = Array(repeating: 0, count: pattern.steps.count)
        workLeft = row.count * DelimiterPattern.mostWorkForByte + DelimiterPattern.mostWorkForRow
    }

    /// Nil if there is no other one, or too much work.
    mutating func next() -> Range<Int>? {
        threads.removeAll(keepingCapacity: true)
        found = nil
        while workLeft > 0 {
            if found == nil {
                if threads.isEmpty {
                    place = row[place...].firstIndex { pattern.isFirst[Int($0)] } ?? row.endIndex
                    round += 1
                }
                if place < row.endIndex, pattern.isFirst[Int(row[place])] { reach(0, from: place) }
            }
            guard !threads.isEmpty, place < row.endIndex else { break }
            takeByte()
        }
        guard workLeft > 0, let found else { return nil }
        place = found.upperBound
        return found
    }

    private mutating func takeByte() {
        let byte = Int(row[place])
        place += 1
        round += 1
        swap(&threads, &earlier)
        threads.removeAll(keepingCapacity: true)
        workLeft -= earlier.count
        for index in earlier.indices {
            let thread = earlier[index]
            if let found, thread.begin > found.lowerBound { break }
            guard case .byte(let set) = pattern.steps[thread.step], pattern.isMember[set << 8 | byte] else { continue }
            reach(thread.step + 1, from: thread.begin)
        }
    }

    /// Follows the steps up to those that wait for a byte. A thread that began earlier has come first to a step of both.
    private mutating func reach(_ step: Int, from begin: Int) {
        waiting.append(step)
        while let step = waiting.popLast() {
            guard rounds[step] != round else { continue }
            rounds[step] = round
            workLeft -= 1
            switch pattern.steps[step] {
            case .byte: threads.append(Thread(step: step, begin: begin))
            case .branch(let offset):
                waiting.append(step + offset)
                waiting.append(step + 1)
            case .jump(let offset): waiting.append(step + offset)
            case .rowBegins: if place == row.startIndex { waiting.append(step + 1) }
            case .rowEnds: if place == row.endIndex { waiting.append(step + 1) }
            case .found: if begin < place { found = begin..<place }
            }
        }
    }
}
