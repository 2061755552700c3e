import AgentTools
import Declarations
import JSON

/// The tools of an agent for what a declared application does, with the names of its file: `search_stories`, `open_story`.
struct DeclaredVerbs {
    private(set) var verbs: [AgentVerb] = []

    /// Options of a choice that are listed; one with more takes any text.
    fileprivate static let mostOptions = 50
    /// Characters of a tool's name that all clients take.
    private static let longestName = 64

    init(_ application: ApplicationDeclaration) {
        for scene in application.scenes {
            let hasRows = scene.content.map { $0.action != .lookup } ?? false
            if scene.content?.action == .search {
                add("search_\(scene.name)", "\(scene.title): searches", scene, .search, needs: "query")
            } else if hasRows, !scene.filters.isEmpty {
                add("list_\(scene.name)", "\(scene.title): the rows that filters leave", scene, .filter)
            }
            if hasRows, let choose = scene.choose {
                // A choice that opens a page has no scene.
                var opened = scene
                if case .open(let target, _, _, _) = choose { opened = application[scene: target] ?? scene }
                add("open_\(opened.name)", "\(opened.title): opens a row by its id", scene, .open, needs: "row")
            }
            for press in scene.press {
                let needs = hasRows && press.isForItem && press.isKey ? "row" : nil
                add("\(press.title)_\(scene.name)", press.title, scene, .press, press.control, needs: needs)
            }
        }
        while verbs.json.count > AgentSettings.longestVerbs { verbs.removeLast() }
    }

    private mutating func add(
        _ words: String, _ description: String, _ scene: SceneDeclaration, _ action: AgentVerb.Action,
        _ control: String? = nil, needs: String? = nil
    ) {
        // `Open the page_stories` is `open_the_page_stories`.
        let name = words.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        // The first one of a name counts; `act` does the others.
        guard name.utf8.count <= Self.longestName, !verbs.contains(where: { $0.name == name }) else { return }
        let filters = [.search, .filter].contains(action) ? scene.filters : []
        let properties =
            [needs.map { #""\#($0)":{"type":"string"}"# }].compactMap(\.self) + filters.map(\.property)
            + [#""seconds":{"type":"number"}"#]
        let required = needs.map { #""required":["\#($0)"],"# } ?? ""
        let text = String(decoding: description.json, as: UTF8.self)
        let definition =
            #"{"name":"\#(name)","description":\#(text),"inputSchema":{"type":"object",\#(required)"#
            + #""properties":{\#(properties.joined(separator: ","))}}}"#
        verbs.append(
            AgentVerb(
                name: name, definition: JSONBytes(Array(definition.utf8)), scene: scene.name, action: action,
                control: control, needs: needs, filters: filters.map(\.name)))
    }
}

extension FilterDeclaration {
    /// The filter in a JSON Schema.
    fileprivate var property: String {
        var type = #""string""#
        switch kind {
        case .toggle: type = #""boolean""#
        case .choice(let options) where options.count <= DeclaredVerbs.mostOptions:
            type += #","enum":\#(String(decoding: options.map(\.title).json, as: UTF8.self))"#
        case .choice, .text: break
        }
        return #""\#(name)":{"type":\#(type),"description":\#(String(decoding: title.json, as: UTF8.self))}"#
    }
}
