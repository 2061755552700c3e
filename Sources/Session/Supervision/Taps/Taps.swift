import Composition
import Platform
import Processes
import Recording
import Wire

/// Passes copies of events to the taps; the recorder is one of them.
final class Taps {
    private let composition: Composition
    private let sessionFolder: String
    /// When the session began, on the clock that `now` reads.
    private let began: Instant
    private let now: () -> Instant
    private var recorder: Recorder?
    private var secrets = EnteredSecrets()
    private var hasReportedLoss = false

    init(
        _ composition: Composition, sessionFolder: String, began: Instant,
        now: @escaping () -> Instant
    ) {
        self.composition = composition
        self.sessionFolder = sessionFolder
        self.began = began
        self.now = now
    }

    // MARK: - Records

    /// Sends passing events to those `clients` whose filters match, and to the recorder.
    /// - Returns: a problem to report.
    func show(_ passing: Passing, to clients: [ControlClient]) -> Diagnosis? {
        var records: [UInt8] = []
        // Read even if no client wants it: its secrets are withheld from later events too.
        let withheld = secrets.withheld(from: passing)
        for client in clients {
            guard case .tapping(let filter) = client.purpose, filter.wants(passing) else { continue }
            if client.isFull {
                client.miss(passing.count)
                continue
            }
            if records.isEmpty { records = record(of: passing, withheld) }
            client.offer(records, count: passing.count)
        }
        recorder?.append(count: passing.count) { output in
            if records.isEmpty { append(passing, withheld, onto: &output) } else { output += records }
        }
        return lossToReport()
    }

    /// The lines of a cassette about it.
    func record(of passing: Passing) -> [UInt8] { record(of: passing, secrets.withheld(from: passing)) }

    private func record(of passing: Passing, _ withheld: [UInt8]?) -> [UInt8] {
        var record: [UInt8] = []
        append(passing, withheld, onto: &record)
        return record
    }

    /// - Parameter withheld: what replaces the lines; nil for the lines themselves.
    private func append(_ passing: Passing, _ withheld: [UInt8]?, onto record: inout [UInt8]) {
        guard let withheld else { return append(passing.lines, of: passing, onto: &record) }
        withheld.withUnsafeBytes { append($0, of: passing, onto: &record) }
    }

    private func append(_ lines: UnsafeRawBufferPointer, of passing: Passing, onto record: inout [UInt8]) {
        Passage.append(
            lines, at: (now() - began) / .seconds(1), from: passing.sender, to: passing.receivers, onto: &record
        )
    }

    /// The record of a line that the supervisor sends to one service.
    func record(of line: [UInt8], to receiver: String) -> [UInt8] {
        line.withUnsafeBytes { bytes in
            record(
                of: Passing(lines: bytes, count: 1, type: "", sender: SessionLog.ownName, receivers: [receiver]))
        }
    }

    /// The header with which a recording of this session begins.
    var cassetteHeader: CassetteHeader {
        CassetteHeader(composition, sessionFolder: sessionFolder, screen: screen, uptime: now() - began)
    }

    /// The size of the terminal that the session draws on; nil for a scripted one.
    private var screen: CassetteHeader.Screen? {
        guard composition.services.contains(where: \.tty), isatty(0) == 1, isatty(1) == 1 else { return nil }
        var window = winsize()
        let isKnown = ioctl(1, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        return isKnown ? .init(columns: Int(window.ws_col), rows: Int(window.ws_row)) : .init(columns: 80, rows: 24)
    }

    // MARK: - The recording

    var isRecording: Bool { recorder != nil }
    var recorderID: pid_t? { recorder?.writer }

    func startRecording(in file: CassetteOutput) throws(SystemError) {
        recorder = try Recorder(file, header: cassetteHeader)
    }

    func fill(_ round: inout PollRound) {
        guard let recorder else { return }
        round.add(.recorder, recorder.words)
        if let number = recorder.writing { round.add(.recording, number, for: .writing) }
    }

    /// When senders that wait for a recorder that is behind go on, whatever it does; nil if none waits.
    var holdsUntil: Instant? { recorder?.holdsUntil.flatMap { now() < $0 ? $0 : nil } }

    /// Lets the recorder have what waits for it.
    func writeRecording() { recorder?.write() }

    /// The loss to report, once, when the recorder has become too slow.
    private func lossToReport() -> Diagnosis? {
        guard !hasReportedLoss, let recorder, recorder.hasMissed else { return nil }
        hasReportedLoss = true
        return .recordingBehind(path: recorder.path)
    }

    /// The recording has ended, with the session or before it.
    /// - Returns: why it is incomplete; nil if it is complete.
    func endRecording(_ patience: Recorder.Patience) -> Diagnosis? {
        guard let recorder else { return nil }
        self.recorder = nil
        return recorder.finish(patience).map { .recordingEnded(path: recorder.path, reason: $0) }
    }
}

/// The passing events that a tap wants to see.
struct TapFilter: Equatable {
    /// Types of the wanted events; empty for every type.
    let types: [MessagePattern]
    /// A service of which only the events that it sends or receives are wanted; nil for all.
    let service: String?

    func wants(_ passing: Passing) -> Bool { wants(type: passing.type, from: passing.sender, to: passing.receivers) }

    func wants(type: String, from sender: String, to receivers: [String]) -> Bool {
        if let service, sender != service, !receivers.contains(service) { return false }
        return types.isEmpty || types.contains { $0.matches(type) }
    }
}
