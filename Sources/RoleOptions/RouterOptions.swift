package import ArgumentParser

/// The options of a router.
package struct RouterOptions: ParsableArguments {
    @Option(help: "The scene that a session begins with.")
    package var root = "apps"

    @Option(help: ArgumentHelp("A parameter of the root scene; may be repeated.", valueName: "name=value"))
    package var parameter: [Parameter] = []

    @Flag(help: "Start no browser and no player: only report the URLs.")
    package var printUrls = false

    package init() {}

    /// The last of each name counts.
    package var parameters: [String: String] {
        Dictionary(parameter.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    package func validate() throws {
        if root.isEmpty { throw ValidationError("--root: a scene has a name, such as apps") }
    }
}
