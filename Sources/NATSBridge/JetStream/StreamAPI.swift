import JSON

/// Requests to JetStream, over its plain subjects. Answers go to `reply`.
package enum StreamAPI {
    private static let prefix = "$JS.API"

    package static func streamInfo(_ stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.INFO.\(stream)", reply: reply)
    }

    package static func createStream(_ config: StreamConfig, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.CREATE.\(config.name)", reply: reply, payload: config.json)
    }

    /// - Parameter subject: one without wildcards, made of words that names may have.
    package static func lastMessage(on subject: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage(
            "\(prefix).STREAM.MSG.GET.\(stream)", reply: reply, payload: Array("{\"last_by_subj\":\"\(subject)\"}".utf8)
        )
    }

    package static func consumerInfo(_ consumer: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.INFO.\(stream).\(consumer)", reply: reply)
    }

    /// The subject contains the filter, so that a server can permit one filter and no other.
    package static func createConsumer(
        _ consumer: String, of stream: String, _ config: ConsumerConfig, reply: String
    ) -> NATSMessage {
        var config = config
        config.name = consumer
        let filter = config.filter.map { ".\($0)" } ?? ""
        return NATSMessage(
            "\(prefix).CONSUMER.CREATE.\(stream).\(consumer)\(filter)", reply: reply,
            payload: ConsumerRequest(stream: stream, config: config).json)
    }

    package static func deleteConsumer(_ consumer: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.DELETE.\(stream).\(consumer)", reply: reply)
    }

    /// - Parameter reply: messages go there too, under their original subjects.
    package static func pull(
        _ request: PullRequest, from consumer: String, of stream: String, reply: String
    ) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.MSG.NEXT.\(stream).\(consumer)", reply: reply, payload: request.json)
    }
}
