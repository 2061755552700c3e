import ScreenModel
import ViewMessages

/// What the next line is.
enum NextLine: Equatable, Sendable {
    case command
    /// The line before was meant for a field that is not there. This one may be its secret.
    case afterUnknownField
    /// The secret of that field, the whole line.
    case secret(of: String)

    var secret: String? { if case .secret(let field) = self { field } else { nil } }
}

/// Which lines of commands may hold a secret. No memory, no recording and no transcript gets these.
struct PrivateLines {
    let screen: Screen?
    /// Lines have been read while no screen showed which fields are secret.
    let isBlind: Bool
    var next: NextLine

    /// Whether it sets a secret, or may be meant to: a line that names no field of the screen. The form may be gone, or not loaded yet.
    func isPrivate(_ line: String) -> Bool {
        switch next {
        case .secret: return true
        case .afterUnknownField where !Self.isCommand(line): return true
        case .afterUnknownField, .command: break
        }
        guard let argument = LinearCommand.argument(ofSet: line), !argument.isEmpty else { return false }
        guard let screen else { return isBlind }
        guard let command = FieldCommand(argument, on: screen) else { return true }
        return command.field.kind == .secret && command.text != nil
    }

    /// Whether it is meant for a field that the screen does not have.
    func namesUnknownField(_ line: String) -> Bool {
        guard let screen, let argument = LinearCommand.argument(ofSet: line), !argument.isEmpty else { return false }
        return FieldCommand(argument, on: screen) == nil
    }

    private static func isCommand(_ line: String) -> Bool {
        do throws(CommandError) { return try LinearCommand(line) != nil } catch { return false }
    }

    /// The lines without private ones.
    /// - Parameter bytes: lines; the last may be incomplete.
    func publicPart(of bytes: [UInt8]) -> [UInt8] {
        var rest = self
        var output: [UInt8] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = String(decoding: line, as: UTF8.self)
            if !rest.isPrivate(text) { output += line + [0x0A] }
            rest.next = rest.next(after: text)
        }
        // The last piece has no line feed.
        if output.last == 0x0A, bytes.last != 0x0A || output.count > bytes.count { output.removeLast() }
        return output
    }

    private func next(after line: String) -> NextLine {
        guard let argument = LinearCommand.argument(ofSet: line) else { return .command }
        guard let screen else { return isBlind ? .secret(of: argument) : .command }
        guard let command = FieldCommand(argument, on: screen) else {
            return argument.isEmpty ? .command : .afterUnknownField
        }
        return command.field.kind == .secret && command.text == nil ? .secret(of: command.name) : .command
    }
}
