import ArgumentParser

/// `apps,app`, as it stands on the command line.
struct SceneNames: ExpressibleByArgument {
    let names: Set<String>

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        self.names = Set(names)
    }
}
