/// Why a request on the control socket is not carried out.
enum ControlRefusal: Error, Equatable {
    case unknownService(String, there: [String])
    case underWay(service: String)
    case stopping(service: String)
    case ending
    case notUnderstood(String)
}

extension ControlRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownService(let name, let there):
            "there is no service \"\(name)\" in this session; there are: \(there.joined(separator: ", "))"
        case .underWay(let service): "\(service) is already being replaced; wait until that is done"
        case .stopping(let service): "\(service) is being stopped"
        case .ending: "the session is ending"
        case .notUnderstood(let reason): reason
        }
    }
}
