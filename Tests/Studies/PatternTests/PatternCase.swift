import TestSupport
import Testing

/// A composition of `compose/patterns`. A new pattern is a row of ``all``; every test here takes it from there.
struct PatternCase: CustomTestStringConvertible {
    let name: String
    /// Its names of protocols that have another one in `protocols/schemas`.
    var aliases: [String] = ["model=interactor"]
    /// All of its services.
    let services: [String]
    /// The service that has the terminal.
    var view = "view"
    /// True if a role runs in the view's process.
    var hostsARole = false
    /// True if there is a `-greeting` too.
    var hasGreeting = true

    static let all = [
        PatternCase(name: "mvc", services: ["viewcontroller", "model"], view: "viewcontroller", hostsARole: true),
        PatternCase(name: "mvp", services: ["view", "presenter", "model"]),
        PatternCase(name: "mvvm", services: ["view", "viewmodel", "model"], hostsARole: true),
        PatternCase(name: "viper", aliases: [], services: ["view", "presenter", "interactor", "router"]),
        PatternCase(
            name: "vip", aliases: ["worker=interactor"],
            services: ["view", "interactor", "presenter", "router", "worker"]),
        PatternCase(
            name: "mixed", services: ["view", "search", "model", "detail", "interactor", "router"], hasGreeting: false),
    ]

    static let greeting = all.filter(\.hasGreeting)

    var testDescription: String { name }

    func session(options: [String] = [], catalogOptions: [String] = []) throws -> AppSession {
        try AppSession("patterns/\(name)", options: options, catalogOptions: catalogOptions, aliases: aliases)
    }
}
