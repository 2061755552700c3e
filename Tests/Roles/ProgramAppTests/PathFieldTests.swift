import Foundation
@testable import ProgramApp
import TestSupport
import Testing
import ViewMessages

/// Names for the path fields of programs that suggest none.
@Suite struct PathFieldTests {
    /// A folder with what a listing may meet.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        for name in ["src", "src/deep", "Sub dir"] {
            try files.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        for name in ["main.c", "menu.c", ".hidden", "src/a.c", "control\u{7}name", "line\nbreak", "ümlaut"] {
            _ = try folder.write("", to: name)
        }
        for (name, goal) in [("loop", "loop"), ("link", "src"), ("out", "/"), ("dangling", "nothing")] {
            try files.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: goal)
        }
        close(open("\(folder.path)/" + "bad", O_CREAT, 0o600))
        rename("\(folder.path)/bad", [CChar](("\(folder.path)/m").utf8.map { CChar(bitPattern: $0) } + [-1, 0]))
        return folder
    }

    /// - typed: `@` is the folder.
    @Test(
        arguments: [
            ("@/m", ["@/main.c", "@/menu.c"]), ("@/ma", ["@/main.c"]), ("@/x", []), ("@/.", ["@/.hidden"]),
            (
                "@/",
                ["Sub dir/", "dangling", "link/", "loop", "main.c", "menu.c", "out/", "src/", "ümlaut"].map {
                    "@/" + $0
                }
            ),
            ("@/src/", ["@/src/a.c", "@/src/deep/"]), ("@/link/d", ["@/link/deep/"]), ("@/loop/", []),
            ("@/main.c/", []), ("@/nothing/", []), ("~", ["~/"]), ("~/s", ["~/src/"]), ("~nobody/", []),
            ("@\u{0}/", []),
            ("@/" + String(repeating: "s/", count: 3000), []),
        ] as [(String, [String])])
    func namesContinueAPath(_ typed: String, _ names: [String]) throws {
        let folder = try Self.folder()
        let typed = typed.replacing("@", with: folder.path)
        expect(
            PathNames(home: folder.path).continuing(typed), equals: names.map { $0.replacing("@", with: folder.path) })
    }

    /// With a page, the user may be someone else.
    @Test(
        arguments: [
            ("@/src/", ["@/src/a.c", "@/src/deep/"]), ("@/link/a", ["@/link/a.c"]),
            ("@/src/../m", ["@/src/../main.c", "@/src/../menu.c"]),
            ("/", []), ("@/../", []), ("@/out/", []), ("@/out/etc/", []), ("~", []), ("~/", ["~/main.c"]), ("@x/", []),
        ] as [(String, [String])])
    func aPageListsOneFolder(_ typed: String, _ names: [String]) throws {
        let folder = try Self.folder()
        let typed = typed.replacing("@", with: folder.path)
        let found = PathNames(home: folder.path, within: folder.path).continuing(typed)
        for name in names { expect(found, contains: name.replacing("@", with: folder.path)) }
        expect(found.isEmpty, equals: names.isEmpty)
        #expect(PathNames(home: nil, within: folder.path + "/nothing").continuing(typed).isEmpty)
    }

    @Test func aFolderWithManyNamesIsCut() throws {
        let folder = try TemporaryFolder()
        for number in 1000..<1300 { _ = try folder.write("", to: "f\(number)") }
        let found = PathNames(home: nil).continuing(folder.path + "/f")
        expect(found.count == 100 && found.first == folder.path + "/f1000")
    }

    // MARK: In a session

    private static func screen(_ field: FormField) -> Screen {
        Screen(title: "T", parts: [.form(Form(id: "f", fields: [field]))])
    }

    private static func field(in parts: [Part]) -> FormField? {
        guard case .form(let form)? = parts.first else { return nil }
        return form.fields.first
    }

    @Test func aFieldFollowsWhatIsTyped() throws {
        let folder = try Self.folder()
        let (names, screen) = (PathNames(home: nil), Self.screen(FormField(id: "p", label: "P", kind: .path)))
        var fields = PathFields()
        func take(_ text: String, of field: String = "p") -> Bool {
            fields.take(ViewOutput.DidChange(form: "f", field: field, value: .text(text)), on: screen)
        }
        expect(take(folder.path + "/me") && !take("x", of: "other"))
        let filled = Self.field(in: fields.filled(screen.parts, names))
        expect(filled?.suggestions == [folder.path + "/menu.c"] && filled?.isLive == true)
    }

    /// What the program suggests stays, also nothing.
    @Test func theProgramsSuggestionsGoFirst() {
        let own = Self.screen(FormField(id: "p", label: "P", kind: .path, suggestions: []))
        var fields = PathFields()
        let isTaken = fields.take(ViewOutput.DidChange(form: "f", field: "p", value: .text("/")), on: own)
        #expect(!isTaken)
        expect(fields.filled(own.parts, PathNames(home: nil)), equals: own.parts)
    }

    /// A program that has made the field live itself gets the change as well.
    @Test func aLiveFieldIsTheProgramsToo() {
        let live = Self.screen(FormField(id: "p", label: "P", kind: .path, isLive: true))
        var fields = PathFields()
        let isTaken = fields.take(ViewOutput.DidChange(form: "f", field: "p", value: .text("/")), on: live)
        #expect(!isTaken)
        expect(
            Self.field(in: fields.filled(live.parts, PathNames(home: nil)))?.suggestions?.contains("/usr/"),
            equals: true)
    }
}
