/// Compose files to a ``Composition``: each file is found, parsed, interpolated and read for its mistakes; then they are
/// merged, read as one, checked and resolved. Every pass goes on past its mistakes, so that one reading tells them all.
package struct ComposeLoader {
    private let files: [String]
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
    ]

    /// - Parameters:
    ///   - files: Paths, or short names such as `itunes`, in the order in which they merge.
    ///   - replacements: Commands by service (`--replace`), which take the place of the files'.
    ///   - environment: Variables (`--env`), for interpolation before all others, and in every service's environment.
    ///   - variables: Everything else that `$NAME` may mean, `VIPERLINE_SESSION_DIR` included.
    package init(
        files: [String], replacements: [String: [String]] = [:], environment: [String: String] = [:],
        variables: @escaping (String) -> String?, folders: Folders = .current, fileSystem: FileSystem = .local
    ) {
        self.files = files
        self.replacements = replacements
        overrides = environment
        variable = { environment[$0] ?? variables($0) }
        self.folders = folders
        self.fileSystem = fileSystem
    }

    package func load() throws(ComposeError) -> Composition {
        var mistakes: [Mistake] = []
        var origins: [String] = []
        var trees: [ComposeNode] = []
        for file in files {
            guard let (path, text) = find(file, &mistakes) else { continue }
            origins.append(path)
            if let tree = parse(text, path, &mistakes) { trees.append(tree) }
        }
        guard let merged = Merge.merge(trees) else { throw ComposeError(mistakes, origins: origins) }
        var draft = DraftReader.read(merged).draft
        draft.place = Place(origin: origins.first ?? "")
        draft.isWhole = draft.isWhole && trees.count == files.count
        mistakes += replaceCommands(in: &draft)
        for check in Self.checks { mistakes += check(draft) }
        var resolver = DraftResolver(
            variable: variable, overrides: overrides, folders: folders, fileSystem: fileSystem)
        let composition = resolver.resolve(draft)
        mistakes += resolver.mistakes
        guard mistakes.isEmpty else { throw ComposeError(mistakes, origins: origins) }
        return composition
    }

    private func find(_ file: String, _ mistakes: inout [Mistake]) -> (path: String, text: String)? {
        func mistake(_ message: String) { mistakes.append(Mistake(place: Place(origin: file), message: message)) }
        let path: String
        do throws(FileLookup.Failure) {
            path = try FileLookup(folders: folders, files: fileSystem).path(of: file)
        } catch {
            mistake(error.description)
            return nil
        }
        switch fileSystem.read(path) {
        case .success(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) { return (path, text) }
            mistake("not UTF-8 text")
        case .failure(.isFolder): mistake("a folder, not a file")
        case .failure(.notFound): mistake("not found")
        case .failure(.unreadable): mistake("cannot be read; is its owner somebody else?")
        }
        return nil
    }

    private func parse(_ text: String, _ path: String, _ mistakes: inout [Mistake]) -> ComposeNode? {
        let parsed = YAMLReader.read(text, file: path)
        mistakes += parsed.mistakes
        guard let tree = parsed.tree else { return nil }
        var interpolation = InterpolationPass(
            knownNames: [SessionVariable.folder] + overrides.keys.sorted(), variable: variable)
        let interpolated = interpolation.run(tree)
        mistakes += interpolation.mistakes
        mistakes += DraftReader.read(interpolated).mistakes
        return interpolated.members == nil ? nil : interpolated
    }

    private func replaceCommands(in draft: inout Draft) -> [Mistake] {
        var mistakes: [Mistake] = []
        for (name, command) in replacements.sorted(by: { $0.key < $1.key }) {
            let place = Place(origin: "--replace \(name)")
            if let index = draft.services.firstIndex(where: { $0.name == name }) {
                draft.services[index].command = Located(value: command, place: place)
                draft.services[index].hasCommand = true
            } else if draft.isWhole {
                let hint = Suggestion.hint(for: name, among: draft.services.map(\.name))
                mistakes.append(Mistake(place: place, message: "unknown service \"\(name)\"\(hint)"))
            }
        }
        return mistakes
    }
}
