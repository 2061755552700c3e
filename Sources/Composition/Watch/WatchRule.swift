/// Files that belong to a service: while it is watched (`viperline run --watch`), another process takes its place when one of
/// them is saved. Written `develop: {watch: [{action: restart, path: …}]}`, as in the Compose Specification.
package struct WatchRule: Equatable, Sendable {
    /// The absolute path of a file or a folder. A folder stands for all files in and below it.
    package var path: String
    /// Which of a folder's files do not count, by their paths in it.
    package var ignore: [PathPattern]
    /// Which of them count; empty for all.
    package var include: [PathPattern]

    package init(path: String, ignore: [PathPattern] = [], include: [PathPattern] = []) {
        self.path = path
        self.ignore = ignore
        self.include = include
    }

    /// Whether a file of the folder counts.
    /// - Parameter components: of its path in the folder.
    package func counts(file components: [Substring]) -> Bool {
        enters(components) && (include.isEmpty || include.contains { $0.matches(components) || $0.holds(components) })
    }

    /// Whether anything below a folder of the folder may count.
    package func enters(_ components: [Substring]) -> Bool {
        !components.contains(where: Self.isByproduct)
            && !ignore.contains { $0.matches(components) || $0.holds(components) }
    }

    /// What editors, languages and version control write by themselves. Else Python's own cache would be a change.
    private static func isByproduct(_ name: Substring) -> Bool {
        name.hasPrefix(".") || name.hasSuffix("~") || (name.hasPrefix("#") && name.hasSuffix("#"))
            || name == "__pycache__" || name == "node_modules"
    }
}
