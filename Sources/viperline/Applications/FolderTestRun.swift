import Composition
import Control
import Playback
import Processes
import Recording
import Supervision
import Wire

/// Runs one test: starts the service's program as the composition says, in place of the bus.
struct FolderTestRun {
    /// Bytes of a conversation's file.
    private static let longestConversation = FileSystem.sizeLimit
    /// Bytes of a line from a program, as in ``Verify``.
    private static let lineLimit = 64 << 20

    let folder: ApplicationFolder
    let composition: Composition
    let session: SessionFolder
    let patience: Duration
    let accepts: Bool

    func verdict(on test: FolderTest) -> TestVerdict {
        let backing = BackingServices()
        defer { backing.end() }
        guard let service = composition.services.first(where: { $0.name == test.service }) else {
            return .failed("compose.yaml has no service \"\(test.service)\"")
        }
        do {
            try start(servicesBehind: service, backing)
            switch test.kind {
            case .conversation: return try converse(service, "\(folder.path)/\(test.path)")
            case .cassette: return try verify(service, "\(folder.path)/\(test.path)")
            }
        } catch {
            return .failed("\(error)")
        }
    }

    private func converse(_ service: Service, _ path: String) throws -> TestVerdict {
        let file = try FolderTests.conversation(path)
        let conversation = try Conversation(file)
        let process = try RoleProcess(
            service.command + conversation.arguments, service: service.name, run: "1",
            environment: environment(of: service).merging(conversation.environment) { $1 },
            workingDirectory: workingDirectory(of: service), keepsDiagnostics: true)
        let run = ConversationRun(conversation, with: process, patience: patience, accepts: accepts)
        do { try run.run() } catch { return failed("\(error)", process) }
        if let revision = run.revision(of: file) {
            try WholeFile.replace(path, revision)
            return .accepted("it has what the program says now")
        }
        return .passed("\(run.count) answers as expected")
    }

    private func verify(_ service: Service, _ path: String) throws -> TestVerdict {
        let cassette = try CassetteReader(path)
        guard let header = cassette.header else { return .failed("this is neither a conversation nor a cassette") }
        guard let recorded = header.services[service.name] else {
            let names = header.services.keys.sorted().joined(separator: ", ")
            return .failed("the cassette has no service \"\(service.name)\"; there are: \(names)")
        }
        let screen = recorded.terminal == true ? header.screen : nil
        let person: (any Typist)? =
            if let screen { try TypedKeys(screen) } else { recorded.terminal == true ? try TypedCommands() : nil }
        var variables = environment(of: service)
        if screen != nil { variables["TERM"] = "xterm-256color" }
        let process = try RoleProcess(
            service.command, service: service.name, run: "1", environment: variables, lineLimit: Self.lineLimit,
            descriptors: person?.descriptors ?? [], workingDirectory: workingDirectory(of: service),
            keepsDiagnostics: true)
        person?.begin()
        let verification = Verification(
            of: service.name, in: cassette, by: process, person: person, patience: patience, accepts: accepts)
        let summary: Verification.Summary
        do { summary = try verification.run() } catch { return failed("\(error)", process) }
        if let damage = cassette.damages.first { return .failed("line \(damage.line) \(damage.reason)") }
        guard summary.inputs + summary.outputs > 0 else {
            return .failed("nothing of the service was recorded")
        }
        if let edits = verification.edits, !edits.isEmpty {
            let services = header.services
            try CassetteRevision(of: path, with: edits) { type in
                services.filter { $1.receives.contains { MessagePattern($0).matches(type) } }.keys.sorted()
            }.write()
            return .accepted("\(edits)")
        }
        return .passed("\(summary.outputs) outputs as recorded")
    }

    private func failed(_ reason: String, _ process: RoleProcess) -> TestVerdict {
        let said = String(decoding: process.diagnostics, as: UTF8.self)
        guard !said.isEmpty else { return .failed(reason) }
        let lines = said.split(separator: "\n").suffix(10).map { "  | \($0)" }
        return .failed("\(reason)\n\(lines.joined(separator: "\n"))")
    }

    /// The folder is the person's own, so its programs get the person's variables; but a test opens no pages.
    private func environment(of service: Service) -> [String: String] {
        VerificationEnvironment.inherited(from: OwnEnvironment.variables, isOwnProgram: true)
            .merging([SessionVariable.folder: session.path]) { $1 }
            .merging(service.environment) { $1 }
    }

    private func workingDirectory(of service: Service) -> String? {
        service.workingDirectory ?? (ApplicationFolder.isOwn(service) ? folder.path : nil)
    }

    /// Starts what a service needs besides the bus, such as an upstream: its dependencies, direct and indirect, that
    /// neither receive nor send.
    private func start(servicesBehind service: Service, _ backing: BackingServices) throws {
        let header = CassetteHeader(
            composition: composition.name, started: "",
            services: Dictionary(composition.services.map { ($0.name, Self.recorded($0)) }) { $1 })
        for name in header.backingServices(of: service.name) {
            guard let needed = composition.services.first(where: { $0.name == name }) else { continue }
            let program = ServiceProgram(name, Self.recorded(needed), folder: session.path) { _ in nil }
            try backing.start(
                program, environment: environment(of: needed), workingDirectory: workingDirectory(of: needed))
        }
    }

    private static func recorded(_ service: Service) -> CassetteHeader.Service {
        CassetteHeader.Service(
            command: service.command, receives: service.receives.map(\.description),
            sends: service.sends.map(\.description), environment: service.environment.mapValues { $0 },
            dependsOn: service.dependsOn.map(\.service))
    }
}
