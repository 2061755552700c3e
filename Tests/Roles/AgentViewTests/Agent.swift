@testable import AgentView
import AgentTools
import JSONRPC
import Platform
import RouterMessages
import TestSupport
import ViewMessages
import Wire

/// A session in memory: messages of a client, simulated answers of the bus, and what both get.
struct Agent {
    var session: AgentSession
    var now = Instant.past
    private(set) var written: [String] = []
    private(set) var sent: [String] = []
    private(set) var end: Wire.ExitStatus?
    private var number = 0

    /// - Parameter screen: of the scene `apps-1`; nil for none yet.
    /// - Parameter capabilities: of the client; nil for one that has not begun.
    init(
        _ screen: Screen? = Agent.rows, capabilities: String? = "{}", _ settings: AgentSettings = AgentSettings(),
        isRecorded: Bool = false
    ) {
        session = AgentSession(
            stamp: EventStamp(source: "view", run: "1"), settings: settings, isRecorded: isRecorded)
        if let capabilities {
            client(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#)
        }
        if let screen { bus(Self.navigation("apps-1"), Self.show(screen)) }
        written = []
    }

    static let rows = Screen(
        title: "Apps", prompt: Prompt(placeholder: "Search apps"),
        parts: [.list(List(rows: [Row(id: "7", title: "Piano"), Row(id: "8", title: "Drums")]))],
        keys: [
            ScreenKey(control: "delete", title: "Delete", isForRow: true, confirm: Confirmation(title: "Delete it?"))
        ])

    static let form = Screen(
        title: "Task",
        parts: [
            .form(
                Form(
                    id: "task",
                    fields: [
                        FormField(id: "text", label: "Text", kind: .text, isRequired: true),
                        FormField(id: "pin", label: "PIN", kind: .secret),
                        FormField(
                            id: "tags", label: "Tags", kind: .choices,
                            options: [.init(id: "h", title: "Home"), .init(id: "p", title: "Phone")]),
                        FormField(id: "done", label: "Done", kind: .toggle),
                    ], submit: "Save"))
        ])

    static func navigation(_ scenes: String..., answering correlation: String = "router-1-1") -> Event {
        var event = Event(
            RouterOutput.DidNavigate.type,
            RouterOutput.DidNavigate(stack: scenes.map { Scene(scene: $0, name: $0, parameters: [:]) }))
        event.correlationID = correlation
        return event
    }

    /// - Parameter correlation: of the action that it answers.
    static func show(_ screen: Screen, on scene: String = "apps-1", answering correlation: String = "router-1-1")
        -> Event
    {
        var event = Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: scene)
        event.correlationID = correlation
        return event
    }

    mutating func bus(_ events: Event...) {
        for event in events { perform(session.receive(.event(event), now: now)) }
    }

    mutating func client(_ message: String) {
        perform(session.read(.message(Array(message.utf8), wrapping: []), now: now))
    }

    /// Calls a tool with the next id from 1.
    /// - Parameter rest: further members of its parameters.
    mutating func call(_ tool: String, _ arguments: String = "{}", meta: String = "{}", rest: String = "") {
        number += 1
        client(
            #"{"jsonrpc":"2.0","id":\#(number),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments),"_meta":\#(meta)\#(rest)}}"#
        )
    }

    /// The id of the question in the newest answer.
    var question: String {
        get throws {
            let text = try answer
            let place = try require(text.firstRange(of: "question "))
            return String(text[place.upperBound...].prefix { $0.isHexDigit })
        }
    }

    mutating func endCalls() { perform(session.endCalls(now: now)) }

    mutating func lookAtClock(after time: Duration) {
        now = now + time
        perform(session.lookAtClock(now: now))
    }

    private mutating func perform(_ effects: [AgentEffect]) {
        for effect in effects {
            switch effect {
            case .send(let event):
                sent.append(
                    "\(event.type.split(separator: ".").last ?? "") \(String(decoding: event.data, as: UTF8.self))"
                )
            case .write(let message): written.append(String(decoding: message, as: UTF8.self))
            case .complain: break
            case .end(let status): end = status
            }
        }
    }

    /// The newest answer's texts, or its error; its id and whether it is an error are in front.
    var answer: String {
        get throws {
            let message = try JSONValue(try require(written.last))
            guard case .string(let error) = message["error"]["message"] else {
                let texts: [String] = [0, 1].compactMap { index in
                    if case .string(let text) = message["result"]["content"][index]["text"] { text } else { nil }
                }
                return (message["result"]["isError"] == .bool(true) ? "refused: " : "") + texts.joined(separator: "\n")
            }
            return "error: \(error)"
        }
    }
}
