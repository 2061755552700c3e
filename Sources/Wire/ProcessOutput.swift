import JSON

/// What any process may say to the supervisor, whatever its role.
package enum ProcessOutput {
    /// The process is ready to serve (`depends_on` with `condition: service_healthy` waits for it).
    package struct Ready: Codable, JSONCodable, Equatable, Sendable {
        package static let type = "process.output.ready"

        package init() {}
    }

    /// The process's state as it is after the event that `causationid` names; the data is the role's own affair. It
    /// shortens what has to be sent to a process that takes this one's place.
    package enum Snapshot {
        package static let type = "process.output.snapshot"
    }

    /// What a person has entered, for the recording (where `VIPERLINE_RECORDED` is set): the bytes that were read from
    /// the session's input, in order. It is routed to nobody.
    package struct Entered: Codable, JSONCodable, Equatable, Sendable {
        package static let type = "process.output.entered"
        /// With its line ends and control characters; what is no UTF-8 is replaced by U+FFFD.
        package var text: String

        package init(text: String) {
            self.text = text
        }
    }

    /// A line that the process could not take; it goes on with the next.
    package struct Refused: Codable, JSONCodable, Equatable, Sendable {
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
