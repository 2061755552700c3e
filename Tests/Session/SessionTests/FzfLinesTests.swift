import Foundation
import TestSupport
import Testing

/// The command lines of `Tests/Fzf/lines.txt`, with a link to `viperline` under the name `fzf`, on a terminal; and with fzf itself where it is
/// installed in the version that the facts are from. protocols/picking.md has the figures.
@Suite struct FzfLinesTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let source: String
        /// By tmux's names; `wait:TEXT` waits for a text on the screen, and `settled` until nothing changes.
        let keys: [String]
        let status: Int32
        let output: String
        /// What is shown before the last key, with `>` at the current row; nil where there is no screen.
        let rows: [String]?
        /// Why it differs; nil if it does not.
        let difference: String?
        let command: String

        var testDescription: String { "\(source): \(command)" }

        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 7, let status = Int32(fields[2]) else { return nil }
            source = fields[0]
            keys = fields[1] == "-" ? [] : fields[1].split(separator: " ").map(String.init)
            self.status = status
            output = fields[3].replacing("\\n", with: "\n").replacing("\\0", with: "\0").replacing("\\t", with: "\t")
            rows = fields[4] == "-" ? nil : fields[4].isEmpty ? [] : fields[4].components(separatedBy: "\\n")
            difference = fields[5] == "=" ? nil : fields[5]
            command = fields[6]
        }
    }

    static let lines: [Line] = {
        let text = try? String(contentsOfFile: Checkout.path("Tests/Fzf/lines.txt"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { Line($0) }
    }()

    /// fzf, if it is there in that version.
    static let peer: String? = {
        let found = try? Command.run(["sh", "-c", "fzf --version | grep -q '^0\\.74\\.' && command -v fzf"])
        return found.flatMap { $0.status == 0 ? $0.lines.first : nil }
    }()

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func program(_ name: String, _ script: String) throws {
        try folder.write("#!/bin/sh\n\(script)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
    }

    /// The rows on Viperline's screen: as many as the last line counts (`2/5`), before that line or a preview.
    private static func rows(_ screen: Tmux.Screen) -> [String] {
        let lines = screen.lines.filter { !$0.isEmpty }
        let numbers = lines.last?.split(separator: " ").last?.split(separator: "/").compactMap { Int($0) } ?? []
        let areas = lines.dropLast().split(omittingEmptySubsequences: false) { $0.hasPrefix("──") }
        guard numbers.count == 2, let area = screen.isAlternate ? areas.dropFirst().first : areas.first else {
            return []
        }
        return area.suffix(numbers[1]).enumerated().map { index, line in
            let text = line.dropFirst(2).replacing(/[▐ ]+$/, with: "")
            return (index + 1 == numbers[0] ? ">" : "") + text
        }
    }

    /// - Returns: the output, the exit code and the rows before the last key.
    private func run(_ line: Line, _ fzf: String) throws -> (output: String, status: Int32, rows: [String]?) {
        try program("FILES", #"printf 'src/core.go\ncore.rb\ncore.c\nmusic/fire.mp3\nmusic/sbtrkt.mp3\n'"#)
        try program("PS", #"printf 'UID PID CMD\nroot 1 init\nada 22 vim\nada 333 sh\n'"#)
        try program("GIT", #"printf 'a1 first\nb2 second\nc3 b third\n'"#)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/fzf", withDestinationPath: fzf)
        try folder.write(line.command + "\n", to: "line")
        let script = """
            unset TMUX TMUX_PANE; export PATH=\(folder.path):\(Products.folder.path):/usr/bin:/bin; cd \(folder.path)
            echo before; bash ./line >out 2>err; echo $? >code; echo after; exec cat
            """
        let tmux = try Tmux(
            script, environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "HOME": folder.path])
        if !line.keys.isEmpty {
            // The field and a row, or the end.
            try tmux.wait(for: "the list") {
                $0.contains("after") || $0.text.split(separator: "\n").count > 4 || $0.contains("▸")
            }
        }
        var rows: [String]?
        for (index, key) in line.keys.enumerated() {
            if index == line.keys.count - 1, let expected = line.rows {
                _ = try? tmux.wait(for: "the rows", deadline: line.difference == nil ? 30 : 1) {
                    Self.rows($0) == expected
                }
                rows = Self.rows(try tmux.screen())
            }
            if key == "settled" {
                var (before, same) = ("", 0)
                try tmux.wait(for: "the same screen") { screen in
                    same = screen.text == before ? same + 1 : 0
                    before = screen.text
                    return same > 8
                }
            } else if key.hasPrefix("wait:") {
                try tmux.wait(for: String(key.dropFirst("wait:".count)))
            } else {
                try tmux.send(key)
            }
        }
        let end = try tmux.wait(for: "the end") { $0.contains("after") }
        expect(!end.isAlternate && !end.contains("▸"), "\(end)")
        let status = Int32(try folder.text(of: "code").trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
        return (try folder.text(of: "out"), status, rows)
    }

    @Test(arguments: lines) func aLineIsThatOfFzf(_ line: Line) throws {
        let result = try run(line, Products.executable("viperline"))
        let isSame = result.output == line.output && result.status == line.status && result.rows == line.rows
        let errors = (try? folder.text(of: "err")) ?? ""
        expect(isSame, equals: line.difference == nil, "\(line.difference ?? ""): \(result) \(errors)")
    }

    @Test(.enabled(if: peer != nil), arguments: lines.filter(\.keys.isEmpty)) func fzfIsAsTheTableHasIt(_ line: Line)
        throws
    {
        let result = try run(line, Self.peer ?? "")
        expect(result.output == line.output && result.status == line.status, "\(result)")
    }

    @Test func nineOfTenAreTheSame() {
        let same = Self.lines.count { $0.difference == nil }
        print("The same as in fzf: \(same) of \(Self.lines.count) command lines")
        expect(Self.lines.count >= 100 && same * 10 >= Self.lines.count * 9, "\(same) of \(Self.lines.count)")
    }
}
