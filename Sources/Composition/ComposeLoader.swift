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
        var applications: [(path: String, file: ApplicationFile)] = []
        for name in names {
            guard let file = files.file(name), let tree = file.tree else { continue }
            trees.append(extending.run(tree, file.path, &files))
            if let application = file.application { applications.append((file.path, application)) }
        }
        let declared = applications.first.flatMap { services(of: $0.file, at: $0.path, &files, &extending) }
        trees = [declared].compactMap(\.self) + trees
        var mistakes = files.mistakes + extending.mistakes
        mistakes += applications.dropFirst().map { _, application in
            Mistake(place: application.place, message: "another file of this session declares sources and scenes already")
        }
        guard let merged = Merge.merge(ServiceAliases.resolved(trees)) else {
            throw ComposeError(mistakes, origins: files.origins)
        }
        var draft = DraftReader.read(merged).draft
        draft.place = Place(origin: files.origins.first ?? "")
        draft.isWhole = draft.isWhole && trees.count == names.count + (declared == nil ? 0 : 1) && extending.isWhole
        mistakes += replaceCommands(in: &draft)
        for check in Self.checks { mistakes += check(draft) }
        var resolver = DraftResolver(
            variable: variable, overrides: overrides, folders: folders, fileSystem: fileSystem)
        var composition = resolver.resolve(draft)
        let installation = CommandFiles(folders: folders, files: fileSystem)
        composition.files = files.origins.map { Folders.plain(Folders.absolute($0, in: folders.working)) }
            .filter { fileSystem.isRegularFile($0) && !installation.isInstalled($0) }
        composition.application = applications.first.map { Folders.plain(Folders.absolute($0.path, in: folders.working)) }
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
        guard let file = files.file(ApplicationFile.services), let tree = file.tree else { return nil }
        return extending.run(tree, file.path, &files)
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
