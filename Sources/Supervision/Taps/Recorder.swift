import Composition
import Platform
import Processes
import Recording
import Wire

/// Records the session: a tap that is read by a process of our own, `viperline cassette write`. So a slow or full disk does
/// not block the loop, and events that passed before the supervisor is killed still reach the file.
final class Recorder {
    /// Milliseconds in which the writer has to make progress once the session has ended.
    private static let grace: Int32 = 10_000

    let path: String
    /// The writer's stdin, with the same limits as any tap; nil once the recording has ended.
    private(set) var client: ControlClient?
    private let writer: pid_t
    private let diagnostics: Descriptor

    init(_ file: CassetteOutput, header: CassetteHeader) throws(SystemError) {
        let passages = try Pipe.open()
        let complaints = try Pipe.open()
        path = file.path
        var launch = Launch([Folders.current.executables + "/viperline", "cassette", "write"])
        if file.isCompressed { launch.command.append("--gzip") }
        launch.descriptors = [
            (passages.reader.number, 0), (file.descriptor.number, 1), (complaints.writer.number, 2),
        ]
        // Ctrl-C must not reach it: the recording ends after the session.
        launch.group = .ownSession
        writer = try launch.start()
        passages.writer.setNonBlocking()
        passages.writer.widen(to: 1 << 20)
        complaints.reader.setNonBlocking()
        diagnostics = complaints.reader
        let client = ControlClient(passages.writer, lineLimit: LineBuffer.standardLimit)
        client.purpose = .tapping(TapFilter(types: [], service: nil))
        client.offer(header.line, count: 1)
        self.client = client
    }

    /// The writer's stderr: readable when it reports an error, or has ended.
    var words: Int32 { diagnostics.number }

    /// Writes the rest and waits for the writer's end.
    /// - Returns: why not everything was written; nil if it was.
    func finish() -> String? {
        while let client, client.hasOutput, !client.isGone,
            PollSet.isReady(client.connection.number, for: .writing, within: Self.grace)
        {
            client.write()
        }
        client = nil
        let complaint = lastWords()
        var status: Int32 = 0
        while waitpid(writer, &status, 0) < 0, errno == EINTR {}
        let outcome = Outcome(waitStatus: status)
        return outcome == .exited(0) ? nil : complaint ?? "the writer \(outcome)"
    }

    /// The writer's last line on stderr. A writer that makes no progress is killed.
    private func lastWords() -> String? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            guard PollSet.isReady(words, within: Self.grace) else {
                kill(writer, SIGKILL)
                return "the disk makes no progress"
            }
            let count = read(words, &chunk, chunk.count)
            guard count > 0 else { break }
            // Only the last line counts.
            text = (text + chunk[..<count]).suffix(chunk.count)
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init)
    }

}
