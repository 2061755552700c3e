import ArgumentParser
import Operations
import Processes
import Recording
import Supervision
import SupervisorMessages
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `viperline tap --record FILE`: what passes from now on, as a cassette.
struct TapRecording {
    private let session: RunningSession
    private let request: SupervisorInput.Tap
    private let path: String

    init(of session: RunningSession, as request: SupervisorInput.Tap, in path: String) {
        self.session = session
        self.request = request
        self.path = path
    }

    /// Returns at the session's end, or when a signal asks for the recording's.
    func run() throws {
        StandardStream.ignoreFullFiles()
        do {
            let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
            let file = try CassetteOutput(path)
            var writer = try CassetteWriter(to: file.descriptor.number, compressing: file.isCompressed)
            var link = try SessionLink(to: session.folder.controlSocket)
            var request = request
            request.isLabelled = true
            try link.send(SupervisorInput.Tap.type, request)
            while try writer.wait(for: [link.socket.number, signals.descriptor])[1] == false, try link.fill() {
                while let line = link.bufferedLine() { try append(line, to: &writer) }
            }
            try writer.finish()
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }

    private func append(_ line: [UInt8], to writer: inout CassetteWriter) throws {
        let isLoss = line.starts(with: Passage.missedHead)
        if isLoss {
            StandardStream.diagnose("viperline", "the session is faster than \(path) is written; see \"missed\"")
        }
        // What is neither is an answer, such as a refusal.
        if !isLoss, Passage(line: line.span) == nil, !CassetteHeader.begins(line) { _ = try SessionLink.event(line) }
        try writer.append(line + [0x0A])
    }
}
