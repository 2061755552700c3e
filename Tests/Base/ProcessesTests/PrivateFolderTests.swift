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

    @Test func whatCannotBeMadeIsAnError() {
        #expect(throws: SystemError("make the folder /no/such/…", code: ENOENT)) { try PrivateFolder("/no/such/") }
    }
}
