import Platform
import SafeText

/// Lines on stderr from a program that has other work to do than to wait until somebody reads them: while the pipe is full, lines are left
/// out, and counted.
package final class DiagnosticLog {
    private let program: String
    private let descriptor: Int32
    private var omitted = 0

    package init(_ program: String, on descriptor: Int32 = StandardStream.diagnostics) {
        self.program = program
        self.descriptor = descriptor
    }

    package func note(_ message: String) {
        if omitted > 0, write("\(omitted) lines were left out here, because nobody read them") { omitted = 0 }
        if omitted > 0 || !write(message.printable(keeping: "\n", "\t")) { omitted += 1 }
    }

    private func write(_ text: String) -> Bool {
        guard PollSet.isReady(descriptor, for: .writing) else { return false }
        // A pipe that is ready takes so much at once.
        let line = Array("\(program): \(text)".utf8.prefix(Int(PIPE_BUF) - 1)) + [0x0A]
        try? StandardStream.write(line, to: descriptor)
        return true
    }
}
