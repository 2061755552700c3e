import Foundation
import Picking
import TestSupport
import Testing

/// The file of `--history`.
@Suite struct QueryHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/history-\(UUID().uuidString)"
    private var path: String { folder + "/texts" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func content() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    @Test func textsAreKept() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var history = try QueryHistory(path, size: 3)
        for text in ["one", "", "two", "two", "three\nlines", "four"] { try history.append(text) }
        expect(content(), equals: "two\nthreelines\nfour\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expect(mode, equals: 0o600)
        try expect(QueryHistory(path, size: 2).texts, equals: ["threelines", "four"])
        try expect(FileManager.default.contentsOfDirectory(atPath: folder), equals: ["texts"], "no other file is left")
    }

    @Test func aLinkStaysOne() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "old\n".write(toFile: folder + "/real", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/real")
        var history = try QueryHistory(path, size: 10)
        try history.append("new")
        try expect(FileManager.default.destinationOfSymbolicLink(atPath: path), equals: folder + "/real")
        try expect(String(contentsOfFile: folder + "/real", encoding: .utf8), equals: "old\nnew\n")
    }

    /// 10 GB without a block on the disk, and an ordinary end.
    @Test func onlyTheEndOfALargeFileIsRead() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 10 << 30)
        try file.seekToEnd()
        try file.write(contentsOf: Data("\nlast\n".utf8))
        try expect(QueryHistory(path, size: 10).texts, equals: ["last"])
    }

    @Test(arguments: ["folder", "pipe", "device", "missing/folder", "noAccess"])
    func whatIsNoFileIsRefused(_ kind: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var name = path
        switch kind {
        case "folder": name = folder
        case "pipe": expect(mkfifo(path, 0o600), equals: 0)
        case "device": name = "/dev/null"
        case "missing/folder": name = folder + "/missing/texts"
        default: name = path + "/below"; try "a file\n".write(toFile: path, atomically: true, encoding: .utf8)
        }
        let refusal = #expect(throws: QueryHistory.Refusal.self) { try QueryHistory(name, size: 10) }
        expect(refusal?.description.hasPrefix("--history: "), equals: true)
    }
}
