/// The decisions of one history, each a number below a bound. A history is what its decisions make of it, so the same numbers are the same
/// history, and fewer or lower numbers are a simpler one.
struct Choices {
    /// The decisions so far.
    private(set) var made: [Int] = []
    private let given: [Int]
    private var state: UInt64
    private let isFree: Bool

    /// Decisions by chance.
    init(seed: UInt64) { (given, state, isFree) = ([], seed, true) }

    /// Given decisions; where there are no more, each is 0, the simplest.
    init(_ given: [Int]) { (self.given, state, isFree) = (given, 0, false) }

    /// The decisions so far without the last simplest ones, which need not be given.
    var essence: [Int] { made.lastIndex { $0 != 0 }.map { Array(made[...$0]) } ?? [] }

    /// - Returns: a number from 0 to `count - 1`.
    mutating func pick(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        let choice =
            isFree
            ? Int(truncatingIfNeeded: next() % UInt64(count))
            : made.count < given.count ? min(max(0, given[made.count]), count - 1) : 0
        made.append(choice)
        return choice
    }

    /// True once in so many times. The simplest decision is no.
    mutating func happens(oneIn count: Int) -> Bool { pick(count) == count - 1 }

    mutating func element<Element>(of elements: [Element]) -> Element { elements[pick(elements.count)] }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
