import CommandBasis
import Commands
import Composition
import JSON
import Platform
import Processes
import Secrecy

/// `viperline config`: the resolved configuration.
struct ConfigCommand: Command {
    static let configuration = CommandConfiguration(
        name: "config",
        abstract: "Print the resolved configuration: all compose files merged into one, variables filled in.",
        discussion: """
            You can run the result from anywhere: paths are absolute, and it contains no include, extends or \
            variable but ${VIPERLINE_SESSION_DIR}, the folder of a session.

            Values that look like secrets are withheld: a variable asks for its value (${TOKEN:?withheld}), so that the result \
            runs where the variable is set. --secrets shows them. The catalog's key, "offline", is not a secret.

            EXAMPLES

              viperline config itunes -f offline
              viperline config . --profile debug --services
              viperline config . --json | jq '.services.app.command'
            """)

    var composition = CompositionOptions()
    var json = false
    var services = false
    var secrets = false

    static var table: OptionTable<Self> {
        [
            .group(\.composition),
            .flag("json", \.json, "Print one JSON object."),
            .flag("services", \.services, "Print the names of the services only."),
            .flag("secrets", \.secrets, "Show values that look like secrets."),
        ]
    }

    mutating func validate() throws {
        if json, services { throw UsageError("--json and --services are two kinds of output; choose one") }
    }

    func run() throws {
        // Nothing in the files can be equal to it by chance.
        let folder = "/\(SessionVariable.folder)-\(UInt64.random(in: .min ... .max))"
        let loaded = try composition.load(sessionFolder: folder)
        if services { return try Output.write(loaded.services.map { "\($0.name)\n" }.joined()) }
        let value = file(of: loaded, sessionFolder: folder).value
        let line = String(decoding: JSONText.escapingUnprintable(value.json), as: UTF8.self)
        try Output.write(json ? line + "\n" : value.yaml)
    }

    private func file(of composition: Composition, sessionFolder: String) -> ComposedFile {
        let working = Folders.current.working
        guard !secrets else { return ComposedFile(composition, sessionFolder: sessionFolder, working: working) }
        let variables =
            OwnEnvironment.variables.map { ($0, $1) } + composition.services.flatMap { $0.environment.map { ($0, $1) } }
        // The spelling of the values in the file.
        let known = SecretVariables(
            variables.filter { !SecretPlaceholder.values.contains($1) }
                .map { (name: $0, value: $1.replacing("$", with: "$$")) })
        return ComposedFile(
            composition, sessionFolder: sessionFolder, working: working,
            withheld: { name, value in
                guard !SecretPlaceholder.values.contains(value) else { return nil }
                return SecretName.mayBe(name) || SecretText.holdsSecret(value) ? "${\(name):?withheld}" : nil
            },
            withheldCommand: { SecretArguments.withheld(from: $0.map(known.withheld)) })
    }
}

/// Values in the place of a secret that are not secret: the empty one, and the key in our own offline.yaml. Any other
/// text in a file may be a secret of its author.
enum SecretPlaceholder {
    static let values: Set = ["", "offline"]
}
