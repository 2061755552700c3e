import Composition
import Encodings
import Platform
import Playback
import Processes
import Recording
import SessionClient
import Wire

/// A test of an application's folder: a conversation, or a cassette with one of the services whose programs are verified.
struct FolderTest {
    let isConversation: Bool
    /// Relative to the application's folder.
    let path: String
    let service: String

    /// The name in the table, which `--filter` looks through.
    var name: String { "\(path) \(service)" }
}

/// The tests that an application's folder has, with the services that they test.
struct FolderTests {
    private(set) var all: [FolderTest] = []
    private(set) var leftOut: [TestFiles.LeftOut]

    /// - Parameter includesOurs: true if Viperline's own roles are verified by the cassettes too.
    init(of folder: ApplicationFolder, _ composition: Composition, includesOurs: Bool) {
        let services = composition.services.filter { service in
            service.isTested && !(service.receives.isEmpty && service.sends.isEmpty)
                && (includesOurs || ApplicationFolder.isOwn(service))
        }.map(\.name)
        let files = TestFiles(in: folder.path)
        leftOut = files.leftOut
        for path in files.found {
            let file = "\(folder.path)/\(path)"
            if Conversation.begins(WholeFile.beginning(of: file, count: 256)) {
                // One that cannot be read names no service, and fails.
                let service = (try? FolderTestRun.conversation(file))?.conversation.service
                all.append(FolderTest(isConversation: true, path: path, service: service ?? services.first ?? ""))
            } else {
                all += services.map { FolderTest(isConversation: false, path: path, service: $0) }
                guard services.isEmpty else { continue }
                let isExcluded = composition.services.contains { !$0.isTested && ApplicationFolder.isOwn($0) }
                let reason =
                    isExcluded
                    ? "the services with programs of the folder have \"test: false\" in compose.yaml"
                    : "compose.yaml has no service whose program is the folder's own"
                        + (includesOurs ? "" : " (--all verifies Viperline's own roles too)")
                leftOut.append(TestFiles.LeftOut(path: path, reason: reason))
            }
        }
    }
}

/// Runs one test: starts the service's program according to the composition, in place of the bus.
struct FolderTestRun {
    let folder: ApplicationFolder
    let composition: Composition
    let sessionFolder: String
    let place: TestPlace
    let patience: Duration
    let accepts: Bool

    func verdict(on test: FolderTest) -> TestVerdict {
        let backing = BackingServices()
        defer { backing.end() }
        guard let service = composition.services.first(where: { $0.name == test.service }) else {
            return .failed("compose.yaml has no service \"\(test.service)\"")
        }
        do {
            _ = try place.fill()
            let path = "\(folder.path)/\(test.path)"
            let cassette = test.isConversation ? nil : try CassetteReader(path)
            try start(servicesBehind: service, backing, cassette?.header)
            return try cassette.map { try verify(service, $0, path) } ?? converse(service, path)
        } catch {
            return .failed(place.relocation.leaving("\(error)"))
        }
    }

    static func conversation(_ path: String) throws -> (file: [UInt8], conversation: Conversation) {
        switch FileSystem.local.read(path) {
        case .success(let bytes): return (bytes, try Conversation(bytes))
        case .failure(.tooLarge): throw TestPlace.Refused("larger than \(FileSystem.sizeLimit >> 20) MB")
        case .failure: throw TestPlace.Refused("cannot be read")
        }
    }

    private func converse(_ service: Service, _ path: String) throws -> TestVerdict {
        let (file, conversation) = try Self.conversation(path)
        let process = try RoleProcess(
            place.command(service.command + conversation.arguments), service: service.name, run: "1",
            environment: environment(of: service, conversation.environment),
            workingDirectory: place.workingDirectory(service.workingDirectory), keepsDiagnostics: true,
            relocation: place.relocation)
        let run = ConversationRun(conversation, with: process, patience: patience, accepts: accepts)
        do { try run.run() } catch { return failed("\(error)", process.diagnostics) }
        if let revision = run.revision(of: file) {
            try WholeFile.replace(path, revision)
            return .accepted("it has the program's present output", run.accepted.map(\.description))
        }
        guard !conversation.lines.isEmpty else {
            return .failed("the conversation contains only its first line, so there is nothing to test")
        }
        return .passed(run.count == 0 ? "no answer, as expected" : "\(run.count) answers as expected")
    }

    private func verify(_ service: Service, _ cassette: CassetteReader, _ path: String) throws -> TestVerdict {
        guard let header = cassette.header else { return .failed("this is neither a conversation nor a cassette") }
        guard header.services[service.name] != nil else {
            let names = header.services.keys.sorted().joined(separator: ", ")
            return .failed("the cassette has no service \"\(service.name)\"; there are: \(names)")
        }
        let verification = try Verification(
            of: service.name, in: cassette, by: place.command(service.command),
            environment: environment(of: service, recorded(of: service, header)),
            workingDirectory: place.workingDirectory(service.workingDirectory), keepsDiagnostics: true,
            relocation: place.relocation, patience: patience, accepts: accepts)
        let summary: Verification.Summary
        do { summary = try verification.run() } catch {
            return failed("\(error)", verification.diagnostics, remark: remark(on: path, header))
        }
        if let damage = cassette.damages.first { return .failed("line \(damage.line) \(damage.reason)") }
        guard summary.inputs + summary.outputs > 0 else {
            return .failed("the cassette contains no events of the service")
        }
        if let edits = verification.edits, !edits.isEmpty {
            try CassetteRevision(of: path, with: edits, receivers: header.receivers(of:)).write()
            return .accepted("\(edits)", verification.accepted.map(\.description))
        }
        return .passed("\(summary.outputs) outputs as recorded")
    }

    private func failed(_ reason: String, _ diagnostics: [UInt8], remark: String? = nil) -> TestVerdict {
        let diagnostics = String(decoding: diagnostics, as: UTF8.self)
        let lines = diagnostics.split(separator: "\n").suffix(10).map { "  | \($0)" }
        return .failed(([reason] + lines + [remark].compactMap(\.self)).joined(separator: "\n"))
    }

    /// A session that changed the folder's own data cannot happen again with the changed data.
    private func remark(on path: String, _ header: CassetteHeader) -> String? {
        guard let began = Timestamp(header.started), let cassette = try? CassetteReader(path) else { return nil }
        var length = 0.0
        while let line = try? cassette.next() { if case .passage(let passage) = line { length = passage.time } }
        let changed = folder.filesChanged(in: began.seconds...began.seconds + Int(length) + 2)
        guard !changed.isEmpty else { return nil }
        return "\(changed.joined(separator: ", ")) changed during the recorded session; the test begins with what it "
            + "left there. Put the files as they were before into tests/fixtures"
    }

    /// The recorded values of the variables that compose.yaml sets: a cassette adds none. A path stays that of this machine, and a
    /// withheld value the present one.
    private func recorded(of service: Service, _ header: CassetteHeader?) -> [String: String] {
        guard let recorded = header?.services[service.name] else { return [:] }
        let program = ServiceProgram(service.name, recorded, folder: sessionFolder) { name in
            name == ApplicationPath.folderVariable
                ? ApplicationPath.folder() : service.environment[name] ?? RoleEnvironment.variable(name)
        }
        return program.environment.filter { service.environment[$0.key] != nil && !$0.value.hasPrefix("/") }
    }

    /// The folder is the user's own, so its programs get the user's variables; but a test opens no pages.
    private func environment(of service: Service, _ additional: [String: String] = [:]) -> [String: String] {
        place.environment(
            VerificationEnvironment.inherited(from: [:], isOwnProgram: true)
                .merging([SessionVariable.folder: sessionFolder]) { $1 }
                .merging(service.environment) { $1 }
                .merging(additional) { $1 })
    }

    /// Starts what a service needs besides the bus, such as an upstream: its dependencies, direct and indirect, that
    /// neither receive nor send.
    /// - Parameter cassette: the header of the test's cassette.
    private func start(
        servicesBehind service: Service, _ backing: BackingServices, _ cassette: CassetteHeader?
    ) throws {
        let header = CassetteHeader(
            composition: composition.name, started: "",
            services: Dictionary(composition.services.map { ($0.name, Self.recorded($0)) }) { $1 })
        for name in header.backingServices(of: service.name) {
            guard let needed = composition.services.first(where: { $0.name == name }) else { continue }
            // The variables of the folder come with those of the test.
            var recorded = Self.recorded(needed)
            recorded.environment = nil
            var program = ServiceProgram(name, recorded, folder: sessionFolder) { _ in nil }
            program.command = place.command(program.command)
            try backing.start(
                program, environment: environment(of: needed, self.recorded(of: needed, cassette)),
                workingDirectory: place.workingDirectory(needed.workingDirectory))
        }
    }

    private static func recorded(_ service: Service) -> CassetteHeader.Service {
        CassetteHeader.Service(
            command: service.command, receives: service.receives.map(\.description),
            sends: service.sends.map(\.description), environment: service.environment.mapValues { $0 },
            dependsOn: service.dependsOn.map(\.service))
    }
}

enum TestVerdict: Equatable {
    /// A test that passed, with what was compared.
    case passed(String)
    /// A file that was written, with its present content and the first differences.
    case accepted(String, [String])
    /// A test that failed, with the first difference.
    case failed(String)
}
