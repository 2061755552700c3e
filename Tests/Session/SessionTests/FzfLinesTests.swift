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
        /// Why it differs; nil if it does not.
        let difference: String?
        let command: String

        var testDescription: String { "\(source): \(command)" }

        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, let status = Int32(fields[2]) else { return nil }
            source = fields[0]
            keys = fields[1] == "-" ? [] : fields[1].split(separator: " ").map(String.init)
            self.status = status
            output = fields[3].replacing("\\n", with: "\n").replacing("\\0", with: "\0").replacing("\\t", with: "\t")
            difference = fields[4] == "=" ? nil : fields[4]
            command = fields[5]
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

    /// - Returns: the output and the exit code.
    private func run(_ line: Line, _ fzf: String) throws -> (output: String, status: Int32) {
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
        for key in line.keys {
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
        return (try folder.text(of: "out"), status)
    }

    @Test(arguments: lines) func aLineIsThatOfFzf(_ line: Line) throws {
        let result = try run(line, Products.executable("viperline"))
        let isSame = result.output == line.output && result.status == line.status
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
        expect(Self.lines.count >= 100 && same * 10 >= Self.lines.count * 9, "\(same) of \(Self.lines.count)")
    }
}
