import Platform
package import Processes
package import Recording
import SessionClient
import Wire

/// The command and the environment with which a recorded service is started again.
package struct ServiceProgram: Equatable, Sendable {
    /// Stands for a withheld value that the user does not provide.
    package static let placeholder = "withheld"
    private static let folderVariable = "VIPERLINE_SESSION_DIR"

    package let name: String
    /// The program's name or path, and its arguments.
    package var command: [String]
    package let environment: [String: String]

    /// - Parameters:
    ///   - folder: the present session's folder.
    ///   - variable: looks up a value that the cassette withholds.
    package init(
        _ name: String, _ service: CassetteHeader.Service, folder: String, variable: (String) -> String?
    ) {
        func filled(_ text: String) -> String {
            text.filled { $0 == Self.folderVariable ? folder : variable($0) }
        }
        self.name = name
        command = service.command.map(filled)
        var environment = [Self.folderVariable: folder]
        for (variableName, value) in service.environment ?? [:] where HarmlessService.isName(variableName) {
            environment[variableName] = value.map(filled) ?? variable(variableName) ?? Self.placeholder
        }
        self.environment = environment
    }
}

extension String {
    /// The text with a value in the place of each `${NAME}`; unknown names stay.
    func filled(_ value: (String) -> String?) -> String {
        var output = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let name = String(rest[start.upperBound..<end])
            output += rest[..<start.lowerBound] + (value(name) ?? "${\(name)}")
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }
}

extension CassetteHeader {
    /// The services that a service needs besides the bus, such as an upstream: its dependencies, direct and indirect,
    /// that neither receive nor send. Each comes after its own dependencies.
    package func backingServices(of name: String) -> [String] {
        var found: [String] = []
        var visited: Set<String> = []
        // An explicit stack: a header may name a chain of any length.
        var waiting: [(name: String, isDone: Bool)] = [(name, false)]
        while let (next, isDone) = waiting.popLast() {
            if isDone { found.append(next) }
            guard !isDone, visited.insert(next).inserted else { continue }
            if next != name { waiting.append((next, true)) }
            for dependency in (services[next]?.dependsOn ?? []).reversed() {
                guard let service = services[dependency], service.receives.isEmpty, service.sends.isEmpty else {
                    continue
                }
                waiting.append((dependency, false))
            }
        }
        return found
    }
}

/// Services that a verified program needs besides the bus, such as an upstream; started before it, ended after it.
package final class BackingServices {
    package enum Failure: Error, CustomStringConvertible {
        case notReady(String, Outcome?)

        package var description: String {
            switch self {
            case .notReady(let name, nil): "start \(name): it has not reported in time that it is ready"
            case .notReady(let name, let outcome?): "start \(name): it \(outcome)"
            }
        }
    }

    private static let patience = Duration.seconds(30)
    private var processes: [RoleProcess] = []

    package init() {}

    /// Starts a service and waits until it is ready.
    /// - Parameter workingDirectory: nil for ours.
    package func start(
        _ program: ServiceProgram, environment: [String: String], workingDirectory: String? = nil
    ) throws {
        let process = try RoleProcess(
            program.command, service: program.name, run: "1",
            environment: environment.merging(program.environment) { $1 }, workingDirectory: workingDirectory)
        processes.append(process)
        let deadline = Instant.now + Self.patience
        while true {
            while let line = process.nextLine() {
                if (try? Event(line: line.span))?.type == ProcessOutput.Ready.type { return }
            }
            if process.isSilent { throw Failure.notReady(program.name, process.leave(within: .seconds(1))) }
            guard Instant.now < deadline else { throw Failure.notReady(program.name, nil) }
            process.turn(within: .milliseconds(100))
        }
    }

    package func end() {
        for process in processes.reversed() { _ = process.leave(within: .seconds(2)) }
        processes = []
    }
}
