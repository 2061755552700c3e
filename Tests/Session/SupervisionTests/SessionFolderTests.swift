import Foundation
import Processes
import TestSupport
import Testing

@testable import Supervision

/// A session's folder must belong to its user; abandoned folders are deleted.
@Suite struct SessionFolderTests {
    /// A temporary folder without sessions.
    private struct Place {
        let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        var root: String { "\(folder.path)/viperline-\(geteuid())" }

        func variable(_ name: String) -> String? { name == "TMPDIR" ? folder.path : nil }

        func create() throws -> SessionFolder { try SessionFolder.create(variable: variable) }

        func names(in path: String? = nil) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path ?? root)) ?? []).sorted()
        }

        @discardableResult
        func makeRoot(mode: Int = 0o700) throws -> String {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
            expect(chmod(root, mode_t(mode)), equals: 0)
            return root
        }

        /// The remains of a killed session.
        func makeLeftover(_ name: String, log: String? = nil) throws {
            try FileManager.default.createDirectory(
                atPath: "\(root)/\(name)/deep/er", withIntermediateDirectories: true)
            expect(chmod("\(root)/\(name)", 0o700), equals: 0)
            for file in ["control", "deep/file", "deep/er/file"] {
                try Data("x".utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)/\(file)"))
            }
            if let log { try Data(log.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)/log")) }
        }
    }

    @Test func onlyItsUserMayEnter() throws {
        let place = try Place()
        let folder = try place.create()
        for path in [place.root, folder.path] {
            var status = stat()
            expect(lstat(path, &status), equals: 0)
            expect(status.st_mode & 0o777, equals: 0o700)
            expect(status.st_uid, equals: geteuid())
        }
        folder.remove()
        #expect(place.names().isEmpty)
    }

    /// Another user with write access could have replaced the folder.
    @Test(arguments: [0o777, 0o770, 0o707, 0o1777, 0o750, 0o711])
    func aRootThatOthersMayEnterIsRefused(mode: Int) throws {
        let place = try Place()
        try place.makeRoot(mode: mode)
        let error = #expect(throws: (any Error).self) { try place.create() }
        expect("\(try #require(error))", contains: "chmod 700")
        let found = SessionPlace.found(variable: place.variable)
        #expect(found.places.isEmpty)
        expect(found.passedOver.map { "\($0)" }.first?.contains("which others may enter"), equals: true)
    }

    /// Regression: a variable that names a missing folder ended the session, and in a long one services could not make
    /// their sockets.
    @Test(arguments: ["XDG_RUNTIME_DIR", "TMPDIR"]) func aFolderThatCannotBeUsedIsDoneWithout(variable: String) throws {
        let folder = try TemporaryFolder()
        let long = folder.path + "/" + String(repeating: "x", count: 60)
        try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: false)
        let usual = SessionRoot.paths { _ in nil }
        for value in [long, "/nonexistent", "relative", "", try folder.write("", to: "file").path] {
            expect(SessionRoot.paths { $0 == variable ? value : nil }, equals: usual)
        }
        expect(SessionRoot.paths { $0 == variable ? folder.path : nil }.first?.hasPrefix(folder.path), equals: true)
    }

    /// Regression: another user could keep one without XDG_RUNTIME_DIR from starting sessions, by making the folder
    /// first.
    @Test(.enabled(if: geteuid() == 0), arguments: [false, true])
    func aRootOfAnotherUserIsLeftAlone(isLink: Bool) throws {
        let place = try Place()
        if isLink {
            try FileManager.default.createSymbolicLink(atPath: place.root, withDestinationPath: "/etc")
        } else {
            try place.makeRoot()
        }
        expect(lchown(place.root, 12345, 12345), equals: 0)
        // Others may make such names too; they are no one's stand-in.
        let others = ["-aaaaaa", "-bbbbbb", "-cccccc"].map { place.root + $0 }
        try FileManager.default.createDirectory(atPath: others[0], withIntermediateDirectories: false)
        expect(lchown(others[0], 12345, 12345), equals: 0)
        try FileManager.default.createSymbolicLink(atPath: others[1], withDestinationPath: "/etc")
        try Data().write(to: URL(fileURLWithPath: others[2]))
        let first = try place.create()
        let second = try place.create()
        let root = try require(first.path.split(separator: "/").dropLast().last.map(String.init))
        #expect(root.hasPrefix("viperline-\(geteuid())-"))
        #expect(!others.contains { first.path.hasPrefix($0) })
        expect(second.path, contains: "/\(root)/", "both are in one folder")
        for folder in [first, second] {
            let control = try UnixSocket.listen(at: folder.controlSocket)
            let found = SessionPlace.found(variable: place.variable)
            expect(found.places.map(\.path), contains: folder.path)
            #expect(found.passedOver.isEmpty)
            _ = consume control
        }
        first.remove()
        second.remove()
    }

    @Test func aRootThatIsASymlinkIsRefused() throws {
        let place = try Place()
        let other = try TemporaryFolder()
        expect(chmod(other.path, 0o700), equals: 0)
        try FileManager.default.createSymbolicLink(atPath: place.root, withDestinationPath: other.path)
        #expect(throws: (any Error).self) { try place.create() }
        #expect(place.names(in: other.path).isEmpty)
    }

    /// Regression: the target of a symlink named after our process id was deleted.
    @Test func aSymlinkInASessionsPlaceIsNotFollowed() throws {
        let place = try Place()
        let other = try TemporaryFolder()
        try other.write("mine", to: "precious")
        try place.makeRoot()
        let names = ["\(getpid())", "\(getpid())-000000", "1-abcdef"]
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place.root)/\(name)", withDestinationPath: other.path)
        }
        let folder = try place.create()
        try expect(other.text(of: "precious"), equals: "mine")
        #expect(SessionPlace.found(variable: place.variable).places.isEmpty)
        folder.remove()
        expect(place.names(), equals: names.sorted())
    }

    /// Symlinks inside the folder are not followed either.
    @Test func aSymlinkWithinTheFolderIsRemovedAndNotFollowed() throws {
        let place = try Place()
        let other = try TemporaryFolder()
        try other.write("mine", to: "precious")
        let folder = try place.create()
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: other.path)
        try FileManager.default.createDirectory(
            atPath: folder.file("a/b/c"), withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder.file("a/b/c/d")))
        folder.remove()
        #expect(place.names().isEmpty)
        try expect(other.text(of: "precious"), equals: "mine")
    }

    /// Regression: 92 folders with sockets stayed behind, and a subfolder in one made a later run with the same process
    /// id fail.
    @Test func whatDeadSessionsHaveLeftGoes() throws {
        let place = try Place()
        try place.makeRoot()
        try place.makeLeftover("\(getpid())-00000a")
        try place.makeLeftover("1-abcdef", log: "")
        try place.makeLeftover("2-abcdef", log: "last words")
        try place.makeLeftover("somebody-elses")
        let folder = try place.create()
        let own = URL(fileURLWithPath: folder.path).lastPathComponent
        expect(place.names(), equals: [own, "2-abcdef", "somebody-elses"].sorted())
        expect(place.names(in: place.root + "/2-abcdef"), equals: ["log"])
        expect(place.names(in: place.root + "/somebody-elses").count, equals: 2)
        folder.remove()
    }

    @Test func theOldestLogsGo() throws {
        let place = try Place()
        try place.makeRoot()
        for number in 1...14 {
            try place.makeLeftover("\(number)-abcdef", log: "words")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(number) * 1000)],
                ofItemAtPath: "\(place.root)/\(number)-abcdef/log")
        }
        let folder = try place.create()
        folder.remove()
        expect(Set(place.names()), equals: Set((5...14).map { "\($0)-abcdef" }))
        expect(SessionRoot.logsKept, equals: 10)
    }

    /// Regression: containers that share a temporary folder have equal process ids, and deleted each other's sockets.
    @Test func aLivingSessionOfTheSameProcessIDIsLeftAlone() throws {
        let place = try Place()
        let folders = try (0..<3).map { _ in try place.create() }
        expect(Set(folders.map(\.path)).count, equals: 3)
        for folder in folders { try Data().write(to: URL(fileURLWithPath: folder.controlSocket)) }
        let another = try place.create()
        for folder in folders { #expect(FileManager.default.fileExists(atPath: folder.controlSocket)) }
        for folder in folders + [another] { folder.remove() }
        #expect(place.names().isEmpty)
    }

    @Test func theLogOutlivesTheSession() throws {
        let place = try Place()
        let folder = try place.create()
        for name in ["log", "log.1", "control", "other"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        folder.keepLog()
        expect(place.names(in: folder.path), equals: ["log", "log.1"])
    }

    @Test(
        arguments: [
            ("12-0a1b2c", 12), ("12", nil), ("12-0a1b2", nil), ("12-0a1b2cd", nil), ("-0a1b2c", nil), ("x-0a1b2c", nil),
            ("012-0a1b2c", nil), ("+1-0a1b2c", nil), ("0-0a1b2c", nil), ("12-0A1B2C", nil), ("12-0a1b2c-1", nil),
            ("99999999999-0a1b2c", nil), ("12-0a1b2g", nil), ("", nil),
        ] as [(String, Int32?)])
    func aNameIsOneThatWeGive(name: String, process: Int32?) {
        expect(SessionFolderName(name)?.process, equals: process)
    }

    @Test(arguments: [(0, "000000"), (1, "000001"), (.max, "ffffff")] as [(UInt32, String)])
    func aNameIsReadAsItIsWritten(random: UInt32, digits: String) {
        let name = SessionFolderName(process: 7, random: random)
        expect(name.description, equals: "7-\(digits)")
        expect(SessionFolderName(name.description), equals: name)
    }
}
