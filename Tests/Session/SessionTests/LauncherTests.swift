import Foundation
import TestSupport
import Testing

/// `viperline` without a word.
@Suite struct LauncherTests {
    @Test func aPersonComesBackToTheSameRow() throws {
        let folder = try TemporaryFolder()
        for name in ["here", "home/viperline/apps"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let apps = "home/viperline/apps"
        try folder.write("description: [", to: "\(apps)/a-broken.yaml")
        try folder.write(
            "description: It fails\nservices: {a: {command: [sh, -c, \"exit 3\"]}}", to: "\(apps)/b-fails.yaml")
        try folder.writeProgram("# description: Two fruits\nprintf 'apple\\npear\\n'", to: "\(apps)/c-fruits")
        // As soon as it is read, it is told: a variable that is not set is a mistake.
        try folder.write(
            "services: {a: {command: [touch, \"${NEVER_SET:?was read}\"]}}", to: "here/compose.yaml")
        let tmux = try Tmux(
            "cd '\(folder.path)/here' && \(Products.executable("viperline")); echo ended with $?; exec cat",
            environment: [
                "XDG_CONFIG_HOME": "\(folder.path)/home", "XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path,
            ])
        func wait(forRow row: String) throws {
            try tmux.wait(for: "▸ \(row)") { $0.isAlternate && $0.lines.contains { $0.hasPrefix("▸ \(row)") } }
        }
        try wait(forRow: "a-broken")
        try tmux.send("Down", "Enter")
        let failed = try tmux.wait(for: "Press Enter to go back")
        expect(failed.contains("b-fails ended with exit code 3"))
        try tmux.send("Enter")
        try wait(forRow: "b-fails")
        try tmux.send("Down", "Enter")
        try wait(forRow: "apple")
        try tmux.send("Escape")
        try wait(forRow: "c-fruits")
        try tmux.type("This folder")
        try wait(forRow: "This folder…")
        try tmux.send("Enter")
        try wait(forRow: "No")
        try tmux.send("Enter")
        let refused = try tmux.wait(for: "the launcher") { $0.contains("Applications") && $0.contains("This folder…") }
        expect(!refused.contains("was read"))
        try tmux.send("Enter")
        try wait(forRow: "No")
        try tmux.send("Down", "Enter")
        try tmux.wait(for: "the folder's own") { $0.contains("a-broken") && !$0.contains("This folder…") }
        try tmux.type("was read")
        try tmux.wait(for: "this folder") { $0.contains("this folder") && $0.contains("was read") }
        try tmux.send("Escape")
        try tmux.wait(for: "ended with 0")
    }

    @Test func withoutATerminalItSaysWhatItCan() throws {
        let result = try Command.run([Products.executable("viperline")])
        expect(result.status == 64 && result.output.contains("USAGE: viperline"))
    }
}
