import ViewMessages
import Wire

/// Previews of the row where the selection rests, for screens that ask for them (`"highlight": true`). A newer row ends the call for an
/// older one; all other calls have precedence.
extension ProgramScreens {
    /// The view reports a row as soon as the report before it is answered. The answer is the old screen at once, so the call for a
    /// row never delays the report of the next.
    mutating func highlight(_ row: String, on index: Int, _ event: Event) -> [AppEffect] {
        pages[index].highlighted = row
        guard calls.isStreaming || calls.isFree else { return show(index) }
        return begin(ProgramCall(["highlight", row]), on: index, activity: "Reading…", event)
    }

    /// The program has made the screen again, and the preview may be old.
    mutating func highlightAgain(on index: Int) -> [AppEffect] {
        guard pages[index].showsHighlighted, let row = pages[index].highlighted else {
            (pages[index].highlighted, pages[index].preview) = (nil, nil)
            return show(index)
        }
        guard calls.running == nil else { return show(index) }
        return begin(ProgramCall(["highlight", row]), on: index, activity: "Reading…")
    }

    /// Shows the reply to a call for a preview: its own preview, or else its parts.
    mutating func preview(_ reply: CallAnswer, on index: Int) -> [AppEffect] {
        switch reply {
        case .screen(let answer): pages[index].preview = answer.screen.preview ?? answer.screen.parts
        case .mistake(let message): pages[index].preview = [.text(Text(body: message))]
        case .open, .back, .request, .notice, .nothing: pages[index].preview = nil
        }
        return settle(index)
    }
}
