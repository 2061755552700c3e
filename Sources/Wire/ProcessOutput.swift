/// What any process may say to the supervisor, whatever its role.
package enum ProcessOutput {
    /// The process is ready to serve (`depends_on` with `condition: service_healthy` waits for it).
    package struct Ready: Codable, Equatable, Sendable {
        package static let type = "process.output.ready"

        package init() {}
    }

    /// A line that the process could not take; it goes on with the next.
    package struct Refused: Codable, Equatable, Sendable {
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
