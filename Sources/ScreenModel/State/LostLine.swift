import JSON
import TerminalText
import ViewMessages
package import Wire

/// A line that the bus has dropped because it was too long. The person may wait for what it said.
package struct LostLine: JSONCodable, Equatable, Sendable {
    package let failure: Failure
    /// What the person did that it answers, or that it is a part of the answer to.
    package let correlation: String?

    package init(_ line: ProcessInput.Notice.Dropped, told event: Event) {
        let wayOut =
            line.type == ViewInput.Show.type
            ? "Send the rows of a long list or table a piece at a time, with offset and total" : "Send less at a time"
        failure = Failure(
            action: Failure.screen,
            message: Sanitizer.line(
                "\(line.service) wrote \(line.type) with \(line.bytes) bytes, over the limit of \(line.limit); it was "
                    + "dropped. \(wayOut), or raise line_limit in the compose file."),
            url: nil, scene: event.subject)
        correlation = event.correlationID
    }

    /// A screen that came, and is none.
    package init(unreadable show: Event, because error: PayloadError) {
        failure = Failure(
            action: Failure.screen, message: Sanitizer.line("the screen cannot be read: \(error)"), url: nil,
            scene: show.subject)
        correlation = show.correlationID
    }
}
