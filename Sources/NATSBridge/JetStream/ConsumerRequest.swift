import JSON

/// Asks for a consumer.
package struct ConsumerRequest: JSONCodable, Equatable, Sendable {
    package var stream: String  // JSON: stream_name
    package var config: ConsumerConfig

    package init(stream: String, config: ConsumerConfig) {
        self.stream = stream
        self.config = config
    }
}
