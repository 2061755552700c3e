package import Recording

/// How a recorded service is started again: its command, and what is added to the environment.
package struct ServiceProgram: Equatable, Sendable {
    /// What stands for a value that the cassette withholds, where the person who runs it has none to give.
    package static let placeholder = "withheld"
    private static let folderVariable = "VIPERLINE_SESSION_DIR"

    package let name: String
    /// The program's name or path, and its arguments.
    package var command: [String]
    package let environment: [String: String]

    /// - Parameters:
    ///   - folder: what the session's folder is now.
    ///   - variable: the environment of who runs it.
    package init(
        _ name: String, _ service: CassetteHeader.Service, folder: String, variable: (String) -> String?
    ) {
        func filled(_ text: String) -> String { text.replacing("${\(Self.folderVariable)}", with: folder) }
        self.name = name
        command = service.command.map(filled)
        var environment = [Self.folderVariable: folder]
        for (variableName, value) in service.environment ?? [:] {
            environment[variableName] = value.map(filled) ?? variable(variableName) ?? Self.placeholder
        }
        self.environment = environment
    }
}

extension CassetteHeader {
    /// The services that a service needs besides the bus, such as an upstream: those that it depends on, and these in
    /// turn, as far as they neither receive nor send. Each comes after what it depends on itself.
    package func backingServices(of name: String) -> [String] {
        var found: [String] = []
        var visited: Set<String> = [name]
        func visit(_ name: String) {
            for dependency in services[name]?.dependsOn ?? [] where visited.insert(dependency).inserted {
                guard let service = services[dependency], service.receives.isEmpty, service.sends.isEmpty else {
                    continue
                }
                visit(dependency)
                found.append(dependency)
            }
        }
        visit(name)
        return found
    }
}
