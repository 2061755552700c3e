import Composition
import Encodings
import Processes
import Wire

struct ServiceEnvironment {
    private let composition: Composition
    private let sessionFolder: String
    /// The session is recorded, so a view reports the user's input.
    private let isRecorded: Bool
    /// The environment to which the variables are added.
    private let inherited: [String: String]

    init(
        _ composition: Composition, sessionFolder: String, isRecorded: Bool,
        inherited: [String: String] = OwnEnvironment.variables
    ) {
        self.composition = composition
        self.sessionFolder = sessionFolder
        self.isRecorded = isRecorded
        self.inherited = inherited
    }

    /// - Parameters:
    ///   - run: the number of the process, from 1.
    ///   - isRestored: whether the first line that it reads is a state of an earlier one.
    ///   - repeats: how many of its first lines the bus will drop.
    ///   - isSwapped: whether it replaces one on request, so that its program may be another.
    ///   - token: known to the orphan guard; no other process has it.
    func variables(
        of service: Service, run: Int, isRestored: Bool, repeats: Int = 0, isSwapped: Bool = false, token: String
    ) -> [String: String] {
        var variables = inherited
        variables["VIPERLINE_SERVICE"] = service.name
        variables["VIPERLINE_RUN"] = "\(run)"
        variables["VIPERLINE_RESTORED"] = isRestored ? isSwapped ? "swap" : "1" : nil
        variables["VIPERLINE_REPEATS"] = repeats > 0 ? "\(repeats)" : nil
        variables["VIPERLINE_RECORDED"] = isRecorded ? "1" : nil
        variables["VIPERLINE_LINE_LIMIT"] = "\(composition.lineLimit)"
        variables[RoleWiring.variable] = wiring(of: service)
        variables[SessionVariable.folder] = sessionFolder
        variables.merge(service.environment) { $1 }
        variables[OrphanGuard.tokenVariable] = token
        return variables
    }

    /// The types that the service may send and receive; nil where the text is too long for a variable.
    private func wiring(of service: Service) -> String? {
        var states: [MessagePattern] = []
        var known: Set<MessagePattern> = []
        for type in service.receives + service.sends {
            // A type that is both received and sent is one state.
            states += composition.states.compactMap { $0.narrowed(to: type) }.filter { known.insert($0).inserted }
        }
        let (notices, progress): ([MessagePattern], [MessagePattern]) =
            if case .redeliver(let notices, let progress) = service.recovery { (notices, progress) } else { ([], []) }
        return RoleWiring(
            session: composition.name, receives: service.receives, sends: service.sends, states: states,
            notices: notices, progress: progress
        ).text
    }
}

extension OrphanGuard {
    /// The token of a session's process. One word, whatever the folder's name is.
    static func token(_ sessionFolder: String, _ number: Int) -> String {
        "\(PercentEncoding.path.encode(sessionFolder))#\(number)"
    }
}
