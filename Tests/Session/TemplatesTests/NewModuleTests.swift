import Foundation
import Templates
import TestSupport
import Testing

/// Modules in this project. `scripts/check-module` makes, builds and runs one.
@Suite struct NewModuleTests {
    @Test(arguments: [
        (Insertion.Place.lines(behind: "list", before: "]"), "a\nlist [\n  1\n]\n]\n", "a\nlist [\n  1\n  2\n]\n]\n"),
        (.lines(behind: "list", before: nil), "list [\n]\nlist", "list [\n  2\n]\nlist"),
        (.behindEach("x"), "x, xy", "x  2, x  2y"),
        (.sorted(behind: "are: ", before: "."), "are: a, z.", "are:   2, a, z."),
    ])
    func aTextIsPutIntoAFile(_ place: Insertion.Place, _ before: String, _ after: String) throws {
        #expect(try Insertion("file", place, "  2").applied(to: before) == after)
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
        let insertion = try #require(ModuleInsertions.all.first { $0.path == path })
        let file = try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
        #expect(try insertion.applied(to: file) != file)
    }

    @Test func aModuleIsAddedWhole() throws {
        let project = try Self.project(generating: "exit 0")
        let report = try NewModule(NewName("tea-shop"), in: project.path).make()
        #expect(report.made.contains("Sources/Roles/Fetcher/Fetcher/Applications/TeaShop/TeaShopSource.swift"))
        #expect(report.changed.contains("compose/home.yaml"))
        let after = try Self.texts(in: project)
        #expect(
            after["Sources/Roles/Fetcher/Fetcher/Applications/Source.swift"]?.contains(
                "        TeaShopSource.self,\n    ]")
                == true)
        #expect(after["compose/home.yaml"]?.contains("\n      TEA_SHOP_BASE_URL: ") == true)
        let made = report.made.compactMap { after[$0] }.joined()
        #expect(!made.lowercased().contains("specimen") && !made.contains("my-application"))
    }

    @Test(arguments: [
        ("exit 3", "", "tea-shop", "generate-json ended with exit code 3"),
        (
            "exit 0", "Sources/Offline/Catalog/Endpoints.swift", "tea-shop",
            "Sources/Offline/Catalog/Endpoints.swift has no \"enum Vendor\""
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
        #expect(try Self.texts(in: project) == before)
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
        let generated = ["Roles/Fetcher/Fetcher", "Contracts/InteractorMessages"].map { folder in
            "Sources/\(folder)/Generated/\(folder.split(separator: "/").last ?? "")+JSON.swift"
        }
        for path in ModuleInsertions.all.map(\.path) + generated + ["Package.swift", "compose/templates/in-tree"] {
            let target = project.url.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Checkout.path(path), toPath: target.path)
        }
        try FileManager.default.createDirectory(
            at: project.url.appendingPathComponent("scripts"), withIntermediateDirectories: true)
        try project.writeProgram(script, to: "scripts/generate-json")
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
