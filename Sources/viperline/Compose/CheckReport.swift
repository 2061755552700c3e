import Composition
import JSON
import SafeText
import Wire

/// What `viperline check` prints: the services, the wiring, and the rules that it keeps.
struct CheckReport: JSONWritable {
    struct ServiceRow: JSONWritable {
        var name: String
        var command: [String]
        var dependsOn: [String]
        var notes: [String]
    }

    struct RouteRow: JSONWritable {
        var from: String
        var message: String
        var to: [String]
    }

    /// What services must not send or receive: one of the two lists is empty.
    struct RuleRow: JSONWritable {
        var services: [String]
        var sends: [String]
        var receives: [String]
        var because: String
    }

    var name: String
    var description: String?
    var services: [ServiceRow]
    var wiring: [RouteRow]
    var states: [String]
    var forbids: [RuleRow]

    init(_ composition: Composition) {
        name = composition.name
        description = composition.description
        services = composition.services.map { service in
            ServiceRow(
                name: service.name, command: service.command, dependsOn: service.dependsOn.map(\.description),
                notes: (service.tty ? ["tty"] : []) + (service.exitOnEnd ? ["exit_on_end"] : []))
        }
        wiring = composition.wiring.map { RouteRow(from: $0.from, message: $0.pattern.description, to: $0.to) }
        states = composition.states.map(\.description)
        forbids = composition.rules.map { rule in
            let patterns = rule.patterns.map(\.description)
            return RuleRow(
                services: rule.services, sends: rule.side == .sends ? patterns : [],
                receives: rule.side == .receives ? patterns : [], because: rule.because)
        }
    }

    var text: String {
        let services = TextTable(
            header: ["SERVICE", "DEPENDS ON", "NOTES", "COMMAND"],
            rows: self.services.map { service in
                [
                    service.name, list(service.dependsOn), list(service.notes),
                    service.command.map(quoted).joined(separator: " "),
                ]
            })
        let wiring = TextTable(
            header: ["FROM", "MESSAGE", "TO"], rows: self.wiring.map { [$0.from, $0.message, list($0.to)] })
        let states = states.isEmpty ? "" : "\nstates: \(list(states).printable)\n"
        let title = [name, description].compactMap { $0?.printable }.joined(separator: "\n")
        return "\(title)\n\n\(services)\n\(wiring)\(states)\(rules)"
    }

    private var rules: String {
        guard !forbids.isEmpty else { return "" }
        let table = TextTable(
            header: ["FORBIDDEN TO", "MESSAGE", "BECAUSE"],
            rows: forbids.map { rule in
                let verb = rule.sends.isEmpty ? "receive" : "send"
                return [list(rule.services), "\(verb) \(list(rule.sends + rule.receives))", rule.because]
            })
        return "\n\(table)"
    }

    /// As JSON.
    var line: String {
        String(decoding: Output.isTerminal ? PrintableJSON.escaping(json) : json, as: UTF8.self) + "\n"
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "-" : names.joined(separator: ", ") }

    /// A word quoted for a shell, so that the command can be copied.
    private func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "%+,-./:=@_".contains($0)) }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
