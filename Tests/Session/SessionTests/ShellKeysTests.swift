import Foundation
import TestSupport
import Testing

/// The key bindings that `viperline app --bash`, `--zsh` and `--fish` print, in real shells. A shell that is not installed is left out.
@Suite struct ShellKeysTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let shells = ["bash", "zsh", "fish"].filter {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    private func shell(_ name: String) throws -> Tmux {
        for name in ["sub/inner", ".config/fish"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        }
        try folder.write("file\n", to: "sub/inner/deep.txt")
        try folder.write("top\n", to: "top.txt")
        try folder.write("PS1='$ '; HISTFILE=; eval \"$(viperline app --bash)\"; clear\n", to: "rc.bash")
        try folder.write("PS1='$ '; eval \"$(viperline app --zsh)\"; clear\n", to: ".zshrc")
        try folder.write(
            "function fish_prompt; echo -n '$ '; end; set fish_greeting; viperline app --fish | source; clear\n",
            to: ".config/fish/config.fish")
        let command = ["bash": "bash --rcfile rc.bash -i", "zsh": "zsh -i", "fish": "fish --private -i"][name] ?? ""
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):/usr/bin:/bin; exec \(command)",
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "HOME": folder.path, "ZDOTDIR": folder.path,
                "XDG_CONFIG_HOME": folder.path + "/.config", "XDG_DATA_HOME": folder.path + "/.data",
            ])
        try tmux.wait(for: "the prompt") { $0.lines.contains { $0.hasPrefix("$") } }
        return tmux
    }

    @Test(arguments: shells) func filesAreInserted(_ name: String) throws {
        let tmux = try shell(name)
        try tmux.type("echo got ")
        try tmux.send("C-t")
        try tmux.wait(for: "▸ ")
        try tmux.type("deep")
        try tmux.wait(for: "▸ sub/inner/deep.txt")
        try tmux.send("Enter")
        try tmux.wait(for: "the line") { $0.contains("$ echo got sub/inner/deep.txt") && !$0.contains("▸") }
        try tmux.send("Enter")
        try tmux.wait(for: "the command's output") { $0.lines.contains("got sub/inner/deep.txt") }
    }

    @Test(arguments: shells) func aCommandComesBack(_ name: String) throws {
        let tmux = try shell(name)
        for text in ["echo first 'a  b'", "echo second"] {
            try tmux.type(text)
            try tmux.send("Enter")
            try tmux.wait(for: "its output") {
                $0.lines.contains { $0.hasPrefix(text.contains("first") ? "first" : "second") }
            }
        }
        try tmux.type("first")
        try tmux.send("C-r")
        try tmux.wait(for: "the time and the command") { screen in
            screen.lines.contains { $0.hasPrefix("▸ 20") && $0.hasSuffix("echo first 'a  b'") }
        }
        try tmux.send("Enter")
        try tmux.wait(for: "the line") { screen in
            !screen.contains("▸") && screen.lines.last { !$0.isEmpty } == "$ echo first 'a  b'"
        }
    }

    @Test(arguments: shells) func theFolderChanges(_ name: String) throws {
        let tmux = try shell(name)
        try tmux.type("echo here")
        try tmux.send("M-c")
        try tmux.wait(for: "▸ ")
        try tmux.type("inner")
        try tmux.wait(for: "▸ sub/inner")
        try tmux.send("Enter")
        try tmux.wait(for: "the typed text") { !$0.contains("▸") && $0.lines.last { !$0.isEmpty } == "$ echo here" }
        try tmux.type("; pwd")
        try tmux.send("Enter")
        try tmux.wait(for: "the folder") { $0.lines.contains { $0.hasSuffix("/sub/inner") } }
    }

    @Test(arguments: shells.filter { $0 != "fish" }) func twoStarsAreCompleted(_ name: String) throws {
        let tmux = try shell(name)
        try tmux.type("cat sub/**")
        try tmux.send("Tab")
        try tmux.wait(for: "▸ inner/deep.txt")
        try tmux.send("Enter")
        try tmux.wait(for: "the line") { $0.contains("$ cat sub/inner/deep.txt") && !$0.contains("▸") }
        try tmux.send("Enter")
        try tmux.wait(for: "the file") { $0.lines.contains("file") }
        // Other words are completed as before.
        try tmux.type("cat to")
        try tmux.send("Tab")
        try tmux.wait(for: "$ cat top.txt")
    }

    /// Leaving without a choice changes nothing.
    @Test(arguments: shells) func nothingIsInserted(_ name: String) throws {
        let tmux = try shell(name)
        try tmux.type("echo kept")
        for key in ["C-t", "M-c"] {
            try tmux.send(key)
            try tmux.wait(for: "▸ ")
            try tmux.send("Escape")
            try tmux.wait(for: "the line") { !$0.contains("▸") && $0.lines.last { !$0.isEmpty } == "$ echo kept" }
        }
    }
}
