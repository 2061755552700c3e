import Composition
import Platform
import Processes
import Recording
import Wire

/// Records the session: a tap whose reader is a process of our own, `viperline cassette write`. So neither a slow disk
/// nor a full one makes the loop wait, and what was said before a kill of the supervisor still gets into the file.
final class Recorder {
    /// Milliseconds in which the writer has to get on when the session has ended.
    private static let grace: Int32 = 10_000

    let path: String
    /// The writer's input, with the same bounds as that of any tap; nil when the recording has ended.
    private(set) var client: ControlClient?
    /// It has been told in the log that events are missing.
    var hasToldLoss = false
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
        // Ctrl-C is for the session; the recording ends after it.
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

    /// Becomes readable when the writer has something to complain about, or has ended.
    var words: Int32 { diagnostics.number }

    /// Lets the writer have what waits for it, and waits for its end.
    /// - Returns: why not all was written; nil when it was.
    func finish() -> String? {
        while let client, client.hasOutput, !client.isGone, isReady(client.connection.number, POLLOUT) {
            client.write()
        }
        client = nil
        let complaint = lastWords()
        var status: Int32 = 0
        while waitpid(writer, &status, 0) < 0, errno == EINTR {}
        let outcome = Outcome(waitStatus: status)
        return outcome == .exited(0) ? nil : complaint ?? "the writer \(outcome)"
    }

    /// What the writer says until it ends, which it is made to do if it does not get on.
    private func lastWords() -> String? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            guard isReady(words, POLLIN) else {
                kill(writer, SIGKILL)
                return "the disk does not get on"
            }
            let count = read(words, &chunk, chunk.count)
            guard count > 0 else { break }
            // The last line is what counts.
            text = (text + chunk[..<count]).suffix(chunk.count)
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init)
    }

    private func isReady(_ descriptor: Int32, _ event: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            let count = poll(&entry, 1, Self.grace)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}
