import ArgumentParser
import Playback
import Processes
import Recording
import Wire

/// `viperline double`. (The type's name leaves `Double` to the numbers.)
struct PlayDouble: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "double",
        abstract: "Behave as a service did in a recorded session.",
        discussion: """
            A role like any other: it reads events from stdin and answers each, by its type, subject and data, as the \
            service had answered it; ids are the new session's. What was recorded several times is answered in turn, \
            and then as the last time. What the service did of its own accord (a person at the view) it does again, as \
            soon as all that was recorded before has come.

              viperline run itunes --replace fetcher='viperline double fetcher session.ndjson'
              viperline run itunes --cassette session.ndjson --only presenter -- ./my-presenter

            An input that was not recorded is named on stderr with the nearest one that was, and not answered.

            Faults, of the outputs of a type or of the Nth of them, may be repeated:
              --fault interactor.output.found:delay=2s       said later
              --fault 'interactor.output.found#2:drop'       the second is not said
              --fault 'view.input.show#3:malformed'          half a line
              --fault 'router.output.didNavigate#2:exit=70'  the process ends instead

            Exit codes: 0 at the end of its input, or for a view, and for who receives nothing, at the end of what was \
            recorded; 65 an input that was not recorded (--strict), something that was and has not come (--check), or no \
            such service in the file; 69 the file can't be read.
            """)

    @Argument(help: "The service's name in the recorded session.")
    var service: String

    @Argument(help: "The cassette.")
    var file: String

    @Flag(help: "End with 65 at an input that was not recorded.")
    var strict = false

    @Flag(help: "Answer an input that was not recorded as the next one of its type.")
    var loose = false

    @Option(help: "When to answer: immediate, or recorded: as long after its cause as in the session.")
    var pace = ServiceDouble.Pace.immediate

    @Option(help: ArgumentHelp("Do something wrong on purpose, see above.", valueName: "type[#n]:kind"))
    var fault: [DoubleFault] = []

    @Flag(help: "End with 65 when what has come was not all that was recorded, and nothing else.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "End when nothing has come for so long though something was recorded; without it, wait.",
            valueName: "seconds"))
    var patience: Double?

    mutating func validate() throws {
        guard patience.map({ $0 > 0 && $0 <= 1_000_000 }) ?? true else {
            throw ValidationError("--patience wants seconds, such as: 60")
        }
        if strict, loose { throw ValidationError("--strict and --loose exclude each other") }
    }

    func run() throws {
        let cassette = try CassetteFile(file)
        let script: ServiceScript
        do throws(SystemError) { script = try ServiceScript(of: service, in: cassette.reader) } catch {
            StandardStream.diagnose("viperline double", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
        try cassette.conclude(with: service, found: !(script.inputs.isEmpty && script.outputs.isEmpty))
        let environment = RoleEnvironment(role: service)
        let double = ServiceDouble(
            script, stamp: environment.stamp, mode: strict ? .strict : loose ? .loose : .standard, pace: pace,
            faults: fault, endsSession: endsByItself(cassette.header?.services[service]))
        var loop = DoubleLoop(double, in: environment, checks: check, limit: patience) { [service] in
            StandardStream.diagnose("viperline double \(service)", $0)
        }
        throw ExitCode(loop.run())
    }

    /// Whether nothing is left for it to do when it has said all: a view ends the session then, and who receives nothing
    /// would wait for the end of an input that nobody writes.
    private func endsByItself(_ service: CassetteHeader.Service?) -> Bool {
        guard let service else { return false }
        return service.endsSession == true || service.receives.isEmpty
    }
}

extension ServiceDouble.Pace: ExpressibleByArgument {}

extension DoubleFault: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
