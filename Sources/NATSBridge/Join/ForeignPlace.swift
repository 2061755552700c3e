/// The place of a message from outside all joins, such as one of `nats pub`, in a consumer's deliveries.
struct ForeignPlace: Equatable, Comparable {
    /// When the server stored it: nanoseconds since 1970.
    var time: Int
    var sequence: Int

    static func < (one: ForeignPlace, other: ForeignPlace) -> Bool {
        (one.time, one.sequence) < (other.time, other.sequence)
    }
}
