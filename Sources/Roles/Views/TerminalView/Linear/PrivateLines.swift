import ScreenModel
import ViewMessages

/// Which lines of commands may hold a secret. No memory, no recording and no transcript gets these.
struct PrivateLines {
    let screen: Screen?
    /// The next line is a secret whole.
    var awaitsSecret: Bool
    /// Lines have been read while no screen showed which fields are secret.
    var isBlind = false
    /// The line before was meant for a field that is not there. This one may be its secret.
    var followsUnknownField = false

    /// Whether it sets a secret, or may be meant to: a line that names no field of the screen. The form may be gone, or not loaded yet.
    func isPrivate(_ line: String) -> Bool {
        if awaitsSecret || followsUnknownField && !Self.isCommand(line) { return true }
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
            rest.followsUnknownField = rest.namesUnknownField(text)
            rest.awaitsSecret = rest.announcesSecret(text)
        }
        // The last piece has no line feed.
        if output.last == 0x0A, bytes.last != 0x0A || output.count > bytes.count { output.removeLast() }
        return output
    }

    private func announcesSecret(_ line: String) -> Bool {
        guard let argument = LinearCommand.argument(ofSet: line) else { return false }
        guard let screen else { return isBlind }
        return FieldCommand(argument, on: screen).map { $0.field.kind == .secret && $0.text == nil } ?? false
    }
}
