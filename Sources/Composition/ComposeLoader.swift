import YAML

/// Loads a ``Composition`` from compose files: each file is found, parsed, interpolated, checked for mistakes, and completed
/// with what its services extend; then the files are merged, checked as one and resolved. Every pass goes on past its
/// mistakes, so that one run reports them all.
package struct ComposeLoader {
    private let names: [String]
    private let replacements: [String: [String]]
    private let overrides: [String: String]
    private let variable: (String) -> String?
    private let folders: Folders
    private let fileSystem: FileSystem

    private static let checks: [@Sendable (Draft) -> [Mistake]] = [
        ServiceChecks.thereAreServices,
        ServiceChecks.everyServiceHasACommand,
        ServiceChecks.noCommandIsEmpty,
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
    ///   - replacements: commands by service (`--replace`), instead of the files' own.
    ///   - environment: variables (`--env`) for interpolation, where they come first, and for every service's environment.
    ///   - variables: the values of all other variables, `VIPERLINE_SESSION_DIR` included.
    package init(
        files: [String], replacements: [String: [String]] = [:], environment: [String: String] = [:],
        variables: @escaping (String) -> String?, folders: Folders = .current, fileSystem: FileSystem = .local
    ) {
        names = files
        self.replacements = replacements
        overrides = environment
        variable = { environment[$0] ?? variables($0) }
        self.folders = folders
        self.fileSystem = fileSystem
    }

    package func load() throws(ComposeError) -> Composition {
        var files = ComposeFiles(
            folders: folders, fileSystem: fileSystem, knownNames: [SessionVariable.folder] + overrides.keys.sorted(),
            variable: variable)
        var extending = ExtendsPass()
        var trees: [ComposeNode] = []
        for name in names {
            guard let file = files.file(name), let tree = file.tree else { continue }
            trees.append(extending.run(tree, file.path, &files))
        }
        var mistakes = files.mistakes + extending.mistakes
        guard let merged = Merge.merge(ServiceAliases.resolved(trees)) else {
            throw ComposeError(mistakes, origins: files.origins)
        }
        var draft = DraftReader.read(merged).draft
        draft.place = Place(origin: files.origins.first ?? "")
        draft.isWhole = draft.isWhole && trees.count == names.count && extending.isWhole
        mistakes += replaceCommands(in: &draft)
        for check in Self.checks { mistakes += check(draft) }
        var resolver = DraftResolver(
            variable: variable, overrides: overrides, folders: folders, fileSystem: fileSystem)
        var composition = resolver.resolve(draft)
        let installation = CommandFiles(folders: folders, files: fileSystem)
        composition.files = files.origins.map { Folders.plain(Folders.absolute($0, in: folders.working)) }
            .filter { fileSystem.isRegularFile($0) && !installation.isInstalled($0) }
        mistakes += resolver.mistakes
        guard mistakes.isEmpty else { throw ComposeError(mistakes, origins: files.origins) }
        return composition
    }

    private func replaceCommands(in draft: inout Draft) -> [Mistake] {
        var mistakes: [Mistake] = []
        for (name, command) in replacements.sorted(by: { $0.key < $1.key }) {
            let place = Place(origin: "--replace \(name)")
            if let index = draft.services.firstIndex(where: { $0.name == name }) {
                draft.services[index].command = Located(value: command, place: place)
                draft.services[index].hasCommand = true
                draft.services[index].isReplaced = true
            } else if draft.isWhole {
                let hint = Suggestion.hint(for: name, among: draft.services.map(\.name))
                mistakes.append(Mistake(place: place, message: "unknown service \"\(name)\"\(hint)"))
            }
        }
        return mistakes
    }
}
