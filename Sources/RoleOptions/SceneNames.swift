import ArgumentParser

/// `apps,app`, as it stands on the command line.
package struct SceneNames: ExpressibleByArgument {
    package let names: Set<String>

    package init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        self.names = Set(names)
    }
}
