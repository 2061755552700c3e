import Composition
import Foundation
import Processes
import Templates
import TestSupport
import Testing

@Suite struct NewFolderTests {
    private static func file(_ path: String, _ text: String) -> Template.File {
        .init(path: path, contents: Array(text.utf8))
    }

    @Test func theNameIsPutIntoPathsAndTexts() throws {
        let bytes: [UInt8] = [0xFF] + Array("my-application".utf8)
        let template = Template(files: [
            Self.file("my-application.py", "# my-application, my-application"), .init(path: "picture", contents: bytes),
        ])
        let named = template.named(try NewName("teas"))
        expect(named.files, equals: [Self.file("teas.py", "# teas, teas"), .init(path: "picture", contents: bytes)])
    }

    @Test func aTemplateIsReadWithoutWhatProgramsLeaveBehind() throws {
        let folder = try TemporaryFolder()
        for path in ["app.py", "tests/a.ndjson", "__pycache__/app.pyc", ".build/debug/app", ".gitignore"] {
            try Self.write(path, to: path, in: folder)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.py", withDestinationPath: "app.py")
        let template = try Template(folder.path)
        expect(template.files.map(\.path), equals: [".gitignore", "app.py", "link.py", "tests/a.ndjson"])
        expect(template.files[2].contents, equals: Array("app.py".utf8))
    }

    @Test func allOfItIsMade() throws {
        let folder = try TemporaryFolder()
        let template = Template(files: [Self.file("a", "1"), Self.file("b/c/d", "2"), Self.file("b/e", "3")])
        try NewFolder.make(folder.path + "/new", of: template)
        try expect(Template(folder.path + "/new"), equals: template)
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["new"])
    }

    @Test func nothingHalfMadeIsLeft() throws {
        let folder = try TemporaryFolder()
        // A file cannot be a folder too.
        let template = Template(files: [Self.file("a", "1"), Self.file("b/c", "2"), Self.file("a/b", "3")])
        #expect(throws: SystemError.self) { try NewFolder.make(folder.path + "/new", of: template) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func whatIsThereStays() throws {
        let folder = try TemporaryFolder()
        try Self.write("mine", to: "new/file", in: folder)
        #expect(throws: SystemError.self) {
            try NewFolder.make(folder.path + "/new", of: Template(files: [Self.file("file", "theirs")]))
        }
        try expect(folder.text(of: "new/file"), equals: "mine")
    }

    private static func write(_ text: String, to path: String, in folder: TemporaryFolder) throws {
        let parent = folder.url.appendingPathComponent(path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try folder.write(text, to: path)
    }
}
