import JSON

/// Messages from the supervisor to any process.
package enum ProcessInput {
    /// The last `process.output.snapshot` of the service's previous process, with the same data. It is the first event; the
    /// process writes nothing before it (`VIPERLINE_RESTORED` is set).
    package enum Restore {
        package static let type = "process.input.restore"
    }

    /// Another process is about to take the terminal. This one ends at once and silently; it starts nothing more. No event
    /// follows.
    package enum Yield {
        package static let type = "process.input.yield"
    }

    /// A message for the user, sent to the service that has the terminal: another service keeps dying and being restarted,
    /// or a line was dropped.
    package struct Notice: JSONCodable, Equatable, Sendable {
        package static let type = "process.input.notice"
        package var message: String
        /// The line that was dropped because it was over the limit. Subject and correlation are those of the line: it may
        /// be what the user waits for. Its sender is told as well (``Refused``), and may send a shorter one.
        package var dropped: Dropped?
        /// Whether it tells of something that went well.
        package var isGood: Bool?

        package struct Dropped: JSONCodable, Equatable, Sendable {
            /// Its sender.
            package var service: String
            package var type: String
            /// Its length once completed by the bus.
            package var bytes: Int
            package var limit: Int

            package init(service: String, type: String, bytes: Int, limit: Int) {
                self.service = service
                self.type = type
                self.bytes = bytes
                self.limit = limit
            }
        }

        package init(message: String, dropped: Dropped? = nil, isGood: Bool? = nil) {
            self.message = message
            self.dropped = dropped
            self.isGood = isGood
        }
    }

    /// A line of the process was over the limit and was dropped. Subject and correlation are those of the line; the cause is
    /// the line.
    package struct Refused: JSONCodable, Equatable, Sendable {
        package static let type = "process.input.refused"
        /// The line's type.
        package var type: String
        /// Its length once completed by the bus.
        package var bytes: Int
        package var limit: Int

        package init(type: String, bytes: Int, limit: Int) {
            self.type = type
            self.bytes = bytes
            self.limit = limit
        }
    }
}
