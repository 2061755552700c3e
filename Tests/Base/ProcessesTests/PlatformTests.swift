import Foundation
import Platform
import TestSupport
import Testing

@Suite struct PlatformTests {
    @Test(
        arguments: [
            (earliest(nil, nil), nil), (earliest(3, nil), 3), (earliest(nil, 3), 3), (earliest(3, 2), 2),
            (earliest(5, nil, 4, 6), 4), (earliest(9, 8, 7, 6, 5, 4, 3, 2), 2), (earliest(1, 8, 7, 6, 5, 4, 3, 2), 1),
            (earliest(nil, nil, nil, nil, nil, nil, nil, 2), 2),
        ] as [(Int?, Int?)])
    func theEarliestIsFound(found: Int?, expected: Int?) { expect(found, equals: expected) }

    @Test func aFolderIsListed() throws {
        let folder = try TemporaryFolder()
        let names = [".hidden", "..two", "a b", "ä"]
        for name in names { _ = try folder.write("", to: name) }
        mkdir(folder.path + "/inner", 0o700)
        expect(FolderListing.names(in: folder.path).sorted(), equals: (names + ["inner"]).sorted())
        expect(FolderListing.names(in: folder.path, most: 2).count, equals: 2)
        #expect(FolderListing.names(in: folder.path + "/none").isEmpty)
        #expect(!FolderListing.forEach(in: folder.path + "/none") { _ in true })
        var kinds: [String: UInt8] = [:]
        #expect(
            FolderListing.forEach(in: folder.path) { entry in
                kinds[entry.name] = entry.type
                return true
            })
        expect(kinds["inner"].map { [UInt8(DT_DIR), UInt8(DT_UNKNOWN)].contains($0) }, equals: true)
        let number = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(number) }
        for _ in 0..<2 {
            var found: [[CChar]] = []
            FolderListing.forEach(in: number) { found.append($0.rawName) }
            expect(found.count == 5 && found.contains(Array("inner".utf8CString)), "each time from the beginning")
        }
    }
}
