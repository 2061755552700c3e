import CommandBasis
import Commands
import Composition
import Platform
import Processes
import Supervision
import Wire

struct TestCommand: Command {
    static let configuration = CommandConfiguration(
        name: "test",
        abstract: "Test an application's folder.",
        discussion: """
            Runs every file that ends in .ndjson or .ndjson.gz in FOLDER/tests: cassettes, as viperline verify does, for each \
            service of FOLDER/compose.yaml whose program is the folder's own (the presenter, where the file declares sources \
            and scenes); and conversations:

              {"conversation":"app"}
              {"given":{"type":"view.output.didSearch","data":{"query":"tea"}}}
              {"expected":{"type":"view.input.show","data":{"screen":{"title":"Tea"}}}}

            A given is an event, or any text. The program gets it once all earlier expectations are met. The listed members of \
            an expected event must match; null means that a member is absent. Ids and times are never compared.

              viperline run . --record tests/bug.ndjson      # another test
              viperline test

            Each test runs in a copy of FOLDER, with FOLDER/tests/fixtures laid over it, and with a home folder of its own \
            (HOME, TMPDIR; FOLDER/tests/home is laid over it), so it changes none of your data. Otherwise the programs of \
            compose.yaml run with your environment, without a browser. A cassette's own commands never run. A service with \
            "test: false" in compose.yaml is left out.

            It runs each file once, follows no links out of FOLDER, and lists the files that it omits.

            Exit codes: 0 all pass; 65 some fail or do not start, or compose.yaml has an error; 64 there are no tests.
            """)

    /// Files in a message.
    private static let mostNamed = 100

    var folder = "."
    var filter: String?
    var accept = false
    var all = false
    var patience = 5.0

    static var table: OptionTable<Self> {
        [
            .argument("folder", \.folder, isRequired: false, "The application's folder."),
            .option(
                "filter", value: "text", \.filter, "Only tests with this in their name: the file, a space, the service."
            ),
            .flag("accept", \.accept, "Write the programs' new outputs into the cassettes and conversations."),
            .flag("all", \.all, "Verify Viperline's own roles too, such as the view."),
            .option("patience", \.patience, "Seconds to wait for an answer, beyond the recorded time.").within(
                .waits),
        ]
    }

    func run() throws {
        let application = ApplicationFolder(folder)
        if let problem = application.problem { throw CommandFailure(problem, .usage) }
        // In the temporary folder: that of the runtime may be small, and in memory.
        let session = try SessionFolder.create { $0 == "XDG_RUNTIME_DIR" ? nil : RoleEnvironment.variable($0) }
        let place = try TestPlace(for: application, in: session.path)
        defer { session.remove() }
        Self.removeAfterSignals(session)
        let composition = try application.composition(sessionFolder: session.path, variables: place.own)
        let (tests, leftOut, named) = try tests(of: application, composition)
        do {
            let missing = try place.fill().filter { !named.contains($0.path) }
            for one in missing.prefix(Self.mostNamed) {
                StandardStream.diagnose("viperline test", "\(one.path) is not in the tests' copy: \(one.reason)")
            }
        } catch { throw CommandFailure("\(error)", error is SystemError ? .unavailable : .badInput) }
        let run = FolderTestRun(
            folder: application, composition: composition, sessionFolder: session.path, place: place,
            patience: .seconds(patience), accepts: accept)
        var report = TestReport(count: tests.count)
        for test in tests { try report.add(test, by: run) }
        try report.conclude(
            leftOut: leftOut, excluded: composition.services.filter { !$0.isTested }.map(\.name))
        if report.hasFailures || leftOut > 0 { throw ExitCode(.badInput) }
    }

    /// - Returns: the tests, how many files and folders are left out, and which of them are named on stderr.
    private func tests(
        of application: ApplicationFolder, _ composition: Composition
    ) throws -> (tests: [FolderTest], leftOut: Int, named: Set<String>) {
        let folderTests = FolderTests(of: application, composition, includesOurs: all)
        let tests = folderTests.all
        let leftOut = folderTests.leftOut.filter { one in filter.map(one.path.contains) ?? true }
        let named = leftOut.prefix(Self.mostNamed)
        for one in named {
            StandardStream.diagnose("viperline test", "\(one.path) is left out: \(one.reason)")
        }
        if leftOut.count > Self.mostNamed {
            StandardStream.diagnose("viperline test", "and \(leftOut.count - Self.mostNamed) more")
        }
        guard !tests.isEmpty else {
            // The reasons above say what to do about a file that is there.
            let advice =
                leftOut.isEmpty
                ? " (viperline run \(application.path) --record \(application.path)/tests/NAME.ndjson makes a cassette)"
                : ""
            throw CommandFailure(
                "there is nothing to test in \(application.path)/tests: no conversation, and no cassette with a service whose "
                    + "program is the folder's own\(advice)", .usage)
        }
        let names = Set(named.map(\.path))
        guard let filter else { return (tests, leftOut.count, names) }
        let chosen = tests.filter { $0.name.contains(filter) }
        guard !chosen.isEmpty else { throw CommandFailure("no test has \"\(filter)\" in its name", .usage) }
        return (chosen, leftOut.count, names)
    }

    /// A signal that ends the tests leaves no copy behind. After a kill, the next tests remove it.
    private static func removeAfterSignals(_ session: SessionFolder) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !SignalPipe.isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waits = DetachedThread.start { [signals] in
            var (awaited, number) = (signals, Int32(0))
            guard sigwait(&awaited, &number) == 0 else { return }
            session.remove()
            signal(number, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
            raise(number)
        }
        if !waits { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }
}
