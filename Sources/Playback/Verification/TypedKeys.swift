import Platform
package import Processes
package import Recording

/// Types keys at a full-screen view on a pseudo-terminal.
package final class TypedKeys: Typist {
    private let terminal: PseudoTerminal
    /// Whether the last keys ended with ESC, which might begin a sequence.
    package private(set) var needsPause = false

    package init(_ screen: CassetteHeader.Screen) throws(SystemError) {
        terminal = try PseudoTerminal.open(columns: screen.columns, rows: screen.rows)
        terminal.ours.setNonBlocking()
    }

    package var descriptors: [(ours: Int32, theirs: Int32)] {
        [(terminal.theirs.number, 3), (terminal.theirs.number, 4)]
    }
    package var drawing: Int32? { terminal.ours.number }

    /// The count of unread bytes is known at the view's end, which therefore stays open here.
    package var hasBeenRead: Bool {
        var count: Int32 = 0
        return ioctl(terminal.theirs.number, UInt(FIONREAD), &count) != 0 || count == 0
    }

    package func begin() {}

    package func type(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        needsPause = bytes.last == 0x1B
        return write(terminal.ours.number, bytes, bytes.count) == bytes.count
    }

    package func look() {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while read(terminal.ours.number, &bytes, bytes.count) > 0 {}
    }

    package func end() {}
}
