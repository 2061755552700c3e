import TerminalView
import Wire

/// A session in memory: commands, simulated answers of the bus, and the user's transcript.
struct LinearSession {
    var mode = LinearMode(stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true))
    var transcript = ""
    var complaints: [String] = []
    var sent: [String] = []
    /// What a successor would receive.
    var told: LinearMemory?
    var end: Wire.ExitStatus?

    mutating func perform(_ effects: [LinearEffect]) {
        for effect in effects where end == nil {
            switch effect {
            case .send(let event, let memory):
                sent += [KeyEffect.send(event)].sent
                told = memory
            case .print(let text, let memory):
                transcript += text
                told = memory ?? told
            case .complain(let text): complaints.append(text)
            case .resume(let memory): told = memory
            case .hideInput: break
            case .end(let status): end = status
            }
        }
    }

    mutating func commands(_ lines: String...) { for line in lines { type(line + "\n") } }
    mutating func type(_ text: String) { perform(mode.read(Array(text.utf8))) }
    mutating func bus(_ events: Event...) { for event in events { perform(mode.receive(.event(event))) } }
}
