import Analysis
import JSON
import Stills

/// A film as an asciicast, version 2: <https://docs.asciinema.org/manual/asciicast/v2/>. The first line describes the terminal; each
/// other one is an event: seconds, `o` for output or `m` for a marker, and a text.
package enum CastFile {
    private static let clear = "\u{1B}[?25l\u{1B}[2J"

    /// Equal films give equal bytes.
    package static func bytes(of film: Film, title: String) -> [UInt8] {
        var bytes = Array(#"{"version":2,"width":\#(film.columns),"height":\#(film.rows),"title":"#.utf8)
        JSONText.append(title, to: &bytes)
        bytes += #","env":{"TERM":"xterm-256color"}}"#.utf8
        bytes.append(0x0A)
        var marks = film.marks[...]
        var shown: [Int] = []
        for frame in film.frames {
            while let mark = marks.first, mark.time <= frame.time {
                append("m", mark.text, at: mark.time, to: &bytes)
                marks.removeFirst()
            }
            append(
                "o", (shown.isEmpty ? clear : "") + changes(from: shown, to: frame.rows, film), at: frame.time,
                to: &bytes)
            shown = frame.rows
        }
        // A player shows the last frame until the last event.
        append("o", "\u{1B}[0m", at: film.duration, to: &bytes)
        return bytes
    }

    private static func append(_ code: String, _ text: String, at time: Double, to bytes: inout [UInt8]) {
        bytes += #"[\#(TimeText.moment(time)),"\#(code)","#.utf8
        JSONText.append(text, to: &bytes)
        bytes += "]\n".utf8
    }

    private static func changes(from old: [Int], to new: [Int], _ film: Film) -> String {
        new.indices.filter { old.isEmpty || old[$0] != new[$0] }.map { row in
            "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[K"
                + film.lines[new[row]].map { run in
                    // Each run has its place: terminals disagree about the width of some characters.
                    (run.column == 0 ? "" : "\u{1B}[\(run.column + 1)G")
                        + "\u{1B}[0\(run.style.isEmpty ? "" : ";")\(run.style)m"
                        + run.text
                }.joined()
        }.joined()
    }
}
