import Foundation
import TestSupport
import Testing

/// The path field of a program that suggests nothing, in real sessions.
@Suite struct PathCompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/projects", withIntermediateDirectories: true)
        try folder.write("", to: "projects/report.txt")
        try folder.write(
            """
            case $1 in
            submit) printf '{"title":"Got","parts":[{"text":{"body":"%s"}}]}' "$(tr -d '{}"' | cut -c 1-200)" ;;
            *) echo '{"title":"Open","parts":[{"form":{"id":"f","fields":[{"id":"file","label":"File","kind":"path"}]}}]}' ;;
            esac
            """, to: "open.sh")
    }

    @Test func aTerminalCompletesAPath() throws {
        let terminal = try Tmux(
            "cd '\(folder.path)' && '\(Products.executable("viperline"))' app -- sh open.sh",
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path])
        try terminal.wait(for: "File")
        try terminal.type("pro")
        try terminal.wait(for: "projects/")
        try terminal.send("Tab")
        try terminal.wait(for: "projects/report.txt")
        try terminal.send("Tab")
        try terminal.send("Enter")
        try terminal.wait(for: "file:projects/report.txt")
    }

    @Test(arguments: [(nil, true), ("1", false)] as [(String?, Bool)])
    func aPageSeesNoOtherFolder(_ printsURLs: String?, _ isListed: Bool) throws {
        var environment = ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path]
        environment["VIPERLINE_PRINT_URLS"] = printsURLs
        let result = try Command.run(
            [Products.executable("viperline"), "app", "--linear", "--", "sh", "\(folder.path)/open.sh"],
            input: "set File /us\nagain\n", environment: environment)
        expect(result.diagnostics.contains("such as: /usr/"), equals: isListed, "\(result.diagnostics)")
    }
}
