/// A message that a consumer has delivered.
struct ConsumerEntry: Hashable {
    var consumer: Int
    /// Counts the deliveries of that consumer to this process.
    var number: Int
}
