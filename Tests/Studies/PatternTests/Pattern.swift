import Foundation
import TestSupport

/// A composition in `compose/patterns`, as `viperline check --json` describes it.
struct Pattern: Decodable {
    struct Service: Decodable {
        let name: String
        let notes: [String]
    }

    struct Route: Decodable {
        let from: String
        let message: String
        let to: [String]
    }

    struct Rule: Decodable {
        let services: [String]
        let sends: [String]
        let receives: [String]
        let because: String
    }

    let services: [Service]
    let wiring: [Route]
    let forbids: [Rule]

    /// All of them, by name.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.path("compose/patterns"))) ?? []
        return files.filter { $0.hasSuffix(".yaml") && $0 != "roles.yaml" }.map { String($0.dropLast(5)) }.sorted()
    }()

    /// What one service must not send, or receive, and why.
    struct Prohibition {
        let service: String
        let verb: String
        let message: String
        let because: String
    }

    init(_ name: String) throws {
        let result = try Self.check(name, ["--json"])
        self = try JSONDecoder().decode(Pattern.self, from: Data(result.output.utf8))
    }

    static func check(_ name: String, _ options: [String]) throws -> Command.Result {
        try Command.run([Products.executable("viperline"), "check", "patterns/\(name)"] + options)
    }

    var prohibitions: [Prohibition] {
        forbids.flatMap { rule in
            rule.services.flatMap { service in
                rule.sends.map {
                    Prohibition(service: service, verb: "sends", message: $0, because: rule.because)
                }
                    + rule.receives.map {
                        Prohibition(service: service, verb: "receives", message: $0, because: rule.because)
                    }
            }
        }
    }

    /// The services that take part in the wiring.
    var participants: [String] {
        services.map(\.name).filter { name in wiring.contains { $0.from == name || $0.to.contains(name) } }
    }

    /// The protocols of the wiring.
    var protocols: Set<String> { Set(wiring.map { $0.message.split(separator: ".").prefix(2).joined(separator: ".") }) }

    func sends(_ service: String, _ name: String) -> Bool {
        wiring.contains { $0.from == service && "\($0.message).".hasPrefix("\(name).") }
    }

    func receives(_ service: String, _ name: String) -> Bool {
        wiring.contains { $0.to.contains(service) && "\($0.message).".hasPrefix("\(name).") }
    }
}
