import Foundation
import TerminalView
import TestSupport
import Testing

@Suite struct SettingsFileTests {
    private static func read(_ folder: TemporaryFolder) throws -> String? {
        try SettingsFile.read("theme") { $0 == "XDG_CONFIG_HOME" ? folder.path : nil }?.text
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/viperline", withIntermediateDirectories: true)
        return folder
    }

    @Test func itIsInTheConfigurationFolder() throws {
        let folder = try Self.folder()
        try expect(Self.read(folder), equals: nil)
        try folder.write("accent: red", to: "viperline/theme")
        try expect(Self.read(folder), equals: "accent: red")
        try folder.write("accent: blue", to: "theme")
        let home = try Self.folder()
        try FileManager.default.moveItem(atPath: folder.path + "/viperline", toPath: home.path + "/.config")
        try expect(SettingsFile.read("theme") { _ in nil }, equals: nil)
    }

    @Test func withoutThatVariableItIsBelowTheHomeFolder() throws {
        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: home.path + "/.config/viperline", withIntermediateDirectories: true)
        try home.write("x", to: ".config/viperline/theme")
        let variables = ["HOME": home.path, "XDG_CONFIG_HOME": "relative"]
        try expect(SettingsFile.read("theme") { variables[$0] }?.text, equals: "x")
    }

    @Test(arguments: ["huge", "binary", "folder", "fifo", "writable"]) func whatIsNoSettingsIsRefused(_ kind: String)
        throws
    {
        let folder = try Self.folder()
        let path = folder.path + "/viperline/theme"
        switch kind {
        case "huge": try folder.write(String(repeating: "#", count: 1 << 17), to: "viperline/theme")
        case "binary": try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        case "folder": mkdir(path, 0o700)
        case "fifo": mkfifo(path, 0o600)
        default:
            try folder.write("accent: red", to: "viperline/theme")
            chmod(path, 0o666)
        }
        #expect(throws: SettingsFile.Refusal.self) { try Self.read(folder) }
    }

    @Test func anotherUsersFileIsRefused() throws {
        let folder = try Self.folder()
        try folder.write("accent: red", to: "viperline/theme")
        // Only root can give a file away.
        guard chown(folder.path + "/viperline/theme", 65534, 65534) == 0 else { return }
        #expect(throws: SettingsFile.Refusal.self) { try Self.read(folder) }
    }
}
