import JSON

/// What the supervisor may say to any process.
package enum ProcessInput {
    /// The state that an earlier process of the service had told in its last `process.output.snapshot`, as it was told:
    /// the data is the snapshot's. It comes before all else, and the process says nothing before it
    /// (`VIPERLINE_RESTORED` is set).
    package enum Restore {
        package static let type = "process.input.restore"
    }

    /// Another process is about to take the terminal from this one: it ends at once, without a word to the person, and
    /// leaves what it has not begun. Nothing comes after it.
    package enum Yield {
        package static let type = "process.input.yield"
    }

    /// What has happened to the session, for the person: said to the service that has the terminal, while another one
    /// keeps dying and is started again.
    package struct Notice: Codable, JSONCodable, Equatable, Sendable {
        package static let type = "process.input.notice"
        package var message: String

        package init(message: String) {
            self.message = message
        }
    }

    /// A line of the process was not passed on, because it is over the limit. Subject and correlation are the line's own,
    /// the cause is the line.
    package struct Refused: Codable, JSONCodable, Equatable, Sendable {
        package static let type = "process.input.refused"
        /// The line's type.
        package var type: String
        /// How long it is, complete.
        package var bytes: Int
        package var limit: Int

        package init(type: String, bytes: Int, limit: Int) {
            self.type = type
            self.bytes = bytes
            self.limit = limit
        }
    }
}
