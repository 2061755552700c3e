package import YAML

/// What is shown of items, and what can be done with them.
package struct SceneDeclaration: Sendable {
    package var name: String
    package var title: String
    /// What fills it; nil for a scene that shows the item that it was opened with.
    package var content: Content?
    /// In the empty search field.
    package var prompt: String?
    /// From an item to a row.
    package var row: ProgramText?
    /// From an item to the parts beside the rows.
    package var preview: ProgramText?
    /// From an item to the parts of the screen.
    package var parts: ProgramText?
    /// From an item to the URL of its picture.
    package var picture: ProgramText?
    /// What choosing a row does.
    package var choose: ActionDeclaration?
    /// What keys do with the item.
    package var press: [PressDeclaration] = []
    package var place: Place

    package struct Content: Sendable {
        package var action: SourceDeclaration.Action
        package var source: String
        package var place: Place
    }

    package var programs: [ProgramText] {
        [row, preview, parts, picture].compactMap(\.self) + (choose?.programs ?? [])
            + press.flatMap(\.action.programs)
    }
}

/// What choosing or pressing does.
package enum ActionDeclaration: Sendable {
    /// Opens a scene, with the id that the program makes of the item, or else with the item's own.
    case open(scene: String, id: ProgramText?, place: Place)
    /// Opens a page in the browser.
    case url(ProgramText)

    package var programs: [ProgramText] {
        switch self {
        case .open(_, let id, _): id.map { [$0] } ?? []
        case .url(let program): [program]
        }
    }
}

/// A key of a scene.
package struct PressDeclaration: Sendable {
    /// What it is called in linear mode.
    package var control: String
    package var title: String
    /// One character.
    package var key: String?
    package var action: ActionDeclaration
}
