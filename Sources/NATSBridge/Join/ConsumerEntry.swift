/// A message that a consumer has delivered.
struct ConsumerEntry: Hashable {
    var consumer: Int
    /// Counts that consumer's deliveries to this process.
    var number: Int
}
