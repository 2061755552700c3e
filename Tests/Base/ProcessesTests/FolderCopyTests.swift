import Foundation
import TestSupport
import Testing

@testable import Processes

@Suite struct FolderCopyTests {
    private static func copy(
        _ source: TemporaryFolder, treatment: @escaping (String, Bool) -> FolderCopy.Treatment = { _, _ in .copy }
    ) throws -> (target: TemporaryFolder, leftOut: [String]) {
        let target = try TemporaryFolder()
        var copy = FolderCopy(of: source.path, to: target.path, treatment: treatment)
        try copy.run()
        return (target, copy.leftOut.map { "\($0.path): \($0.reason)" })
    }

    private static func shell(_ script: String, in folder: TemporaryFolder) throws {
        try require(Command.run(["sh", "-ec", script], folder: folder.path).status == 0)
    }

    @Test func filesKeepTheirContentsPermissionsAndTimes() throws {
        let source = try TemporaryFolder()
        try Self.shell(
            "mkdir -p a/b; echo one > a/b/one; echo two > two; chmod 500 two; touch -d 2001-02-03T04:05:06Z two",
            in: source)
        let (target, leftOut) = try Self.copy(source)
        expect(leftOut, equals: [])
        try expect(target.text(of: "a/b/one"), equals: "one\n")
        let status = try Command.run(["stat", "-c", "%a %Y", target.path + "/two"]).output
        expect(status, equals: "500 981173106\n")
    }

    @Test func linksLeadNowhereOutOfTheCopy() throws {
        let source = try TemporaryFolder()
        let other = try TemporaryFolder()
        try other.write("secret", to: "secret")
        try Self.shell(
            """
            mkdir -p a/b; echo one > one; ln -s ../../one a/b/up; ln -s "$PWD/a" absolute; ln -s . round
            ln -s \(other.path)/secret out; ln -s \(other.path) outside; ln -s nothing gone; ln -s out chain
            """, in: source)
        let (target, leftOut) = try Self.copy(source)
        expect(
            leftOut,
            equals: [
                "chain: it is a link out of the folder", "gone: it is a link to nothing",
                "out: it is a link out of the folder", "outside: it is a link out of the folder",
            ])
        try expect(target.text(of: "a/b/up"), equals: "one\n")
        for (link, end) in [("absolute", "a"), ("round", "."), ("a/b/up", "../../one")] {
            try expect(FileManager.default.destinationOfSymbolicLink(atPath: target.path + "/" + link), equals: end)
        }
    }

    @Test func aLinkToAFileElsewhereBecomesACopy() throws {
        let (source, other, target) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        try other.write("module", to: "module.py")
        try Self.shell(
            "ln -s \(other.path)/module.py module.py; ln -s \(other.path) folder; ln -s /dev/zero zero", in: source)
        var copy = FolderCopy(of: source.path, to: target.path, followsLinksToFiles: true)
        try copy.run()
        expect(copy.leftOut.map(\.path), equals: ["folder", "zero"])
        #expect(copy.leftOut.allSatisfy { $0.reason == "it is not a regular file" })
        try expect(Command.run(["stat", "-c", "%F", target.path + "/module.py"]).output, equals: "regular file\n")
    }

    @Test func whatIsNoFileIsNamed() throws {
        let source = try TemporaryFolder()
        try Self.shell(
            #"mkfifo pipe; mkdir -p x/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25; : > "$(printf 'b\377d')""#,
            in: source)
        let (_, leftOut) = try Self.copy(source)
        expect(leftOut.count, equals: 3)
        expect(leftOut, contains: "pipe: it is a device, a socket or a pipe")
        expect(leftOut, contains: "b\u{FFFD}d: its name is not UTF-8")
        #expect(leftOut.contains { $0.hasSuffix("it is deeper than 24 folders") })
    }

    /// A copy over a copy replaces links, and never follows them.
    @Test func aSecondCopyLiesOverTheFirst() throws {
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        try Self.shell("mkdir built; echo original > built/data; echo one > file", in: first)
        try Self.shell("mkdir built; echo other > built/data; echo two > file", in: second)
        let (target, _) = try Self.copy(first) { path, _ in path == "built" ? .link : .copy }
        try expect(target.text(of: "built/data"), equals: "original\n")
        var over = FolderCopy(of: second.path, to: target.path)
        try over.run()
        try expect(target.text(of: "built/data"), equals: "other\n")
        try expect(target.text(of: "file"), equals: "two\n")
        try expect(first.text(of: "built/data"), equals: "original\n")
    }

    @Test func theLimitsHold() throws {
        let source = try TemporaryFolder()
        try Self.shell("truncate -s \(FolderCopy.mostBytes + 1) large", in: source)
        #expect(throws: FolderCopy.Excess.bytes) { try Self.copy(source) }
        try Self.shell("rm large; seq -f n%g \(FolderCopy.mostFiles + 1) | xargs touch", in: source)
        #expect(throws: FolderCopy.Excess.files) { try Self.copy(source) }
    }
}
