import Processes
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing

@Suite struct TerminalResetTests {
    /// Restoring the terminal reverts everything that the view sets at its start. Regression: automatic wrapping was
    /// not restored after the view was killed.
    @Test func everyModeThatIsEnteredIsLeft() {
        let entered =
            ControlSequence.enterFullScreen + ControlSequence.reportMouse + ControlSequence.askForBackground
            + ControlSequence.beginSynchronizedUpdate
        let modes = entered.matches(of: #/\u{1B}\[\?(\d+)([hl])/#).map(\.output)
        expect(modes.count, equals: 9)
        for (_, number, action) in modes {
            let opposite = "\u{1B}[?\(number)\(action == "h" ? "l" : "h")"
            expect(TerminalReset.sequence, contains: opposite, "mode \(number)")
        }
        expect(TerminalReset.sequence, contains: "\u{1B}[0m" + ControlSequence.endLink)
        expect(ControlSequence.keepTitle == "\u{1B}[22;2t" && TerminalReset.sequence.contains("\u{1B}[23;2t"))
    }
}
