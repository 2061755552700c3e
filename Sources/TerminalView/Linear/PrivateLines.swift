import ViewMessages

/// Which lines of commands may hold a secret. No memory, no recording and no transcript gets these.
struct PrivateLines {
    let screen: Screen?
    /// The next line is a secret whole.
    var awaitsSecret: Bool

    /// Whether it sets a secret, or may be meant to: on a screen with a secret field, whatever names no other field.
    func isPrivate(_ line: String) -> Bool {
        if awaitsSecret { return true }
        guard let screen, screen.hasSecretField, let argument = LinearCommand.argument(ofSet: line) else {
            return false
        }
        guard let command = FieldCommand(argument, on: screen) else { return true }
        return command.field.kind == .secret && command.text != nil
    }

    /// The lines without private ones.
    /// - Parameter bytes: lines; the last may be incomplete.
    func publicPart(of bytes: [UInt8]) -> [UInt8] {
        guard awaitsSecret || screen?.hasSecretField == true else { return bytes }
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

    private func announcesSecret(_ line: String) -> Bool {
        guard let screen, let argument = LinearCommand.argument(ofSet: line) else { return false }
        return FieldCommand(argument, on: screen).map { $0.field.kind == .secret && $0.text == nil } ?? false
    }
}
