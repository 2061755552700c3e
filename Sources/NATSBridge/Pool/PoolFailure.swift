import JSON

/// A worker tells a caller that nobody will answer its request. It goes to no bus.
package struct PoolFailure: JSONCodable, Equatable, Sendable {
    package static let type = "pool.output.failed"
    package var reason: String
    /// How often the request was delivered to a worker.
    package var deliveries: Int

    package init(reason: String, deliveries: Int) {
        self.reason = reason
        self.deliveries = deliveries
    }
}
