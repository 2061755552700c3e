import Composition
import Wire

/// A service of a simulated session. Its name is the beginning of its events' ids.
struct SimulatedService {
    /// What it writes.
    enum Kind {
        case events, states
        /// An answer to each event that it reads.
        case answers
        case nothing
    }

    let name: String
    let kind: Kind
    var receives: [String] = []
    var recovery = Recovery.none
    /// Events or states of its own.
    var count = 0
    /// A service with events of its own gets a successor, too.
    var comesBack = false
    var isChecked = false
    /// It sends a snapshot now and then.
    var sendsSnapshots = false

    static let subjects = 3

    /// - Parameter id: of a state.
    static func subject(of id: String) -> Int { (Int(id.split(separator: "-").last ?? "") ?? 0) % subjects }

    /// True if a successor answers what its predecessor had in hand.
    var recovers: Bool { recovery != .none }

    var described: Service {
        var service = Service(name: name, command: ["/simulated", name])
        service.receives = receives.map(Self.pattern)
        service.sends = kind == .nothing ? [] : [Self.pattern(name)]
        service.recovery = recovery
        if count == 0 || comesBack { service.restart = .onFailure(limit: 10) }
        if isChecked {
            var check = HealthCheck(command: ["/simulated", "check"])
            (check.interval, check.timeout) = (.seconds(2), .seconds(5))
            service.healthCheck = check
        }
        return service
    }

    static func pattern(_ name: String) -> MessagePattern { MessagePattern("\(name).output") }

    /// One or two services with events, perhaps one with states, one that answers, one or two that only read.
    static func session(_ choices: inout Choices) -> [SimulatedService] {
        var services = (1...1 + choices.pick(2)).map { number in
            SimulatedService(
                name: "source\(number)", kind: .events, count: 1 + choices.pick(12),
                comesBack: choices.happens(oneIn: 2))
        }
        let sources = services.map(\.name)
        if choices.happens(oneIn: 2) {
            services.append(
                SimulatedService(
                    name: "state", kind: .states, count: 1 + choices.pick(12), comesBack: choices.happens(oneIn: 2)))
        }
        let states = services.filter { $0.kind == .states }.map(\.name)
        var middle = SimulatedService(name: "middle", kind: .answers, receives: sources)
        middle.recovery = choices.element(of: [.none, .redeliver(notices: [], progress: []), .replay])
        middle.sendsSnapshots = middle.recovery == .replay && choices.happens(oneIn: 2)
        services.append(middle)
        for number in 1...1 + choices.pick(2) {
            var sink = SimulatedService(name: "sink\(number)", kind: .nothing, receives: ["middle"] + states)
            if choices.happens(oneIn: 2) { sink.receives += sources }
            if choices.happens(oneIn: 4) { sink.receives.append(ClientProgram.protocolName) }
            sink.isChecked = choices.happens(oneIn: 8)
            if choices.happens(oneIn: 2) { sink.recovery = .latest }
            services.append(sink)
        }
        return services
    }
}
