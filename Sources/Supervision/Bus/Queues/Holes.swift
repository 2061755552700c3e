/// Ranges of a queue that are not to be written, in order. Ranges that touch are one.
struct Holes {
    private var ranges: [Range<Int>] = []
    private var front = 0
    /// Bytes in all of them.
    private(set) var bytes = 0

    var all: ArraySlice<Range<Int>> { ranges[front...] }
    var first: Range<Int>? { front < ranges.count ? ranges[front] : nil }

    mutating func insert(_ range: Range<Int>) {
        bytes += range.count
        let place = place(of: range.lowerBound)
        let touchesNext = place < ranges.count && ranges[place].lowerBound == range.upperBound
        if place > front, ranges[place - 1].upperBound == range.lowerBound {
            let end = touchesNext ? ranges.remove(at: place).upperBound : range.upperBound
            ranges[place - 1] = ranges[place - 1].lowerBound..<end
        } else if touchesNext {
            ranges[place] = range.lowerBound..<ranges[place].upperBound
        } else {
            ranges.insert(range, at: place)
        }
    }

    mutating func removeFirst() {
        bytes -= ranges[front].count
        front += 1
        if front > 64, front > ranges.count / 2 {
            ranges.removeFirst(front)
            front = 0
        }
    }

    mutating func removeAll() {
        ranges.removeAll(keepingCapacity: true)
        (front, bytes) = (0, 0)
    }

    /// The index of the first range behind an offset.
    private func place(of offset: Int) -> Int {
        var (low, high) = (front, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
