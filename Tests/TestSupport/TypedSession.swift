import Foundation

/// An application's session in linear mode; the test types its commands while it runs.
package final class TypedSession {
    package let process: ChildProcess
    private let session: AppSession
    private let commands: Int32

    package init(_ session: AppSession) throws {
        self.session = session
        let input = session.folder.path + "/commands"
        guard mkfifo(input, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Opened for reading too, so that opening does not block.
        commands = open(input, O_RDWR | O_CLOEXEC)
        let streams = try ["screen", "errors"].map { try session.folder.write("", to: $0).path }
        process = try ChildProcess(
            session.arguments, environment: session.environment, streams: [input] + streams)
    }

    deinit { close(commands) }

    package func type(_ text: String) { _ = write(commands, text, text.utf8.count) }

    /// Everything printed on stdout so far.
    package var screen: String { session.text(of: "screen") }

    /// Everything printed on stderr so far.
    package var errors: String { session.text(of: "errors") }
}
