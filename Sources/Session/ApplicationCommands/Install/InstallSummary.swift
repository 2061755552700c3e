import Composition
import Declarations
import Platform
import SafeText
import Secrecy

/// The text that the user reads before an application is installed: everything that it will run, and every server that it will ask.
struct InstallSummary {
    /// More is refused: the beginning would have scrolled away when the user is asked.
    private static let mostBytes = 64 << 10

    private var lines: [String] = []

    /// - Parameter path: the future place of the script.
    init(ofScript firstLine: String, at path: String) {
        lines.append("It is a script, and runs for each of your actions:")
        lines.append("  \(firstLine.dropFirst(2)) \(ShellWords.joined([path]))")
    }

    /// - Parameter place: puts the application's future path in the place of the present one.
    init(of composition: Composition, place: (String) -> String) throws {
        lines.append("It runs:")
        let width = composition.services.map { min($0.name.count, 20) }.max() ?? 0
        for service in composition.services {
            let name = service.name + String(repeating: " ", count: max(0, width - service.name.count))
            lines.append("  \(name)  \(place(ShellWords.joined(service.command)))")
            if let check = service.healthCheck {
                lines.append("    checked by: \(place(ShellWords.joined(check.command)))")
            }
            lines += service.environment.sorted { $0.key < $1.key }.map { name, value in
                let isSecret = SecretName.mayBe(name) || SecretText.holdsSecret(value)
                return "    with \(name)=\(isSecret ? "(a secret)" : place(value))"
            }
        }
        guard let application = composition.application else { return }
        lines.append("It asks these servers:")
        for source in try DeclarationFile.read(application).sources {
            lines.append("  \(source.name): \(source.method) \(source.url.text)")
            lines += source.headers.map { "    with the header \($0.name): \(Self.shown($0))" }
            lines += source.variables.map { "    with \($0.name)=\(Self.shown($0))" }
        }
    }

    /// The text as it is in the file, with the names of variables and not their values.
    private static func shown(_ text: EnvironmentText) -> String {
        SecretText.holdsSecret(text.text) ? "(a secret)" : text.text
    }

    /// Nil if it is too long to be read.
    var text: String? {
        let text = lines.map { $0.printable + "\n" }.joined()
        return text.utf8.count <= Self.mostBytes ? text : nil
    }
}
