import ScreenModel
import ViewMessages

/// A text whose marked pieces have tones of their own.
struct MarkedMarkup {
    let text: String
    let marks: [Mark]?
    let tone: Tone?

    func write(to page: inout PageWriter) {
        page.element(.span, .class(tone?.className)) { page in
            var at = text.startIndex
            for piece in MarkedPieces.find(marks, in: text) {
                page.text(String(text[at..<piece.range.lowerBound]))
                page.element(.span, .class(piece.tone.className), text: String(text[piece.range]))
                at = piece.range.upperBound
            }
            page.text(String(text[at...]))
        }
        page.word(of: tone)
    }
}
