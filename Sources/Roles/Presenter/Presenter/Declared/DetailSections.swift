import Declarations
import Formatting
import InteractorMessages
import JSON
import ScreenLayout
import ViewMessages

/// The sections that other sources give about the item of a declared scene. The replies come in any order; the sections keep theirs.
struct DetailSections: JSONCodable {
    /// By the section's name; nil while its reply has not come.
    var parts: [String: [Part]] = [:]

    /// The parts of all sections, in the order of the file.
    func all(of scene: SceneDeclaration) -> [Part] { scene.sections.flatMap { parts[$0.name] ?? [] } }

    /// - Returns: whether the items are those of a section.
    mutating func receive(
        _ found: InteractorOutput.Found<JSONItem>, of scene: SceneDeclaration, _ programs: ItemPrograms,
        for reader: Reader
    ) -> Bool {
        guard let section = scene.sections.first(where: { $0.content.source == found.source }) else { return false }
        let input = section.content.action == .lookup ? found.items.first?.json : JSONBytes(found.items)
        guard let input else {
            parts[section.name] = [.caption(reader("%: there is nothing here", section.name))]
            return true
        }
        let made = programs.parts(of: input, section.parts)
        parts[section.name] = made.parts ?? [failed(section, made.failure ?? "")]
        return true
    }

    /// A failure stands in the place of what has failed; the others are shown.
    /// - Returns: whether it is that of a section.
    mutating func receive(_ failure: InteractorOutput.Failed, of scene: SceneDeclaration) -> Bool {
        guard let section = scene.sections.first(where: { $0.content.source == failure.source }) else { return false }
        parts[section.name] = [failed(section, failure.message)]
        return true
    }

    private func failed(_ section: SectionDeclaration, _ reason: String) -> Part {
        .caption("\(section.name): \(reason)", tone: .warning)
    }
}
