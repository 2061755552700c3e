/// The file that a command gives to an interpreter: `app.py` of `python3 -u app.py`.
package enum ScriptArgument {
    /// The letters of options that take no value, so that the script follows them, by the interpreter's name without its version.
    private static let plainOptions = [
        "python": "uBEsSOIvqbdixP", "sh": "euxvf", "bash": "euxvf", "dash": "euxvf", "zsh": "euxvf", "perl": "wT",
        "ruby": "w",
        "node": "",
    ]

    /// Nil if the command has no such file, or may have none: code on the command line, a module, an option that is not known here.
    package static func of(_ command: [String]) -> String? {
        guard let program = command.first?.split(separator: "/").last else { return nil }
        let name = String(program.prefix { !$0.isNumber && $0 != "." })
        if name == "jq" {
            guard let option = command.firstIndex(where: { ["-f", "--from-file"].contains($0) }) else { return nil }
            return command.dropFirst(option + 1).first
        }
        guard let plain = plainOptions[name] else { return nil }
        for word in command.dropFirst() {
            guard word.hasPrefix("-") else { return word.isEmpty ? nil : word }
            guard word.count > 1, word.dropFirst().allSatisfy(plain.contains) else { return nil }
        }
        return nil
    }
}
