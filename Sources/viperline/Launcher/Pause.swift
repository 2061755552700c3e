import Platform
import SafeText
import Wire

/// What went wrong stays in sight until the person has read it.
enum Pause {
    /// - Returns: whether the person goes on; false at the end of the input.
    static func afterFailure(_ message: String) -> Bool {
        StandardStream.diagnose("viperline", message.printable)
        try? StandardStream.write(Array("Press Enter to go back. ".utf8), to: StandardStream.diagnostics)
        tcflush(0, TCIFLUSH)
        var byte: UInt8 = 0
        while true {
            let count = read(0, &byte, 1)
            if count == 1, byte != 0x0A { continue }
            if count < 0, errno == EINTR { continue }
            return count == 1
        }
    }
}
