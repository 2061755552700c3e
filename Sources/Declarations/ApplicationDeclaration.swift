/// An application that is declared in a file: where its items come from, and what is shown of them.
package struct ApplicationDeclaration: Sendable {
    /// In the order of the file.
    package var sources: [SourceDeclaration] = []
    /// In the order of the file; a session begins with the first.
    package var scenes: [SceneDeclaration] = []

    package subscript(source name: String) -> SourceDeclaration? { sources.first { $0.name == name } }

    package subscript(scene name: String) -> SceneDeclaration? { scenes.first { $0.name == name } }

    /// Every jq program in it, in the order of the file.
    package var programs: [ProgramText] { sources.flatMap(\.programs) + scenes.flatMap(\.programs) }
}
