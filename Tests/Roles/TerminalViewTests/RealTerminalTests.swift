import Foundation
import TerminalText
import TerminalView
import TestSupport
import Testing

/// The painter's output on an independent terminal.
@Suite struct RealTerminalTests {
    /// Regression: multi-scalar emoji left stray cells, because tmux has its own widths.
    @Test func tmuxShowsEachFrameAsItIsWanted() throws {
        let size = Size(columns: 24, rows: 7)
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/output"
        expect(mkfifo(pipe, 0o600), equals: 0)
        // Opened for reading too, so that opening does not block.
        let output = FileHandle(fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        let tmux = try Tmux("stty raw -echo; exec cat '\(pipe)'", columns: size.columns, rows: size.rows)
        try output.write(contentsOf: Data(ControlSequence.enterFullScreen.utf8))
        var random = Seeded(seed: 11)
        var painter = Painter(inColor: true)
        var frame = Frame(CellBuffer(size))
        for round in 0..<60 {
            PainterTests.scribble(on: &frame, &random)
            // A unique mark distinguishes this frame from earlier ones.
            frame.buffer.write(StyledText("#\(round)."), row: 0, column: 0)
            try output.write(contentsOf: Data(painter.paint(frame)))
            try tmux.wait(for: "frame \(round):\n" + frame.buffer.text.joined(separator: "\n")) { screen in
                zip(screen.lines, 0..<size.rows).allSatisfy { Self.shows($0, frame.buffer, row: $1) }
            }
        }
    }

    /// Terminals may draw characters of doubtful width as they like; all others must be there, and nothing else.
    private static func shows(_ line: String, _ buffer: CellBuffer, row: Int) -> Bool {
        let seen = line.filter { $0 != "\u{200E}" }
        if buffer.row(row).allSatisfy({ CellWidth.isCertain($0.character) }) {
            return certain(seen) == certain(buffer.text[row])
        }
        return letters(seen) == letters(buffer.text[row])
    }

    private static func certain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{200E}" }))
    }

    private static func letters(_ text: String) -> String {
        text.filter { $0.isASCII && !$0.isWhitespace && !$0.isNumber }
    }
}
