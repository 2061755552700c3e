import Formatting
import Presenter
import Router
import TerminalView
import TestSupport
import URLOpening
import ViewModel
import ViewModelBinder
import Wire

/// A linear session in memory: a script in, the transcript out. Messages to the view wait in a queue in which a state replaces an
/// older one, as on the bus; chance decides whose turn it is, message by message.
struct MemorySession {
    private var mode = LinearMode(stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true))
    private var binder: ViewModelBinder?
    private var logic: any Role
    private var router: Router
    /// What the logic has written and the bus has not read.
    private var said: [Event] = []
    private var toView: [Event] = []
    private var toLogic: [Event] = []
    private var toModel: [Event] = []
    private var stamps = ["viewmodel", "router", "model", "binder"].map { EventStamp(source: $0, run: "1") }
    private var chance: Seeded
    private(set) var transcript = ""
    private(set) var status: ExitStatus?
    /// States that were replaced in the queue.
    private(set) var superseded = 0

    /// - Parameter binder: nil for VIPER.
    private init(root: String, logic: any Role, binder: ViewModelBinder?, seed: UInt64) {
        self.logic = logic
        self.binder = binder
        router = Router(root: root, browser: NoOpener(), player: NoOpener())
        chance = Seeded(seed: seed)
    }

    static func viper(root: String = "apps", seed: UInt64 = 0) -> MemorySession {
        MemorySession(root: root, logic: Presenter(), binder: nil, seed: seed)
    }

    static func mvvm(root: String = "apps", seed: UInt64) -> MemorySession {
        MemorySession(root: root, logic: ViewModel(reader: Reader()), binder: ViewModelBinder(), seed: seed)
    }

    mutating func run(_ script: String) throws {
        for event in router.start() { route(stamps[1].stamp(event)) }
        perform(mode.read(Array(script.utf8)))
        perform(mode.endCommands())
        while status == nil {
            let turns = [!toView.isEmpty, !toLogic.isEmpty, !said.isEmpty, !toModel.isEmpty]
            let ready = turns.indices.filter { turns[$0] }
            guard let turn = ready.randomElement(using: &chance) else { return }
            switch turn {
            case 0: try show(toView.removeFirst())
            case 1: for answer in try logic.receive(toLogic.removeFirst()) { said.append(stamps[0].stamp(answer)) }
            case 2: route(said.removeFirst())
            default: for answer in Model.answers(to: toModel.removeFirst()) { route(stamps[2].stamp(answer)) }
            }
        }
    }

    private mutating func show(_ event: Event) throws {
        let events = try binder?.receive(event) ?? [event]
        for event in events { perform(mode.receive(.event(stamps[3].stamp(event)))) }
    }

    private mutating func perform(_ effects: [LinearEffect]) {
        for effect in effects where status == nil {
            switch effect {
            case .send(let event, _):
                let commands = (try? binder?.receive(event)) ?? [event]
                for command in commands { route(stamps[3].stamp(command)) }
            case .print(let text, _): transcript += text
            case .end(let end): status = end
            case .complain, .resume, .hideInput: break
            }
        }
    }

    /// By the wiring of the composition.
    private mutating func route(_ event: Event) {
        let protocolName = event.type.split(separator: ".").prefix(2).joined(separator: ".")
        switch protocolName {
        case "view.output", "viewmodel.input", "interactor.output": toLogic.append(event)
        case "interactor.input": toModel.append(event)
        case "router.input":
            let answers = (try? router.receive(event)) ?? []
            for answer in answers { route(stamps[1].stamp(answer)) }
        case "router.output":
            toLogic.append(event)
            if binder == nil { queue(event) }
        case "view.input" where binder == nil: queue(event)
        case "view.input": perform(mode.receive(.event(event)))
        case "viewmodel.output": queue(event)
        default: break
        }
    }

    private mutating func queue(_ event: Event) {
        let isReport = ["didOpenURL", "didOpen", "didFail"].contains { event.type.hasSuffix("." + $0) }
        if !isReport, let older = toView.firstIndex(where: { $0.type == event.type && $0.subject == event.subject }) {
            toView.remove(at: older)
            superseded += 1
        }
        toView.append(event)
    }
}

/// The fetcher of a ``MemorySession``.
private enum Model {
    static func answers(to request: Event) -> [Event] {
        let data = String(decoding: request.data, as: UTF8.self)
        switch request.type {
        case "interactor.input.search" where data.contains("fail"):
            return [failed(request)]
        case "interactor.input.search" where data.contains("nothing"):
            return [answer("interactor.output.found", #"{"source":"itunes.apps","items":[]}"#, request)]
        case "interactor.input.search" where data.contains("cursor"):
            return [answer("interactor.output.found", #"{"source":"itunes.apps","items":[\#(app("3"))]}"#, request)]
        case "interactor.input.search":
            let items = [app("1"), app("2")].joined(separator: ",")
            return [
                answer(
                    "interactor.output.found", #"{"source":"itunes.apps","items":[\#(items)],"cursor":"2"}"#, request)
            ]
        case "interactor.input.lookup":
            return [answer("interactor.output.found", #"{"source":"itunes.apps","items":[\#(app("1"))]}"#, request)]
        case "interactor.input.list":
            let item = #"{"greeting":"Hello","subject":"David Blaine"}"#
            return [answer("interactor.output.found", #"{"source":"greeting","items":[\#(item)]}"#, request)]
        case "interactor.input.get":
            return [
                answer("interactor.output.got", #"{"url":"x","status":200,"base64":"iVBORw0KGgo="}"#, request)
            ]
        default: return []
        }
    }

    private static func app(_ id: String) -> String {
        """
        {"id":"\(id)","name":"App \(id)","company":"Tick & Co.","rating":4.5,"ratingCount":12,"version":"2","price":"Free",\
        "releaseNotes":"New.","description":"Keeps time.","url":"https://apps.example/\(id)",\
        "screenshots":["https://apps.example/1.png","https://apps.example/2.png"]}
        """
    }

    private static func failed(_ request: Event) -> Event {
        answer(
            "interactor.output.failed", #"{"kind":"timeout","message":"slow","retryable":true}"#, request)
    }

    private static func answer(_ type: String, _ data: String, _ request: Event) -> Event {
        var event = Event(type: type, subject: request.subject)
        event.data = Array(data.utf8)
        event.correlationID = request.correlation
        event.causationID = request.id
        return event
    }
}
