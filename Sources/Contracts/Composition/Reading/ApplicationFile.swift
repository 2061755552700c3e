import Declarations
import YAML

/// A file that declares an application, as the loader sees it: what is in its sources and scenes is for the roles, and a dollar sign
/// there is jq's.
struct ApplicationFile {
    /// The beginning of the declaration.
    let place: Place
    /// The scene that a session begins with.
    let firstScene: String
    let mistakes: [Mistake]

    /// The installed file with the services of every declared application.
    static let services = "declared"
    /// The variables of that file.
    static let pathVariable = "VIPERLINE_APPLICATION"
    static let sceneVariable = "VIPERLINE_FIRST_SCENE"

    /// A file's tree, without its sources and scenes.
    static func separated(from tree: ComposeNode) -> (application: ApplicationFile?, tree: ComposeNode) {
        guard let key = DeclarationReader.Key.names.first(where: { tree[$0] != nil }) else { return (nil, tree) }
        let (application, mistakes) = DeclarationReader.read(tree)
        let file = ApplicationFile(
            place: tree.members?.first { $0.key == key }?.place ?? tree.place,
            firstScene: application.scenes.first?.name ?? "", mistakes: mistakes)
        return (file, DeclarationReader.Key.names.reduce(tree) { $0.removing($1) })
    }
}
