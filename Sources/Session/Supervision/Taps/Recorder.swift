import Composition
import Encodings
import Platform
package import Processes
package import Recording
import Secrecy
import Wire

/// Records the session: a tap that a process of the session's own reads, `viperline cassette write`. So a slow or full disk
/// does not block the loop, and events that passed before the supervisor is killed still reach the file.
///
/// A recorder is not a ``PipedProcess``: its stdin is the connection of a tap, with that tap's limits.
package final class Recorder {
    package let path: String
    /// The writer's stdin, with the same limits as any tap; nil once the recording has ended.
    private(set) var client: ControlClient?
    let writer: pid_t
    private let diagnostics: Descriptor

    package init(_ file: CassetteOutput, header: CassetteHeader) throws(SystemError) {
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
        var header = header
        header.ends = true
        client.offer(header.line, count: 1)
        self.client = client
    }

    /// The writer's stderr: readable when it reports an error, or has ended.
    package var words: Int32 { diagnostics.number }

    /// Writes the rest and waits for the writer's end.
    /// - Parameter exit: the code with which a recorded server ended by itself.
    /// - Returns: why not everything was written; nil if it was.
    package func finish(_ patience: Patience = Patience(), exit: Int32? = nil) -> String? {
        if drains(patience) {
            client?.offer(Passage.end(exit: exit), count: 0)
            _ = drains(patience)
        }
        client = nil
        let complaint = lastWords(patience)
        let outcome = Outcome.awaited(writer)
        return outcome == .exited(0) ? nil : complaint ?? "the writer \(outcome)"
    }

    /// - Returns: whether the writer has taken everything.
    private func drains(_ patience: Patience) -> Bool {
        guard let client else { return false }
        while client.hasOutput, !client.isGone, patience.lasts(client.connection.number, for: .writing) {
            client.write()
        }
        return !client.hasOutput && !client.isGone
    }

    /// The writer's last line on stderr. A writer that makes no progress is killed.
    private func lastWords(_ patience: Patience) -> String? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            guard patience.lasts(words, for: .reading) else {
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

extension Recorder {
    /// How long the writer may pause when the recording ends.
    package struct Patience {
        private let pause: Duration
        private let signals: Int32?
        private let isAsked: () -> Bool

        /// The patience in a session that goes on.
        static var brief: Patience { Patience(pause: .seconds(1)) }

        package init() { self.init(pause: .seconds(10)) }

        /// - Parameters:
        ///   - signals: readable when the user may not want to wait.
        ///   - isAsked: whether that is so.
        init(pause: Duration = .seconds(10), signals: Int32? = nil, unless isAsked: @escaping () -> Bool = { false }) {
            self.pause = pause
            self.signals = signals
            self.isAsked = isAsked
        }

        /// Waits until the writer has made progress.
        fileprivate func lasts(_ number: Int32, for interest: PollSet.Interest) -> Bool {
            var set = PollSet()
            set.add(number, for: interest)
            if let signals { set.add(signals) }
            let deadline = Instant.now + pause
            while true {
                switch set.wait(until: deadline) {
                case .ready where set.isReady(0): return true
                case .ready: if isAsked() { return false }
                case .interrupted: continue
                case .timedOut, .failed: return false
                }
            }
        }
    }

    /// Adds lines; counts them as missed if the disk is too slow.
    /// - Parameter lines: whole lines, each with its LF.
    package func append(_ lines: [UInt8], count: Int) { client?.offer(lines, count: count) }

    /// Counts what is not in the recording.
    package func miss(_ count: Int) { client?.miss(count) }

    /// The descriptor to poll for writing; nil if nothing waits.
    package var writing: Int32? { client.flatMap { $0.hasOutput ? $0.connection.number : nil } }

    /// Writes as much as there is room for.
    package func write() { client?.write() }

    package var hasMissed: Bool { client?.hasMissed ?? false }
}

extension CassetteHeader {
    /// The header of a session's recording. Facts about this machine or this session alone are generalised: Viperline's
    /// programs appear with their names alone, the session's folder and that of installed applications as their
    /// variables, and secrets are withheld.
    /// - Parameter uptime: how long ago the session began.
    init(
        _ composition: Composition, sessionFolder: String, screen: Screen? = nil, uptime: Duration = .zero,
        executables: String = Folders.current.executables,
        variables: [(name: String, value: String)] = OwnEnvironment.variables.map { ($0, $1) }
    ) {
        let secrets = SecretVariables(variables + composition.services.flatMap { $0.environment.map { ($0, $1) } })
        let applications = ApplicationPath(composition.application)
        func portable(_ text: String) -> String {
            secrets.withheld(
                from: applications.portable(text).replacing(sessionFolder, with: "${\(SessionVariable.folder)}"))
        }
        let services = composition.services.map { service in
            var command = SecretArguments.withheld(from: service.command.map(portable))
            if let program = command.first, program.hasPrefix(executables + "/") {
                command[0] = String(program.dropFirst(executables.count + 1))
            }
            let environment = service.environment.map { name, value in
                (name, Self.maybeSecret(name, value) ? nil : portable(value))
            }
            let recorded = Service(
                command: command, receives: service.receives.map(\.description),
                sends: service.sends.map(\.description), terminal: service.tty ? true : nil,
                endsSession: service.exitOnEnd ? true : nil,
                environment: environment.isEmpty ? nil : Dictionary(environment) { $1 },
                dependsOn: service.dependsOn.isEmpty ? nil : service.dependsOn.map(\.service),
                tested: service.isTested ? nil : false)
            return (service.name, recorded)
        }
        self.init(
            composition: composition.name,
            started: Timestamp.text(seconds: time(nil) - time_t(uptime.components.seconds)),
            services: Dictionary(services) { $1 }, screen: screen)
    }

    /// True if a variable's value is to be withheld. In doubt it is: it can be set again for `verify`.
    private static func maybeSecret(_ name: String, _ value: String) -> Bool {
        SecretName.mayBe(name) || SecretText.holdsSecret(value)
    }
}
