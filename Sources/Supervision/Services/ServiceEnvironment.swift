import Composition
import Processes

/// The environment of a service's process.
struct ServiceEnvironment {
    let sessionFolder: String
    /// The longest line that the bus takes, in bytes.
    let lineLimit: Int
    /// Whether the session is recorded, so that a view tells what a person enters.
    let isRecorded: Bool
    /// What it is added to.
    var inherited = OwnEnvironment.variables

    /// - Parameters:
    ///   - run: the number of the process, from 1.
    ///   - isRestored: whether the first line that it reads is a state of an earlier one.
    ///   - token: known to the orphan guard; no other process has it.
    func variables(of service: Service, run: Int, isRestored: Bool, token: String) -> [String: String] {
        var variables = inherited
        variables["VIPERLINE_SERVICE"] = service.name
        variables["VIPERLINE_RUN"] = "\(run)"
        variables["VIPERLINE_RESTORED"] = isRestored ? "1" : nil
        variables["VIPERLINE_RECORDED"] = isRecorded ? "1" : nil
        variables["VIPERLINE_LINE_LIMIT"] = "\(lineLimit)"
        variables[SessionVariable.folder] = sessionFolder
        variables.merge(service.environment) { $1 }
        variables[OrphanGuard.tokenVariable] = token
        return variables
    }
}
