import Commands
import JSON
import Platform
import Processes
import Recording
import SessionClient
import Supervision
import SupervisorMessages
import Wire

/// `viperline tap --record FILE`: records a running session as a cassette.
struct TapRecording {
    private let session: RunningSession
    private let request: SupervisorInput.Tap
    private let path: String

    init(of session: RunningSession, as request: SupervisorInput.Tap, in path: String) {
        self.session = session
        self.request = request
        self.path = path
    }

    /// Returns when the session ends, or a signal ends the recording.
    func run() throws {
        let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
        let file = try CassetteOutput(path)
        var writer = try CassetteWriter(to: file.descriptor.number, compressing: file.isCompressed)
        var link = try SessionLink(to: session.place.controlSocket)
        var request = request
        request.isLabelled = true
        try link.send(SupervisorInput.Tap.type, request)
        var losses = TapLosses()
        var (isWanted, hasEnded, isMarked) = (true, false, false)
        while isWanted {
            let ready = try writer.wait(for: [link.socket.number, signals.descriptor])
            isWanted = try !ready[1] && link.fill()
            while let line = link.bufferedLine() {
                if let header = Self.header(line) {
                    try writer.append(header.line)
                    isMarked = true
                } else {
                    hasEnded = try append(line, to: &writer, &losses) || hasEnded
                }
            }
            if !isWanted, !ready[1], !hasEnded { losses.cutOff() }
        }
        losses.leaveOut(link.overlong)
        if isMarked, !losses.isCutOff { try writer.append(Passage.end()) }
        try writer.finish()
        guard losses.isEmpty else { throw CommandFailure("\(path) does not hold everything: \(losses)", .temporary) }
    }

    /// The header, with the promise of an end, which this process writes; nil for any other line.
    private static func header(_ line: [UInt8]) -> CassetteHeader? {
        guard case .header = TapLine(line), var header = try? CassetteHeader(json: line) else { return nil }
        header.ends = true
        return header
    }

    /// - Returns: whether the session has ended.
    private func append(
        _ line: [UInt8], to writer: inout CassetteWriter, _ losses: inout TapLosses
    ) throws -> Bool {
        switch TapLine(line) {
        case .record, .header: try writer.append(line + [0x0A])
        case .missed(let count):
            StandardStream.diagnose("viperline", "the session is faster than \(path) is written; see \"missed\"")
            losses.miss(count)
            try writer.append(Passage.missed(count))
        case .unreadable:
            losses.leaveOut()
            try writer.append(Passage.missed(1))
        case .refused(let reason): throw SessionLink.Failure.refused(reason)
        case .ended: return true
        case .answer: break
        }
        return false
    }
}
