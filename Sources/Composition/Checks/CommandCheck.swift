/// Finds each command's program, and tells of those that are not found.
struct CommandCheck {
    let lookup: CommandLookup
    private(set) var mistakes: [Mistake] = []

    init(lookup: CommandLookup) { self.lookup = lookup }

    /// The command with its program's absolute path in front; nil when there is none.
    mutating func resolve(_ service: ServiceDraft, workingDirectory: String?) -> [String]? {
        guard let command = service.command, let program = command.value.first, !program.isEmpty else { return nil }
        do {
            let path = try lookup.path(of: program, workingDirectory: workingDirectory)
            return [path] + command.value.dropFirst()
        } catch {
            mistakes.append(service.mistake(sentence(error, program), key: "command", at: command.place))
            return nil
        }
    }

    private func sentence(_ failure: CommandLookup.Failure, _ program: String) -> String {
        switch failure {
        case .notExecutable(let path): "\"\(path)\" is not executable; chmod +x, or name the interpreter first"
        case .notFound(let looked, let similar):
            "command \"\(program)\" not found" + (similar.map { " (did you mean \"\($0)\"?)" } ?? "")
                + "; looked at \(looked)"
        }
    }
}
