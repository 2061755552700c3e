package import YAML
import Spelling

/// Loads a ``Composition`` from compose files: each file is found, parsed, interpolated, checked for mistakes, and completed
/// with what it includes and its services extend; then the files are merged, checked as one and resolved. Every pass continues after its
/// mistakes, so that one run reports them all.
package struct ComposeLoader {
    private let names: [String]
    private let place: String?
    private let replacements: [String: [String]]
    private let arguments: [String]
    private let overrides: [String: String]
    private let profiles: [String]
    private let environmentFiles: [String]
    private let variable: (String) -> String?
    private let folders: Folders
    private let fileSystem: FileSystem

    private static let checks: [@Sendable (Draft) -> [Mistake]] = [
        ServiceChecks.thereAreServices,
        ServiceChecks.everyServiceHasACommand,
        ServiceChecks.noCommandIsEmpty,
        ServiceChecks.everyHealthCheckHasATest,
        ServiceChecks.oneServiceHasTheTerminal,
        ServiceChecks.oneServiceEndsTheSession,
        DependencyChecks.dependenciesAreServices,
        DependencyChecks.noServiceDependsOnItself,
        DependencyChecks.dependenciesMakeNoCycle,
        WiringChecks.whatIsSentIsReceived,
        WiringChecks.whatIsAwaitedIsSent,
        WiringChecks.statesAreSent,
        RuleChecks.theWiringKeepsTheRules,
        RuleChecks.rulesAreForServices,
        RuleChecks.rulesAreForTheWiring,
    ]

    /// - Parameters:
    ///   - files: paths, or short names such as `itunes`, in the order of the merge.
    ///   - folder: the folder of the files, if it is not the user who has named them: no link of theirs leads out of it.
    ///   - replacements: commands by service (`--replace`), instead of the files' own.
    ///   - arguments: the words in place of `"$@"` in commands; without any, it stays there (``Composition/takesArguments``).
    ///   - environment: variables (`--env`) for interpolation, where they come first, and for every service's environment.
    ///   - environmentFiles: files with variables for interpolation, after all others (`--env-file`); if there are none, `.env` beside
    ///     the first file, unless that is installed.
    ///   - profiles: the active profiles in addition to `COMPOSE_PROFILES` (`--profile`).
    ///   - variables: the values of all other variables, `VIPERLINE_SESSION_DIR` included.
    package init(
        files: [String], foundIn folder: String? = nil, replacements: [String: [String]] = [:],
        arguments: [String] = [], environment: [String: String] = [:],
        environmentFiles: [String] = [], profiles: [String] = [],
        variables: @escaping (String) -> String?, folders: Folders = .current, fileSystem: FileSystem = .local
    ) {
        names = files
        place = folder
        self.replacements = replacements
        self.arguments = arguments
        overrides = environment
        self.environmentFiles = environmentFiles
        self.profiles = profiles
        variable = { environment[$0] ?? variables($0) }
        self.folders = folders
        self.fileSystem = fileSystem
    }

    package func load() throws(ComposeError) -> Composition {
        var files = ComposeFiles(
            folders: folders, fileSystem: fileSystem, knownNames: [SessionVariable.folder] + overrides.keys.sorted(),
            variable: variable)
        var (including, extending) = (IncludePass(), ExtendsPass())
        var trees: [ComposeNode] = []
        var applications: [(path: String, file: ApplicationFile)] = []
        let paths = names.map { files.path(of: $0, foundIn: place) }
        files.enterScope(of: paths.first ?? nil, environmentFiles)
        for path in paths.compactMap({ $0 }) {
            let file = files.file(at: path)
            guard let tree = file.tree else { continue }
            trees.append(including.run(tree, path, &files, &extending))
            if let application = file.application { applications.append((path, application)) }
        }
        let declared = applications.first.flatMap { services(of: $0.file, at: $0.path, &files, &extending) }
        trees = [declared].compactMap(\.self) + trees
        var mistakes = files.mistakes + including.mistakes + extending.mistakes
        mistakes += applications.dropFirst().map { _, application in
            Mistake(
                place: application.place, message: "another file of this session declares sources and scenes already")
        }
        guard let merged = Merge.merge(ServiceAliases.resolved(trees)) else {
            throw ComposeError(mistakes, origins: files.origins)
        }
        var draft = DraftReader.read(merged).draft
        draft.place = Place(origin: paths.compactMap { $0 }.first ?? "")
        let count = names.count + (declared == nil ? 0 : 1)
        draft.isWhole = draft.isWhole && trees.count == count && including.isWhole && extending.isWhole
        mistakes += ActiveProfiles(typed: profiles, variable: files.variable).apply(to: &draft)
        mistakes += replaceCommands(in: &draft)
        mistakes += passArguments(to: &draft)
        for check in Self.checks { mistakes += check(draft) }
        var resolver = DraftResolver(
            variable: files.variable, overrides: overrides, folders: folders, fileSystem: fileSystem)
        var composition = resolver.resolve(draft)
        let installation = CommandFiles(folders: folders, files: fileSystem)
        composition.files = files.origins.map { Folders.plain(Folders.absolute($0, in: folders.working)) }
            .filter { fileSystem.isRegularFile($0) && !installation.isInstalled($0) }
        composition.application = applications.first?.path
        mistakes += resolver.mistakes
        guard mistakes.isEmpty else { throw ComposeError(mistakes, origins: files.origins) }
        return composition
    }

    /// The services of a declared application, whose roles read its file themselves.
    private func services(
        of application: ApplicationFile, at path: String, _ files: inout ComposeFiles, _ extending: inout ExtendsPass
    ) -> ComposeNode? {
        files.known = [
            ApplicationFile.pathVariable: Folders.plain(Folders.absolute(path, in: folders.working)),
            ApplicationFile.sceneVariable: application.firstScene,
        ]
        guard let path = files.path(of: ApplicationFile.services), let tree = files.file(at: path).tree else {
            return nil
        }
        return extending.run(tree, path, &files)
    }

    private func passArguments(to draft: inout Draft) -> [Mistake] {
        guard !arguments.isEmpty else { return [] }
        var isTaken = false
        for index in draft.services.indices {
            guard let command = draft.services[index].command, command.value.contains(Composition.arguments) else {
                continue
            }
            isTaken = true
            draft.services[index].command?.value = command.value.flatMap {
                $0 == Composition.arguments ? arguments : [$0]
            }
        }
        guard !isTaken, draft.isWhole else { return [] }
        let message = "no command of these files takes words: none has \"\(Composition.arguments)\""
        return [Mistake(place: Place(origin: "-- \(arguments[0])"), message: message)]
    }

    private func replaceCommands(in draft: inout Draft) -> [Mistake] {
        var mistakes: [Mistake] = []
        for (name, command) in replacements.sorted(by: { $0.key < $1.key }) {
            let place = Place(origin: "--replace \(name)")
            if let index = draft.services.firstIndex(where: { $0.name == name }) {
                draft.services[index].command = Located(value: command, place: place)
                draft.services[index].hasCommand = true
                draft.services[index].isReplaced = true
            } else if let inactive = draft.inactive.first(where: { $0.name == name }) {
                mistakes.append(
                    Mistake(place: place, message: "\"\(name)\" is not active; \(inactive.activation) makes it so"))
            } else if draft.isWhole {
                let hint = Suggestion.hint(for: name, among: draft.services.map(\.name))
                mistakes.append(Mistake(place: place, message: "unknown service \"\(name)\"\(hint)"))
            }
        }
        return mistakes
    }
}

/// A value with its place, for the checks after the merge.
struct Located<Value> {
    var value: Value
    var place: Place
}

/// All mistakes of the compose files, by file and line.
package struct ComposeError: Error, Equatable, Sendable {
    package let mistakes: [Mistake]

    /// - Parameter origins: The files, in the order in which they were given.
    package init(_ mistakes: [Mistake], origins: [String] = []) {
        var seen: Set<Mistake> = []
        let found = mistakes.filter { seen.insert($0).inserted }
        func rank(_ index: Int) -> (file: Int, line: Int, order: Int) {
            let place = found[index].place
            return (origins.firstIndex(of: place.origin) ?? origins.count, place.line ?? 0, index)
        }
        self.mistakes = found.indices.sorted { rank($0) < rank($1) }.map { found[$0] }
    }
}

extension ComposeError: CustomStringConvertible {
    package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
