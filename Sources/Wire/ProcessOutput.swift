import JSON

/// Messages from any process to the supervisor.
package enum ProcessOutput {
    /// The process is ready to serve (`depends_on` with `condition: service_healthy` waits for it).
    package struct Ready: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.ready"

        package init() {}
    }

    /// The process's state after the event named by `causationid`. Only the role knows what the data means. A successor is sent
    /// this instead of all earlier events.
    package enum Snapshot {
        package static let type = "process.output.snapshot"
        /// What a snapshot names that was taken before any event: `causationid` and `causationsource`.
        package static let start = (id: "start", source: "viperline")
    }

    /// What the user has typed, for the recording (if `VIPERLINE_RECORDED` is set): the bytes read from the session's input, in
    /// order. It has no receivers.
    package struct Entered: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.entered"
        /// With line ends and control characters; invalid UTF-8 is replaced by U+FFFD.
        package var text: String

        package init(text: String) {
            self.text = text
        }
    }

    /// How the process is, in words: the newest takes the place of the one before, and an empty text takes it away. It goes to
    /// `viperline ps` and to no role; the person is told when trouble begins and ends.
    package struct Status: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.status"
        /// One line of plain text.
        package var text: String
        /// Whether the person has to wait for something, or can't have it.
        package var trouble: Bool?

        package init(text: String, trouble: Bool? = nil) {
            self.text = text
            self.trouble = trouble
        }
    }

    /// The process could not read a line; it continues with the next.
    package struct Refused: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.refused"
        package var reason: String
        /// The beginning of the line.
        package var line: String

        package init(reason: String, line: String) {
            self.reason = reason
            self.line = line
        }
    }
}
