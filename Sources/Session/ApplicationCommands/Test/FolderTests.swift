import Composition
import Encodings
import Platform
import Playback
import Processes
import Recording
import SessionClient
import Supervision
import Wire

/// The tests that an application's folder has, with the services that they test.
struct FolderTests {
    /// A file that cannot be read as a whole.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    let all: [FolderTest]
    let leftOut: [TestFiles.LeftOut]

    /// - Parameter includesOurs: whether Viperline's own roles are verified by the cassettes too.
    init(of folder: ApplicationFolder, _ composition: Composition, includesOurs: Bool) {
        let services = composition.services.filter { service in
            guard service.isTested else { return false }
            return ApplicationFolder.isOwn(service)
                || includesOurs && !(service.receives.isEmpty && service.sends.isEmpty)
        }.map(\.name)
        let files = folder.tests
        var untested: [TestFiles.LeftOut] = []
        all = files.found.flatMap { path -> [FolderTest] in
            let file = "\(folder.path)/\(path)"
            guard folder.refusal(of: path) == nil else {
                return [FolderTest(kind: .conversation, path: path, service: services.first ?? "")]
            }
            guard Conversation.begins(Self.beginning(of: file)) else {
                if services.isEmpty { untested.append(TestFiles.LeftOut(path: path, reason: Self.noService)) }
                return services.map { FolderTest(kind: .cassette, path: path, service: $0) }
            }
            // One that cannot be read names no service, and fails.
            let service = (try? Self.conversation(file)).flatMap { try? Conversation($0) }?.service
            return [FolderTest(kind: .conversation, path: path, service: service ?? services.first ?? "")]
        }
        leftOut = files.leftOut + untested
    }

    private static let noService = "compose.yaml has no service whose program is the folder's own"

    static func conversation(_ path: String) throws(Unreadable) -> [UInt8] {
        switch FileSystem.local.read(path) {
        case .success(let bytes): return bytes
        case .failure(.tooLarge): throw Unreadable(description: "larger than \(FileSystem.sizeLimit >> 20) MB")
        case .failure: throw Unreadable(description: "cannot be read")
        }
    }

    private static func beginning(of path: String) -> [UInt8] {
        WholeFile.beginning(of: path, count: 256)
    }
}

/// A test of an application's folder.
struct FolderTest {
    enum Kind {
        case conversation
        /// A cassette, with the service whose program is verified.
        case cassette
    }

    let kind: Kind
    /// Relative to the application's folder.
    let path: String
    let service: String

    /// What the table calls it, and `--filter` looks through.
    var name: String { "\(path) \(service)" }
}

/// Runs one test: starts the service's program according to the composition, in place of the bus.
struct FolderTestRun {
    let folder: ApplicationFolder
    let composition: Composition
    let session: SessionFolder
    let place: TestPlace
    let patience: Duration
    let accepts: Bool

    func verdict(on test: FolderTest) -> TestVerdict {
        if let reason = folder.refusal(of: test.path) { return .failed(reason) }
        let backing = BackingServices()
        defer { backing.end() }
        guard let service = composition.services.first(where: { $0.name == test.service }) else {
            return .failed("compose.yaml has no service \"\(test.service)\"")
        }
        do {
            _ = try place.fill()
            try start(servicesBehind: service, backing)
            switch test.kind {
            case .conversation: return try converse(service, "\(folder.path)/\(test.path)")
            case .cassette: return try verify(service, "\(folder.path)/\(test.path)")
            }
        } catch {
            return .failed(place.relocation.leaving("\(error)"))
        }
    }

    private func converse(_ service: Service, _ path: String) throws -> TestVerdict {
        let file = try FolderTests.conversation(path)
        let conversation = try Conversation(file)
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
            return .failed("the conversation has only its first line, so nothing was tested")
        }
        return .passed(run.count == 0 ? "no answer, as expected" : "\(run.count) answers as expected")
    }

    private func verify(_ service: Service, _ path: String) throws -> TestVerdict {
        let cassette = try CassetteReader(path)
        guard let header = cassette.header else { return .failed("this is neither a conversation nor a cassette") }
        guard header.services[service.name] != nil else {
            let names = header.services.keys.sorted().joined(separator: ", ")
            return .failed("the cassette has no service \"\(service.name)\"; there are: \(names)")
        }
        let verification = try Verification(
            of: service.name, in: cassette, by: place.command(service.command), environment: environment(of: service),
            workingDirectory: place.workingDirectory(service.workingDirectory), keepsDiagnostics: true,
            relocation: place.relocation, patience: patience, accepts: accepts)
        let summary: Verification.Summary
        do { summary = try verification.run() } catch {
            return failed("\(error)", verification.diagnostics, remark: remark(on: path, header))
        }
        if let damage = cassette.damages.first { return .failed("line \(damage.line) \(damage.reason)") }
        guard summary.inputs + summary.outputs > 0 else {
            return .failed("nothing of the service was recorded")
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
    private func remark(on cassette: String, _ header: CassetteHeader) -> String? {
        var status = stat()
        guard let began = Timestamp(header.started), stat(cassette, &status) == 0 else { return nil }
        let changed = folder.filesChanged(in: began.seconds...max(began.seconds, status.st_mtim.tv_sec))
        guard !changed.isEmpty else { return nil }
        return "the recorded session itself changed \(changed.joined(separator: ", ")); the test begins with what it "
            + "left there. Put the files as they were before into tests/fixtures"
    }

    /// The folder is the user's own, so its programs get the user's variables; but a test opens no pages.
    private func environment(of service: Service, _ additional: [String: String] = [:]) -> [String: String] {
        place.environment(
            VerificationEnvironment.inherited(from: [:], isOwnProgram: true)
                .merging([SessionVariable.folder: session.path]) { $1 }
                .merging(service.environment) { $1 }
                .merging(additional) { $1 })
    }

    /// Starts what a service needs besides the bus, such as an upstream: its dependencies, direct and indirect, that
    /// neither receive nor send.
    private func start(servicesBehind service: Service, _ backing: BackingServices) throws {
        let header = CassetteHeader(
            composition: composition.name, started: "",
            services: Dictionary(composition.services.map { ($0.name, Self.recorded($0)) }) { $1 })
        for name in header.backingServices(of: service.name) {
            guard let needed = composition.services.first(where: { $0.name == name }) else { continue }
            // Its variables come with those of the test.
            var recorded = Self.recorded(needed)
            recorded.environment = nil
            var program = ServiceProgram(name, recorded, folder: session.path) { _ in nil }
            program.command = place.command(program.command)
            try backing.start(
                program, environment: environment(of: needed),
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

/// How a test ended.
enum TestVerdict: Equatable {
    /// With what was compared.
    case passed(String)
    /// With what is in the file now, and the first differences.
    case accepted(String, [String])
    /// With the first difference.
    case failed(String)
}
