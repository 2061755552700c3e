/// Whole lines of one type that pass together, for those who watch.
struct Passing {
    let lines: UnsafeRawBufferPointer
    let count: Int
    let type: String
    let sender: String
    /// Those who will read them.
    let receivers: [String]
}
