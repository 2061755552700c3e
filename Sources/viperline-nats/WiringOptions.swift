import ArgumentParser
import Wire

/// What the program may receive and send on its bus, from the supervisor (`VIPERLINE_WIRING`) or, when started by hand, from options.
struct WiringOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A type or a protocol that comes from the bus. Repeatable.", valueName: "pattern"))
    var receives: [String] = []

    @Option(help: ArgumentHelp("A type or a protocol that goes to the bus. Repeatable.", valueName: "pattern"))
    var sends: [String] = []

    @Option(
        help: ArgumentHelp("A type whose newest event replaces all earlier ones. Repeatable.", valueName: "pattern"))
    var states: [String] = []

    struct Resolved {
        var session = ""
        var receives: [MessagePattern] = []
        var sends: [MessagePattern] = []
        var states: [MessagePattern] = []
    }

    func validate() throws {
        for text in receives + sends + states where !MessagePattern.isWellFormed(text) {
            throw ValidationError("\"\(text)\" is no type and no pattern of types")
        }
    }

    /// Options take precedence over the supervisor.
    func resolved() throws -> Resolved {
        let told = try RoleEnvironment.variable(RoleWiring.variable).map { try RoleWiring($0) }
        func patterns(_ own: [String], _ told: [String]?) -> [MessagePattern] {
            (own.isEmpty ? told ?? [] : own).map { MessagePattern($0) }
        }
        return Resolved(
            session: told?.session ?? "", receives: patterns(receives, told?.receives),
            sends: patterns(sends, told?.sends),
            states: patterns(states, told?.states))
    }
}
