// my-application: searches items, shows one, opens its page.
import Foundation

/// Without this file, the program fails, and the session's log has the error.
let items = try JSONDecoder().decode([Item].self, from: Data(contentsOf: URL(fileURLWithPath: "items.json")))
var application = Application(items: items)
while let line = readLine() { application.receive(line) }

struct Item: Codable {
    var id: String
    var title: String
    var kind: String
    var text: String
    var url: String
}

struct Application {
    typealias JSON = [String: Any]

    let items: [Item]
    /// The screen of each open scene.
    private var screens: [String: JSON] = [:]
    /// The newest scene.
    private var top = ""

    init(items: [Item]) {
        self.items = items
    }

    mutating func receive(_ line: String) {
        guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? JSON,
            let type = event["type"] as? String
        else { return }
        let data = event["data"] as? JSON ?? [:]
        let scene = event["subject"] as? String ?? top
        switch type {
        case "router.output.didNavigate":
            navigate(to: data["stack"] as? [JSON] ?? [], event)
        case "view.output.didSearch":
            show(list(data["query"] as? String ?? ""), in: scene, event)
        case "view.output.didSelect":
            let parameters = ["id": data["row"] as? String ?? ""]
            send("router.input.open", ["name": "item", "parameters": parameters], in: scene, event)
        case "view.output.didPress":
            send("router.input.openURL", ["url": data["control"] as? String ?? ""], in: scene, event)
        case "view.output.didGoBack":
            send("router.input.back", [:], in: scene, event)
        default:
            // Each action has a reply, even if only the unchanged screen.
            if type.hasPrefix("view.output.") { show(screens[scene] ?? list(""), in: scene, event) }
        }
    }

    /// Shows new scenes, and forgets scenes that have ended.
    private mutating func navigate(to stack: [JSON], _ event: JSON) {
        let names = stack.compactMap { $0["scene"] as? String }
        screens = screens.filter { names.contains($0.key) }
        top = names.last ?? ""
        for (entry, name) in zip(stack, names) where screens[name] == nil {
            let parameters = entry["parameters"] as? JSON ?? [:]
            let item = items.first { $0.id == parameters["id"] as? String }
            show(item.map(detail) ?? list(""), in: name, event)
        }
    }

    private func list(_ term: String) -> JSON {
        let found = items.filter { term.isEmpty || $0.title.lowercased().contains(term.lowercased()) }
        let rows = found.map { ["id": $0.id, "title": $0.title, "accessory": $0.kind] }
        return [
            "title": "my-application", "prompt": ["placeholder": "Search", "text": term],
            "parts": [["list": ["rows": rows, "empty": "Nothing found."]]],
        ]
    }

    private func detail(_ item: Item) -> JSON {
        let button = ["control": item.url, "title": "Open its page", "key": "o"]
        return ["title": item.title, "parts": [["text": ["body": item.text]], ["button": button]]]
    }

    private mutating func show(_ screen: JSON, in scene: String, _ event: JSON) {
        screens[scene] = screen
        send("view.input.show", ["screen": screen], in: scene, event)
    }

    /// Sends a reply to an event, as one line on standard output. Diagnostics belong on standard error.
    private func send(_ type: String, _ data: JSON, in scene: String, _ event: JSON) {
        var line: JSON = ["specversion": "1.0", "type": type, "subject": scene, "data": data]
        line["correlationid"] = event["correlationid"] ?? event["id"]
        line["causationid"] = event["id"]
        line["causationsource"] = event["source"]
        guard let json = try? JSONSerialization.data(withJSONObject: line) else { return }
        FileHandle.standardOutput.write(json + Data("\n".utf8))
    }
}
