package import YAML

/// A jq program, and where it stands.
package struct ProgramText: Sendable {
    package var text: String
    package var place: Place
    /// The key path, such as `scenes.stories.row`.
    package var path: String
    /// The line where its text begins; nil where its lines are not those of the file.
    package var textLine: Int?
    /// The names of its variables.
    package var variables: [String] = []

    /// A mistake in it.
    /// - Parameter line: of the program, counted from 1.
    package func mistake(_ message: String, line: Int? = nil) -> Mistake {
        var place = place
        if let line, line > 0, let textLine { place.line = textLine + line - 1 }
        return Mistake(place: place, path: path, message: message)
    }
}
