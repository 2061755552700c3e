import CommandBasis
import Commands
import Playback
import Recording
import Wire

/// `viperline double`. (The type's name leaves `Double` to the numbers.)
struct DoubleCommand: Command {
    static let configuration = CommandConfiguration(
        name: "double",
        abstract: "Act as a service of a recorded session.",
        discussion: """
            A double is a role: it reads events from stdin and answers each one, by its type, subject and data, as the \
            recorded service did, with the new session's ids. An input recorded several times gets its answers in turn, \
            then the last ones again. The double sends outputs without a cause, such as user actions, after all \
            inputs recorded before them.

              viperline run itunes \\
                --replace fetcher='viperline double fetcher session.ndjson'
              viperline run itunes --cassette session.ndjson \\
                --only presenter -- ./my-presenter

            It reports an unrecorded input on stderr with the nearest recorded one, and does not answer it.

            Faults apply to all outputs of a type, or to the Nth of them; --fault may be repeated:
              --fault interactor.output.found:delay=2s       comes later
              --fault 'interactor.output.found#2:drop'       the second is dropped
              --fault 'view.input.show#3:malformed'          half a line
              --fault 'router.output.didNavigate#2:exit=70'  the process ends instead

            Exit codes: 0 at the end of the input (for a view, and for a service without inputs, at the end of the \
            recording); 65 an unrecorded input (--strict), a deviation (--check), or no such service in the file; 69 the \
            file can't be read.
            """)

    var service = ""
    var file = ""
    var strict = false
    var loose = false
    var pace = PlaybackPace.immediate
    var fault: [DoubleFault] = []
    var check = false
    var patience: Double?

    static var table: OptionTable<Self> {
        [
            .argument("service", \.service, "The service's name in the recorded session."),
            .argument("file", \.file, "The cassette."),
            .flag("strict", \.strict, "Exit with 65 at an unrecorded input."),
            .flag("loose", \.loose, "Answer an unrecorded input like the next recorded one of its type."),
            .option("pace", \.pace, "When to answer: immediate, or recorded (with the recorded delays)."),
            .option("fault", value: "type[#n]:kind", \.fault, "A deliberate fault; see above."),
            .flag("check", \.check, "Exit with 65 unless exactly the recorded inputs came."),
            .option(
                "patience", value: "seconds", \.patience,
                "Exit after waiting this long for a recorded input (default: wait forever)."
            ).within(.waits),
        ]
    }

    mutating func validate() throws {
        if strict, loose { throw UsageError("--strict and --loose exclude each other") }
    }

    func run() throws {
        let cassette = try CassetteFile(file)
        let script = try ServiceScript(of: service, in: cassette.reader)
        try cassette.conclude(with: service, found: !(script.inputs.isEmpty && script.outputs.isEmpty))
        let environment = RoleEnvironment.current(role: service)
        let double = ServiceDouble(
            script, stamp: environment.stamp, mode: strict ? .strict : loose ? .loose : .standard, pace: pace,
            faults: fault, endsSession: endsByItself(cassette.header?.services[service]))
        let log = DiagnosticLog("viperline double \(service)")
        var loop = DoubleLoop(double, in: environment, checks: check, limit: patience.map { .seconds($0) }) {
            log.note($0)
        }
        throw ExitCode(loop.run())
    }

    /// True if the double ends once everything has been written: a view ends the session then, and a service without input would
    /// wait forever.
    private func endsByItself(_ service: CassetteHeader.Service?) -> Bool {
        guard let service else { return false }
        return service.endsSession == true || service.receives.isEmpty
    }
}

extension DoubleFault: ArgumentValue {
    package static let form: String? = "expected a type and a kind, such as view.output.didSearch#2:drop; see --help"
    package init?(argument: String) { self.init(argument) }
}
