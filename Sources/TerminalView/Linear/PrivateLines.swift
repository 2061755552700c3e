import ScreenModel
import ViewMessages

/// Which lines of commands may hold a secret. No memory, no recording and no transcript gets these.
struct PrivateLines {
    let screen: Screen?
    /// The next line is a secret whole.
    var awaitsSecret: Bool
    /// Lines have been read while there was no screen that could say which field is a secret.
    var isBlind = false

    /// Whether it sets a secret, or may be meant to: on a screen with a secret field, whatever names no other field.
    func isPrivate(_ line: String) -> Bool {
        if awaitsSecret { return true }
        guard mayHaveSecrets, let argument = LinearCommand.argument(ofSet: line) else { return false }
        guard let screen, let command = FieldCommand(argument, on: screen) else { return true }
        return command.field.kind == .secret && command.text != nil
    }

    /// The lines without private ones.
    /// - Parameter bytes: lines; the last may be incomplete.
    func publicPart(of bytes: [UInt8]) -> [UInt8] {
        guard awaitsSecret || mayHaveSecrets else { return bytes }
        var rest = self
        var output: [UInt8] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = String(decoding: line, as: UTF8.self)
            if !rest.isPrivate(text) { output += line + [0x0A] }
            rest.awaitsSecret = rest.announcesSecret(text)
        }
        // The last piece has no line feed.
        if output.last == 0x0A, bytes.last != 0x0A || output.count > bytes.count { output.removeLast() }
        return output
    }

    private var mayHaveSecrets: Bool { screen.map(\.hasSecretField) ?? isBlind }

    private func announcesSecret(_ line: String) -> Bool {
        guard let argument = LinearCommand.argument(ofSet: line) else { return false }
        guard let screen else { return isBlind }
        return FieldCommand(argument, on: screen).map { $0.field.kind == .secret && $0.text == nil } ?? false
    }
}
