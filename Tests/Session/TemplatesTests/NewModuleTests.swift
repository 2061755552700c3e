import Foundation
import Templates
import TestSupport
import Testing

/// Modules in this project. `scripts/check module` makes, builds and runs one.
@Suite struct NewModuleTests {
    @Test(arguments: [
        (Insertion.Place.lines(behind: "list", before: "]"), "a\nlist [\n  1\n]\n]\n", "a\nlist [\n  1\n  2\n]\n]\n"),
        (.behindEach("x"), "x, xy", "x  2, x  2y"),
        (.sorted(behind: "are: ", before: "."), "are: a, z.", "are:   2, a, z."),
    ])
    func aTextIsPutIntoAFile(_ place: Insertion.Place, _ before: String, _ after: String) throws {
        try expect(Insertion("file", place, "  2").applied(to: before), equals: after)
    }

    @Test(arguments: [
        Insertion.Place.lines(behind: "list", before: "]"), .lines(behind: "a", before: "]"), .behindEach("list"),
        .sorted(behind: "list", before: "."), .sorted(behind: "a", before: "."),
    ])
    func aPlaceThatIsNotThereIsNamed(_ place: Insertion.Place) {
        #expect { try Insertion("Sources/A.swift", place, "2").applied(to: "a\nb") } throws: {
            "\($0)".hasPrefix("Sources/A.swift has no \"")
        }
    }

    @Test(arguments: ModuleInsertions.all.map(\.path))
    func eachPlaceIsInThisProject(_ path: String) throws {
        let insertion = try require(ModuleInsertions.all.first { $0.path == path })
        let file = try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
        #expect(try insertion.applied(to: file) != file)
    }

    @Test func aModuleIsAddedWhole() throws {
        let project = try Self.project(generating: #"basename "$0" >>generators"#)
        let report = try NewModule(NewName("tea-shop"), in: project.path).make()
        expect(report.made, contains: "Sources/Roles/Fetcher/Fetcher/Applications/TeaShop/TeaShopSource.swift")
        // The name that scripts/generate looks for, as that of the entity TeaShop.
        expect(report.made, contains: "protocols/schemas/tea-shop.json")
        let list = "Sources/Roles/Fetcher/Fetcher/Applications/FetcherEnvironment.swift"
        expect(report.changed, contains: list)
        let after = try Self.texts(in: project)
        expect(after[list]?.contains("\n        TeaShopSource.self,\n    ]"), equals: true)
        try expect(project.text(of: "generators"), equals: "generate\n")
        let made = report.made.compactMap { after[$0] }.joined()
        expect(!made.lowercased().contains("specimen") && !made.contains("my-application"))
    }

    @Test(arguments: [
        ("exit 3", "", "tea-shop", "generate ended with exit code 3"),
        (
            "exit 0", "Sources/Roles/Presenter/Presenter/Scenes/Home.swift", "tea-shop",
            "Home.swift has no \"static let all"
        ),
        (
            "exit 0", "Sources/Base/Wire/TeaShop.swift", "tea-shop",
            "there is a type of that name already: Sources/Base/Wire"
        ),
        ("exit 0", "compose/tea-shop.yaml", "tea-shop", "compose/tea-shop.yaml is there already"),
        ("exit 0", "", "class", "\"class\" is a word of Swift"),
        ("exit 0", "", "a-name-of-many-letters", "at most 20 characters"),
    ])
    func nothingIsChangedIfAnythingFails(
        _ generator: String, _ obstacle: String, _ name: String, because reason: String
    ) throws {
        let project = try Self.project(generating: generator)
        if !obstacle.isEmpty {
            try FileManager.default.createDirectory(
                at: project.url.appendingPathComponent(obstacle).deletingLastPathComponent(),
                withIntermediateDirectories: true)
            try project.write("of somebody else", to: obstacle)
        }
        let before = try Self.texts(in: project)
        #expect { try NewModule(NewName(name), in: project.path).make() } throws: { "\($0)".contains(reason) }
        try expect(Self.texts(in: project), equals: before)
    }

    @Test func linesFitWithTheLongestName() throws {
        let name = String(repeating: "m", count: 20)
        let project = try Self.project(generating: "exit 0")
        let report = try NewModule(NewName(name), in: project.path).make()
        for path in report.made + report.changed where path.hasSuffix(".swift") {
            let lines = try project.text(of: path).split(separator: "\n").filter { $0.contains(name.dropFirst()) }
            for line in lines { #expect(line.count <= 120, "\(path): \(line)") }
        }
    }

    /// The files of this project that a module changes, and the template.
    private static func project(generating script: String) throws -> TemporaryFolder {
        let project = try TemporaryFolder()
        for path in ModuleInsertions.all.map(\.path) + NewModule.generated + ["compose/templates/in-tree"] {
            let target = project.url.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Checkout.path(path), toPath: target.path)
        }
        try FileManager.default.createDirectory(
            at: project.url.appendingPathComponent("scripts"), withIntermediateDirectories: true)
        try project.writeProgram(script, to: "scripts/generate")
        return project
    }

    private static func texts(in project: TemporaryFolder) throws -> [String: String] {
        var texts: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: project.path) {
            texts[path] = (try? project.text(of: path)) ?? "a folder"
        }
        return texts
    }
}
