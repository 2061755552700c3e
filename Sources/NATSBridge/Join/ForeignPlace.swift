/// The place of a message that no join has published, such as one of `nats pub`, in what a consumer delivers.
struct ForeignPlace: Equatable, Comparable {
    /// When the server stored it: nanoseconds since 1970.
    var time: Int
    var sequence: Int

    static func < (one: ForeignPlace, other: ForeignPlace) -> Bool {
        (one.time, one.sequence) < (other.time, other.sequence)
    }
}
