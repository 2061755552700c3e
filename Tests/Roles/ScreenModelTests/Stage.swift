import AgentView
import JSONRPC
import Platform
import RouterMessages
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// What came of what a user did in a view.
struct Outcome {
    var sent: [String] = []
    /// Why something was not done; nil where nothing was refused.
    var message: String?
    /// What the user sees then.
    var seen = ""
}

/// A scene in a test's hands, in each of the views.
struct Stage {
    /// What the user has seen.
    let first: Screen
    /// What has come since, and the user has not looked at yet.
    let newest: Screen?
    /// The last one has the screen.
    let scenes: [String]

    init(_ first: Screen, then newest: Screen? = nil, scenes: [String] = ["root", "top"]) {
        self.first = first
        self.newest = newest
        self.scenes = scenes
    }

    private static let stamp = EventStamp(source: "view", run: "1")

    private var scene: String { scenes.last ?? "" }

    private var navigation: Event {
        let stack = scenes.map { Scene(scene: $0, name: $0) }
        return Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack))
    }

    private func showing(_ screen: Screen) -> Event {
        var event = Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: scene)
        event.correlationID = "x"
        return event
    }

    /// - Returns: nil where the view cannot express it.
    func terminal(_ input: IntentTests.Input) throws -> Outcome? {
        var state = ViewState(stamp: Self.stamp, size: Size(columns: 120, rows: 24))
        try state.receive(navigation)
        try state.receive(showing(first))
        let seen = state.draw(on: CellBuffer(state.size))
        if let newest { try state.receive(showing(newest)) }
        let keys: [Key]
        switch input {
        case .keys(let typed): keys = typed
        case .click(let text):
            let lines = seen.buffer.text
            let row = try require(lines.firstIndex { $0.contains(text) })
            let place = try require(lines[row].firstRange(of: text))
            let position = Position(
                row: row, column: lines[row].distance(from: lines[row].startIndex, to: place.lowerBound))
            keys = [.mouse(MouseEvent(.press, at: position)), .mouse(MouseEvent(.release, at: position))]
        default: return nil
        }
        var outcome = Outcome()
        for key in keys {
            for effect in state.handle(key) {
                switch effect {
                case .send(let event): outcome.sent.append(Self.short(event))
                case .quit, .interrupt: outcome.sent.append("quit")
                case .suspend, .repaint, .copy, .run: break
                }
            }
        }
        if case .advice(let text) = state.notice { outcome.message = text }
        outcome.seen = Layout.frame(of: state).buffer.text.joined(separator: "\n")
        return outcome
    }

    func linear(_ input: IntentTests.Input) -> Outcome? {
        guard case .lines(let lines) = input else { return nil }
        var mode = LinearMode(stamp: Self.stamp, options: .init(echoesCommands: true))
        var outcome = Outcome()
        func note(_ effects: [LinearEffect]) {
            for effect in effects {
                switch effect {
                case .send(let event, _): outcome.sent.append(Self.short(event))
                case .print(let text, _): outcome.seen += text
                case .complain(let text): outcome.message = text
                case .end: outcome.sent.append("quit")
                case .resume, .hideInput: break
                }
            }
        }
        for event in [navigation, showing(first)] + [newest.map(showing)].compactMap(\.self) {
            note(mode.receive(.event(event)))
        }
        outcome = Outcome()
        for line in lines { note(mode.read(Array((line + "\n").utf8))) }
        return outcome
    }

    func web(_ input: IntentTests.Input) throws -> Outcome? {
        guard case .posts(let posts) = input else { return nil }
        var state = WebState(stamp: Self.stamp)
        for event in [navigation, showing(first)] + [newest.map(showing)].compactMap(\.self) {
            _ = state.receive(.event(event))
        }
        var outcome = Outcome()
        for post in posts {
            var fields: [(name: String, value: String)] = []
            for (index, word) in post.split(separator: " ").enumerated() {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                fields.append(index == 0 ? ("do", String(word)) : (parts[0], parts.last ?? ""))
            }
            let form = FormFields(fields)
            let action = try require(PageAction(form), "\(post)")
            switch state.perform(action, on: form["scene"] ?? scene) {
            case .done(let events): outcome.sent += events.map(Self.short)
            case .refused(let refusal): state.showAgain(after: refusal, of: action)
            case .quit: outcome.sent.append("quit")
            }
        }
        if case .advice(let text) = state.notice { outcome.message = text }
        outcome.seen = WebPage(state, formKey: "k").piece.source
        if let message = outcome.message { expect(outcome.seen, contains: message) }
        return outcome
    }

    func agent(_ input: IntentTests.Input) throws -> Outcome? {
        guard case .posts(let posts) = input, case let calls = posts.compactMap(Self.call), calls.count == posts.count
        else { return nil }
        var session = AgentSession(stamp: Self.stamp)
        var outcome = Outcome()
        /// The id of the question that the newest answer has named.
        var question: Substring?
        func note(_ effects: [AgentEffect]) throws {
            for effect in effects {
                switch effect {
                case .send(let event): outcome.sent.append(Self.short(event))
                case .write(let message):
                    let result = try JSONValue(String(decoding: message, as: UTF8.self))["result"]
                    for index in 0...1 {
                        guard case .string(let text) = result["content"][index]["text"] else { continue }
                        outcome.seen += text + "\n"
                        if let place = text.firstRange(of: ", question ") {
                            question = text[place.upperBound...].prefix { $0.isHexDigit }
                        }
                        if result["isError"] == .bool(true) { outcome.message = text }
                    }
                case .complain(let text): outcome.message = text
                case .end: outcome.sent.append("quit")
                }
            }
        }
        let hello = #"{"jsonrpc":"2.0","id":"hello","method":"initialize"}"#
        _ = session.read(.message(Array(hello.utf8), wrapping: []), now: .past)
        for event in [navigation, showing(first)] + [newest.map(showing)].compactMap(\.self) {
            _ = session.receive(.event(event), now: .past)
        }
        for (id, plain) in calls.enumerated() {
            var arguments = plain
            if plain.contains(#""press""#), let asked = question {
                arguments = plain.replacing(#""press","#, with: #""press","question":"\#(asked)","#)
                question = nil
            }
            let call =
                #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"act","arguments":\#(arguments)}}"#
            try note(session.read(.message(Array(call.utf8), wrapping: []), now: .past))
        }
        return outcome
    }

    /// A page's post as the arguments of `act`.
    /// - Returns: nil for what an agent cannot express.
    private static func call(_ post: String) -> String? {
        let words = post.split(separator: " ", omittingEmptySubsequences: false)
        let verb = words[0].split(separator: "?")
        var own: [String: String] = [:]
        for pair in (verb.count > 1 ? verb[1].split(separator: "&") : []) + words.dropFirst() {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            own[parts[0]] = parts.last
        }
        func arguments(_ action: String, _ rest: String) -> String { #"{"action":"\#(action)",\#(rest)}"# }
        let row = own["row"].map { #""row":"\#($0)""# } ?? #""row":null"#
        switch verb[0] {
        case "select": return own["scene"] == nil ? arguments("open", row) : nil
        case "mark": return arguments("select", row)
        case "press": return arguments("press", #""control":"\#(own["control"] ?? "")",\#(row)"#)
        case "toggle": return arguments("expand", row)
        case "highlight": return arguments("preview", row)
        case "search": return arguments("search", #""text":"\#(own["query"] ?? "")""#)
        case "filter": return arguments("filter", #""text":"\#(own["value"] ?? "")""#)
        case "sort": return arguments("sort", #""column":"\#(own["column"] ?? "")","descending":false"#)
        case "scroll":
            return arguments("page", #""from":\#((Int(own["first"] ?? "") ?? 0) + 1),"count":\#(own["count"] ?? "")"#)
        case "more": return #"{"action":"page"}"#
        case "back": return #"{"action":"back"}"#
        case "submit": return arguments("submit", #""form":"f","values":{"name":"\#(own["field:name"] ?? "")"}"#)
        case "enter", "change": return arguments("fill", #""form":"f","values":{"name":"\#(own["value"] ?? "")"}"#)
        default: return nil
        }
    }

    /// `didSelect {"row":"1"}`
    private static func short(_ event: Event) -> String {
        "\(event.type.split(separator: ".").last ?? "") \(String(decoding: event.data, as: UTF8.self))"
    }
}
