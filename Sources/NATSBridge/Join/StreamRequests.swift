import JSON

/// The requests to JetStream that a join makes, without the subject for the answer.
struct StreamRequests {
    let session: SessionSubjects
    let storage: StreamStorage

    /// Lines that wait for a slow or absent peer; then publishers wait. The server's limit of bytes would not do: nats-server 2.9.10
    /// then drops the oldest instead of refusing the newest.
    static let mostWaiting = 16_384
    static let mostStates = 10_000
    static let stateBytes = 64 << 20
    /// Nanoseconds.
    static let second = 1_000_000_000
    static let forgetsAfter = 24 * 3600 * second
    /// Unacknowledged messages of a consumer; more than a join ever has.
    static let mostUnacknowledged = 65_536
    /// A message that is not acknowledged so long is delivered again.
    static let acknowledgesWithin = 30 * second

    func streamInfo(_ stream: String) -> NATSMessage { NATSMessage("$JS.API.STREAM.INFO.\(stream)") }

    func createStream() -> NATSMessage {
        create(session.stream, subjects: session.all) { writer in
            writer.member("retention", "interest")
            writer.member("discard", "new")
            writer.member("max_msgs", Self.mostWaiting)
            writer.member("max_bytes", -1)
        }
    }

    func createStatesStream() -> NATSMessage {
        create(session.statesStream, subjects: session.allStates) { writer in
            writer.member("retention", "limits")
            writer.member("discard", "old")
            writer.member("max_msgs", Self.mostStates)
            writer.member("max_bytes", Self.stateBytes)
            writer.member("max_msgs_per_subject", 1)
        }
    }

    private func create(_ stream: String, subjects: String, _ limits: (inout JSONWriter) -> Void) -> NATSMessage {
        NATSMessage(
            "$JS.API.STREAM.CREATE.\(stream)",
            payload: JSONWriter.write { writer in
                writer.beginObject()
                writer.member("name", stream)
                writer.member("subjects", [subjects])
                writer.member("storage", storage.rawValue)
                writer.member("num_replicas", 1)
                // Positions tell what comes twice, for ever; a window of two minutes would only cost memory.
                writer.member("duplicate_window", Self.second / 10)
                limits(&writer)
                writer.endObject()
            })
    }

    func consumerInfo(_ stream: String, _ consumer: String) -> NATSMessage {
        NATSMessage("$JS.API.CONSUMER.INFO.\(stream).\(consumer)")
    }

    /// A consumer that outlives this process; it begins with what is stored after its creation.
    func createConsumer(_ name: String, filter: String) -> NATSMessage {
        NATSMessage(
            "$JS.API.CONSUMER.CREATE.\(session.stream).\(name).\(filter)",
            payload: consumer(session.stream) { writer in
                writer.member("durable_name", name)
                writer.member("filter_subject", filter)
                writer.member("deliver_policy", "new")
                writer.member("ack_policy", "all")
                writer.member("ack_wait", Self.acknowledgesWithin)
                writer.member("max_ack_pending", Self.mostUnacknowledged)
                writer.member("inactive_threshold", Self.forgetsAfter)
            })
    }

    /// A consumer of the newest states, for as long as they are read.
    func createStatesConsumer(_ name: String, filter: String) -> NATSMessage {
        NATSMessage(
            "$JS.API.CONSUMER.CREATE.\(session.statesStream).\(name).\(filter)",
            payload: consumer(session.statesStream) { writer in
                writer.member("name", name)
                writer.member("filter_subject", filter)
                writer.member("deliver_policy", "all")
                writer.member("ack_policy", "none")
                writer.member("inactive_threshold", 30 * Self.second)
                writer.member("mem_storage", true)
            })
    }

    private func consumer(_ stream: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.write { writer in
            writer.beginObject()
            writer.member("stream_name", stream)
            writer.key("config")
            writer.beginObject()
            writer.member("replay_policy", "instant")
            members(&writer)
            writer.endObject()
            writer.endObject()
        }
    }

    /// - Parameter waits: whether it stays open until so many have come, for half a minute; otherwise it ends with what is there.
    func pull(_ stream: String, _ consumer: String, count: Int, bytes: Int, waits: Bool = true) -> NATSMessage {
        NATSMessage(
            "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(consumer)",
            payload: JSONWriter.write { writer in
                writer.beginObject()
                writer.member("batch", count)
                writer.member("max_bytes", bytes)
                if waits { writer.member("expires", 30 * Self.second) } else { writer.member("no_wait", true) }
                writer.endObject()
            })
    }

    /// Asks for a delivered message again, by its place in the stream alone.
    func deliverAgain(_ consumer: String, sequence: UInt64) -> NATSMessage {
        NATSMessage("\(AckSubject.prefix)\(session.stream).\(consumer).1.\(sequence).1.0.0", payload: Array("-NAK".utf8))
    }
}
