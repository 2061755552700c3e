import JSON

/// What a stream keeps, and how long.
package struct StreamConfig: JSONCodable, Equatable, Sendable {
    package enum Retention: String, JSONCodable, Equatable, Sendable {
        /// Until a limit is reached.
        case limits
        /// Until one consumer has acknowledged it.
        case workQueue = "workqueue"
    }

    package enum Storage: String, JSONCodable, Equatable, Sendable, CaseIterable {
        case file, memory
    }

    /// What happens to a message for which there is no room.
    package enum Discard: String, JSONCodable, Equatable, Sendable {
        case old, new
    }

    package var name: String
    package var subjects: [String]?
    package var retention: Retention
    package var storage: Storage
    package var discard: Discard?
    package var mostMessages: Int?  // JSON: max_msgs
    package var mostBytes: Int?  // JSON: max_bytes
    /// Nanoseconds.
    package var longestAge: Int?  // JSON: max_age
    package var mostPerSubject: Int?  // JSON: max_msgs_per_subject
    /// Nanoseconds during which the same `Nats-Msg-Id` is taken only once.
    package var duplicateWindow: Int?  // JSON: duplicate_window
    package var replicas: Int?  // JSON: num_replicas

    package init(name: String, subjects: [String], retention: Retention, storage: Storage = .file) {
        self.name = name
        self.subjects = subjects
        self.retention = retention
        self.storage = storage
    }
}
