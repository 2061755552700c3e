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

            Exit codes: 0 at the end of its input, or for a view at the end of what was recorded; 65 an input that was \
            not recorded (--strict), or no such service in the file; 69 the file can't be read.
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
    var fault: [Fault] = []

    mutating func validate() throws {
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
            faults: fault, endsSession: cassette.header?.services[service]?.endsSession ?? false)
        var loop = DoubleLoop(double, in: environment) { [service] in
            StandardStream.diagnose("viperline double \(service)", $0)
        }
        throw ExitCode(loop.run())
    }
}

extension ServiceDouble.Pace: ExpressibleByArgument {}

extension Fault: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
