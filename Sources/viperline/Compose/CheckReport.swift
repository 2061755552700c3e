import Composition
import FoundationEssentials
import JSON
import Wire

/// What `viperline check` prints: the services, and the wiring.
struct CheckReport: Encodable {
    struct ServiceRow: Encodable {
        var name: String
        var command: [String]
        var dependsOn: [String]
        var notes: [String]
    }

    struct RouteRow: Encodable {
        var from: String
        var message: String
        var to: [String]
    }

    var name: String
    var services: [ServiceRow]
    var wiring: [RouteRow]
    var states: [String]

    init(_ composition: Composition) {
        name = composition.name
        services = composition.services.map { service in
            ServiceRow(
                name: service.name, command: service.command, dependsOn: service.dependsOn.map(\.description),
                notes: (service.tty ? ["tty"] : []) + (service.exitOnEnd ? ["exit_on_end"] : []))
        }
        wiring = composition.wiring.map { RouteRow(from: $0.from, message: $0.pattern.description, to: $0.to) }
        states = composition.states.map(\.description)
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
        return "\(name.printable)\n\n\(services)\n\(wiring)\(states)"
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "" }
        return String(decoding: JSONText.escapingUnprintable(Array(data)), as: UTF8.self) + "\n"
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "-" : names.joined(separator: ", ") }

    /// A word as a shell would need it, so that the command can be copied.
    private func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "%+,-./:=@_".contains($0)) }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
