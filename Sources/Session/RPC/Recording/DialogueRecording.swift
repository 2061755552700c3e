import Encodings
import JSONRPC
package import Platform
import Processes
package import Recording
import Secrecy

/// The writer of a dialogue's cassette, by the process that records sessions, too: the disk never makes the dialogue wait.
package struct DialogueRecording {
    private let file: CassetteOutput
    private let server: [String]
    private let began: Instant
    private let started: String
    /// Nil before the first frame, which decides the header.
    private var recorder: Recorder?
    private var reason: String?

    /// - Parameters:
    ///   - server: its command.
    ///   - now: the time 0 of the recording.
    package init(in file: CassetteOutput, of server: [String], at now: Instant = .now) {
        self.file = file
        self.server = server
        began = now
        started = Timestamp.text(seconds: time(nil))
    }

    var descriptors: (writing: Int32?, words: Int32)? { recorder.map { ($0.writing, $0.words) } }

    mutating func append(
        _ observation: Observation, in framing: Framing, _ table: DialogueProtocol, at now: Instant
    ) {
        begin(framing, table)
        guard let recorder else { return }
        if let frame = RecordedFrame(observation, in: framing) {
            var line: [UInt8] = []
            frame.passage(at: (now - began) / .seconds(1)).appendLine(to: &line)
            recorder.append(line, count: 1)
        } else {
            recorder.miss(1)
        }
    }

    func write() { recorder?.write() }

    /// - Parameter exit: the code with which the server ended by itself.
    /// - Returns: why the recording is incomplete; nil if it is complete.
    mutating func finish(in framing: Framing, _ table: DialogueProtocol, exit: Int32?) -> String? {
        begin(framing, table)
        guard let recorder else { return reason.map { "no recording in \(file.path): \($0)" } }
        let hasMissed = recorder.hasMissed
        if let reason = recorder.finish(exit: exit) { return "the recording \(file.path) has ended: \(reason)" }
        return hasMissed
            ? "the recording \(file.path) lacks messages; viperline cassette stat counts them" : nil
    }

    private mutating func begin(_ framing: Framing, _ table: DialogueProtocol) {
        guard recorder == nil, reason == nil else { return }
        do throws(SystemError) {
            recorder = try Recorder(file, header: header(framing, table))
        } catch { reason = "\(error)" }
    }

    private func header(_ framing: Framing, _ table: DialogueProtocol) -> CassetteHeader {
        let secrets = SecretVariables(OwnEnvironment.variables.map { ($0, $1) })
        let command = SecretArguments.withheld(from: server.map(secrets.withheld))
        return CassetteHeader(
            composition: "rpc", started: started,
            services: [
                RPCPeer.client.rawValue: .init(command: [], receives: ["rpc.output"], sends: ["rpc.input"]),
                RPCPeer.server.rawValue: .init(command: command, receives: ["rpc.input"], sends: ["rpc.output"]),
            ], rpc: .init(framing: framing.rawValue, name: table.name))
    }
}

extension RecordedFrame {
    /// Nil for what is too long to be kept.
    init?(_ observation: Observation, in framing: Framing) {
        let content: Content
        var wrapping: String?
        switch observation.item {
        case .tooLong: return nil
        case .noise(let bytes, _): content = .noise(bytes)
        case .message(let bytes, let own):
            content = observation.kind.map { .message(kind: $0, bytes) } ?? .noise(bytes)
            if own != framing.wrapping(of: bytes.count) { wrapping = String(decoding: own, as: UTF8.self) }
        }
        self.init(
            sender: observation.sender, id: observation.id, method: observation.method,
            correlation: observation.correlation, content: content, wrapping: wrapping)
    }
}

extension Observation {
    /// The method of the message, or of the request that it answers.
    fileprivate var method: String? {
        guard parts.count == 1, kind != .batch, let part = parts.first else { return nil }
        if let method = part.message.method { return method }
        if case .response(let request) = part.relation { return request.method }
        return nil
    }
}
