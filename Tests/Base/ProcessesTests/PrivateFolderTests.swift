import Platform
import TestSupport
import Testing

@testable import Processes

@Suite struct PrivateFolderTests {
    @Test func onlyItsUserMayEnterIt() throws {
        let scratch = try TemporaryFolder()
        let folder = try PrivateFolder(scratch.path + "/private-")
        #expect(folder.path.hasPrefix(scratch.path + "/private-"))
        var status = stat()
        try require(stat(folder.path, &status) == 0)
        expect(status.st_mode & 0o777, equals: 0o700)
    }

    @Test func itGoesWithWhatIsInItAndLinksAreNotFollowed() throws {
        let scratch = try TemporaryFolder()
        try scratch.write("kept", to: "kept")
        let folder = try PrivateFolder(scratch.path + "/private-")
        try require(mkdir(folder.path + "/inner", 0o700) == 0)
        try require(symlink(scratch.path, folder.path + "/inner/link") == 0)
        try require(symlink("/no/such/file", folder.path + "/broken") == 0)
        folder.remove()
        #expect(access(folder.path, F_OK) != 0)
        expect(access(scratch.path + "/kept", F_OK), equals: 0)
    }

    /// With its parents, like `mkdir -p`; a link to a folder is one, and the mode is that of new folders alone.
    @Test(
        arguments: [
            ("new/inner", 0o700, nil), ("new/inner", 0o777, nil), ("//new//inner/", 0o700, nil),
            ("link/new", 0o700, nil),
            ("there", 0o700, nil), ("link", 0o777, nil), ("file", 0o700, EEXIST), ("file/new", 0o700, EEXIST),
            ("broken/new", 0o777, EEXIST),
        ] as [(String, mode_t, Int32?)])
    func aFolderIsMadeWithItsParents(_ name: String, _ mode: mode_t, _ error: Int32?) throws {
        let scratch = try TemporaryFolder()
        func permissions(of name: String) -> mode_t? {
            var status = stat()
            return stat("\(scratch.path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
        }
        // A folder with the mode that the umask leaves.
        try require(mkdir(scratch.path + "/usual", mode) == 0)
        try require(mkdir(scratch.path + "/there", 0o700) == 0 && chmod(scratch.path + "/there", 0o750) == 0)
        try scratch.write("kept", to: "file")
        try require(symlink("there", scratch.path + "/link") == 0 && symlink("nothing", scratch.path + "/broken") == 0)
        var code: Int32?
        do throws(SystemError) { try PrivateFolder.makeAll("\(scratch.path)/\(name)", mode: mode) } catch {
            code = error.code
        }
        expect(code, equals: error)
        if error == nil {
            expect(permissions(of: name), equals: name.contains("new") ? permissions(of: "usual") : 0o750)
        }
    }

    @Test func whatCannotBeMadeIsAnError() {
        #expect(throws: SystemError("make the folder /no/such/…", code: ENOENT)) { try PrivateFolder("/no/such/") }
    }
}
