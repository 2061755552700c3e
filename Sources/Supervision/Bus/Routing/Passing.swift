/// Whole lines of one type that were passed on together, for taps and recordings.
struct Passing {
    let lines: UnsafeRawBufferPointer
    let count: Int
    let type: String
    let sender: String
    /// Services that the lines were queued for.
    let receivers: [String]
}
