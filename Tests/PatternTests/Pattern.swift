import TestSupport
import Testing

/// A composition of `compose/patterns`. A new pattern is a row of ``all``; every test here takes it from there.
struct Pattern: CustomTestStringConvertible {
    let name: String
    /// Its names of protocols that have another one in `protocols/schemas`.
    var aliases: [String] = ["model=interactor"]
    /// All of its services.
    let services: [String]
    /// The service that has the terminal.
    var view = "view"
    /// Whether there is a `-greeting` too.
    var hasGreeting = true

    static let all = [
        Pattern(name: "mvc", services: ["viewcontroller", "model"], view: "viewcontroller"),
        Pattern(name: "mvp", services: ["view", "presenter", "model"]),
        Pattern(name: "viper", aliases: [], services: ["view", "presenter", "interactor", "router"]),
        Pattern(
            name: "mixed", services: ["view", "search", "model", "detail", "interactor", "router"], hasGreeting: false),
    ]

    static let greeting = all.filter(\.hasGreeting)

    var testDescription: String { name }

    func session(options: [String] = [], catalogOptions: [String] = []) throws -> AppSession {
        try AppSession("patterns/\(name)", options: options, catalogOptions: catalogOptions, aliases: aliases)
    }
}
