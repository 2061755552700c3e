import ScreenModel
import ViewMessages

enum NextLine: Equatable, Sendable {
    case command
    /// The line before was meant for a field that is not there. This one may be its secret.
    case afterUnknownField
    /// The secret of that field, the whole line.
    case secret(of: String)

    var secret: String? { if case .secret(let field) = self { field } else { nil } }
}

/// Lines of commands in their order, and which of them may hold a secret. No memory, no recording and no transcript gets these.
struct PrivateLines {
    let screen: Screen?
    /// Lines have been read while no screen showed which fields are secret.
    let isBlind: Bool
    private(set) var next: NextLine

    init(_ next: NextLine, on screen: Screen?, isBlind: Bool) {
        self.next = next
        self.screen = screen
        self.isBlind = isBlind
    }

    /// Goes on to the next line.
    /// - Returns: whether the line sets a secret, or may be meant to: the form of a field that the screen does not have may be gone, or not
    ///   loaded yet.
    mutating func take(_ line: String) -> Bool {
        let expected = next
        let argument = LinearCommand.argument(ofSet: line).flatMap { $0.isEmpty ? nil : $0 }
        let command = argument.flatMap { argument in screen.flatMap { FieldCommand(argument, on: $0) } }
        if let argument, screen == nil, isBlind {
            next = .secret(of: argument)
        } else if let command, command.isSecretMissing {
            next = .secret(of: command.name)
        } else {
            next = argument != nil && screen != nil && command == nil ? .afterUnknownField : .command
        }
        switch expected {
        case .secret: return true
        case .afterUnknownField where !Self.isCommand(line): return true
        case .afterUnknownField, .command: break
        }
        guard argument != nil else { return false }
        guard let command else { return screen != nil || isBlind }
        return command.field.kind == .secret && !command.isSecretMissing
    }

    /// The part of whole lines that is recorded: a placeholder for each secret, and nothing of a line that may contain one.
    func recordedPart(of bytes: [UInt8]) -> [UInt8] {
        var rest = self
        var output: [UInt8] = []
        for piece in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            let line = String(decoding: piece, as: UTF8.self)
            let awaited = rest.next.secret.flatMap { screen?.formField($0) }
            guard rest.take(line) else {
                output += piece + [0x0A]
                continue
            }
            if awaited != nil {
                output += Array((line.isEmpty ? "\n" : "\(Screen.withheldSecret)\n").utf8)
            } else if let argument = LinearCommand.argument(ofSet: line), let screen,
                let command = FieldCommand(argument, on: screen), let secret = command.text,
                case let whole = line.withoutOuter(\.isWhitespace), whole.hasSuffix(secret)
            {
                output += Array("\(whole.dropLast(secret.count))\(Screen.withheldSecret)\n".utf8)
            }
        }
        return output
    }

    private static func isCommand(_ line: String) -> Bool {
        do throws(CommandError) { return try LinearCommand(line) != nil } catch { return false }
    }

    /// The lines without private ones.
    /// - Parameter bytes: lines; the last may be incomplete.
    func publicPart(of bytes: [UInt8]) -> [UInt8] {
        var rest = self
        var output: [UInt8] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        where !rest.take(String(decoding: line, as: UTF8.self)) { output += line + [0x0A] }
        // The last piece has no line feed.
        if output.last == 0x0A, bytes.last != 0x0A || output.count > bytes.count { output.removeLast() }
        return output
    }
}
