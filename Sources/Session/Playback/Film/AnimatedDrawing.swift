import Analysis
import Stills
import TerminalText

/// A film as SVG with CSS animations, without scripts: it moves also in an `img` element, as on the pages of code hosts. Each row of
/// the terminal is a strip of its different texts, which moves behind a window of one row.
package struct AnimatedDrawing {
    /// Bytes.
    package static let usualLimit = 300_000
    private static let (cellWidth, cellHeight, fontSize, margin) = (9, 20, 15, 16)
    /// Above the lower edge of its row.
    private static let baseline = 5
    /// Seconds. With fewer frames nobody could follow it.
    private static let longestInterval = 4.0

    private let film: Film
    private let title: String

    package init(_ film: Film, title: String) {
        self.film = film
        self.title = title
    }

    /// Leaves out frames until it is as small as that. Equal films give equal bytes.
    /// - Parameter limit: in bytes.
    /// - Returns: the drawing, and the seconds between two of its frames, at least (0: none is left out); nil where even few frames are too large.
    package func bytes(limit: Int = usualLimit) -> (drawing: [UInt8], interval: Double)? {
        var interval = 0.0
        while interval <= Self.longestInterval {
            let drawing = Array(AnimatedDrawing(film.thinned(to: interval), title: title).text.utf8)
            if drawing.count <= limit { return (drawing, interval) }
            interval = max(interval * 2, 0.125)
        }
        return nil
    }

    private var text: String {
        let width = film.columns * Self.cellWidth + 2 * Self.margin
        let height = film.rows * Self.cellHeight + 2 * Self.margin
        let strips = (0..<film.rows).map(strip)
        let head = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)" role="img" xml:space="preserve">"#,
            "<title>\(Self.escaped(title))</title>",
            "<style>text{font:\(Self.fontSize)px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre;fill:\(GraphicRendition.usualInk)}"
                + ".b{font-weight:bold}.d{opacity:.6}.i{font-style:italic}.u{text-decoration:underline}"
                + strips.map(\.style).joined()
                + "@media(prefers-reduced-motion:reduce){g{animation:none!important}}</style>",
            #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(GraphicRendition.usualPaper)"/>"#,
        ]
        return (head + strips.map(\.markup).filter { !$0.isEmpty } + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// The frame that is seen longest, for those who see no motion.
    private var poster: Int {
        let ends = film.frames.dropFirst().map(\.time) + [film.duration]
        let looks = zip(film.frames, ends).map { $1 - $0.time }
        return looks.indices.max { looks[$0] < looks[$1] } ?? 0
    }

    /// A row: its texts one below the other, the one of the poster first, and when which is seen.
    private func strip(_ row: Int) -> (style: String, markup: String) {
        guard !film.frames.isEmpty else { return ("", "") }
        var places = [film.frames[poster].rows[row]: 0]
        var order = [film.frames[poster].rows[row]]
        var steps: [(time: Double, place: Int)] = []
        for frame in film.frames {
            let line = frame.rows[row]
            if places[line] == nil {
                places[line] = order.count
                order.append(line)
            }
            let place = places[line] ?? 0
            if steps.last?.place != place { steps.append((frame.time, place)) }
        }
        let content = order.enumerated().map { draw(film.lines[$1], place: $0) }.joined()
        guard !content.isEmpty else { return ("", "") }
        let window =
            #"<svg x="\#(Self.margin)" y="\#(Self.margin + row * Self.cellHeight)" width="\#(film.columns * Self.cellWidth)" height="\#(Self.cellHeight)">"#
        guard steps.count > 1 else { return ("", "\(window)\(content)</svg>") }
        let frames = steps.map { step in
            "\(percent(step.time)){transform:translateY(\(-step.place * Self.cellHeight)px)}"
        }
        let style =
            ".r\(row){animation:r\(row) \(TimeText.moment(film.duration))s step-end infinite}@keyframes r\(row){\(frames.joined())}"
        return (style, #"\#(window)<g class="r\#(row)">\#(content)</g></svg>"#)
    }

    private func percent(_ time: Double) -> String {
        time == 0 ? "0%" : "\(TimeText.moment(time / film.duration * 100))%"
    }

    // MARK: Lines

    private func draw(_ line: [Still.Run], place: Int) -> String {
        line.map { run in
            let look = GraphicRendition(run.style)
            var markup = ""
            let cells = min(CellWidth.of(run.text), film.columns - run.column)
            if let paper = look.paper {
                markup +=
                    #"<rect x="\#(run.column * Self.cellWidth)" y="\#(place * Self.cellHeight)" width="\#(cells * Self.cellWidth)" height="\#(Self.cellHeight)" fill="\#(paper)"/>"#
            }
            return markup + Self.pieces(of: run).map { Self.draw($0, look, place: place) }.joined()
        }.joined()
    }

    /// Neighbours that are drawn as one text, without the blanks around it.
    private struct Piece {
        var column: Int
        var text = ""
        var cells = 0
    }

    /// ASCII goes with ASCII, and one repeated sign with itself: so columns line up in any font.
    private static func pieces(of run: Still.Run) -> [Piece] {
        var pieces: [Piece] = []
        var (column, last) = (run.column, Character?.none)
        for character in run.text {
            let width = CellWidth.of(character)
            let isSame = last.map { $0.isASCII && character.isASCII || $0 == character && width == 1 } ?? false
            if !isSame { pieces.append(Piece(column: column)) }
            pieces[pieces.count - 1].text.append(character)
            pieces[pieces.count - 1].cells += width
            (column, last) = (column + width, character)
        }
        return pieces.compactMap(trimmed)
    }

    /// Renderers may drop the blanks around a text while they keep its length.
    private static func trimmed(_ piece: Piece) -> Piece? {
        guard let first = piece.text.firstIndex(where: { $0 != " " }),
            let last = piece.text.lastIndex(where: { $0 != " " })
        else { return nil }
        let text = String(piece.text[first...last])
        let before = piece.text.distance(from: piece.text.startIndex, to: first)
        return Piece(column: piece.column + before, text: text, cells: piece.cells - (piece.text.count - text.count))
    }

    private static func draw(_ piece: Piece, _ look: GraphicRendition, place: Int) -> String {
        let names = look.classes.sorted().joined(separator: " ")
        // A single sign must fill its cells; letters only keep their distance.
        let stretch = piece.text.first?.isASCII == true ? "" : #" lengthAdjust="spacingAndGlyphs""#
        return
            #"<text x="\#(piece.column * cellWidth)" y="\#(place * cellHeight + cellHeight - baseline)" textLength="\#(piece.cells * cellWidth)""#
            + stretch + (names.isEmpty ? "" : #" class="\#(names)""#)
            + (look.ink == GraphicRendition.usualInk ? "" : #" style="fill:\#(look.ink)""#)
            + ">\(escaped(piece.text))</text>"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { output, character in
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            // No XML document may have these.
            case "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
            default: output.append(character)
            }
        }
    }
}
