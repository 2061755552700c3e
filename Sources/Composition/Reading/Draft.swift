/// What the merged files say, as values that still know their places: what the checks look at, before it becomes a
/// ``Composition``.
struct Draft {
    /// The first file.
    var place = Place(origin: "")
    var name: String?
    var services: [ServiceDraft] = []
    var states: [Located<MessagePattern>] = []
    var lineLimit: Int?
    var queueLimit: Int?
    /// Whether every file could be read. If not, nobody can tell what is missing.
    var isWhole = true
    /// Whether all that is said about receiving and sending was understood. If not, nobody can tell who is not heard.
    var wiringIsKnown = true

    subscript(service: String) -> ServiceDraft? { services.first { $0.name == service } }
}

/// The words that `recovery` takes.
enum RecoveryMode: String, CaseIterable {
    case none, redeliver, replay, latest
}

struct ServiceDraft {
    var name: String
    /// Of the service's name in the file that names it first.
    var place: Place
    /// nil when there is none that can be read.
    var command: Located<[String]>?
    /// Whether there is a command at all, readable or not.
    var hasCommand = false
    /// nil stands for a name whose value comes from the variables.
    var environment: [(name: String, value: String?)] = []
    var workingDirectory: Located<String>?
    var tty: Located<Bool>?
    var exitOnEnd: Located<Bool>?
    var receives: [Located<MessagePattern>] = []
    var sends: [Located<MessagePattern>] = []
    var dependsOn: [Located<Dependency>] = []
    var stopSignal: Int32?
    var stopGracePeriod: Duration?
    var restart: RestartMode?
    var recovery: RecoveryMode?
    var notices: [Located<MessagePattern>] = []
    var progress: [Located<MessagePattern>] = []
    var successExitCodes: [Int32] = []

    var path: String { "services.\(name)" }

    func mistake(_ message: String, key: String? = nil, at place: Place? = nil) -> Mistake {
        Mistake(place: place ?? self.place, path: key.map { "\(path).\($0)" } ?? path, message: message)
    }
}
