import Foundation
import TestSupport
import Testing

/// The recipes of the fetcher's page, unchanged, on the catalog.
@Suite struct RecipeTests {
    private let folder: TemporaryFolder
    private let recipes: [String]

    init() throws {
        folder = try TemporaryFolder()
        let page = try String(contentsOfFile: Checkout.path("protocols/fetcher.md"), encoding: .utf8)
        let section = try require(page.components(separatedBy: "## Recipes").last)
        recipes = section.components(separatedBy: "```bash\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// - Returns: its output.
    private func run(_ recipe: String) throws -> Command.Result {
        try folder.write("set -o pipefail\n" + recipe, to: "recipe.sh")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try Command.run(
            [Products.executable("viperline-catalog"), "--", "bash", "recipe.sh"],
            environment: ["PATH": "\(Products.folder.path):\(path)", "XDG_CACHE_HOME": folder.path + "/cache"],
            folder: folder.path)
    }

    private func lines(of file: String) throws -> [String] {
        try folder.text(of: file).split(separator: "\n").map(String.init)
    }

    /// In order, because some use the output of earlier ones.
    @Test func theFiveRecipesWork() throws {
        try require(recipes.count == 5)
        let (csv, crawl, poll, enrich, check) = (recipes[0], recipes[1], recipes[2], recipes[3], recipes[4])

        try expect(run(csv).status, equals: 0)
        let rows = try lines(of: "words.csv")
        expect(rows.map { $0.prefix { $0 != "," } }, equals: ["\"music\"", "\"chess\"", "\"paint & draw\""])
        expect(rows.first?.hasPrefix("\"music\",200,5,\""), equals: true)

        let crawled = try run(crawl)
        expect(crawled.status, equals: 0)
        expect(crawled.diagnostics, contains: "5 answers, ")
        try expect(
            lines(of: "pictures.ndjson").count { $0.contains(#""status":200"#) && $0.contains("iVBOR") }, equals: 5)

        try expect(run(poll).lines.count { $0.hasPrefix("changed: ") }, equals: 1)
        // Answers from Unix sockets are not cached, and the catalog has no other.
        let shop = "export ITUNES_BASE_URL=\(try Upstream.shared.get().url("/shop"))\n"
        try expect(run(shop + poll).lines, equals: ["changed: 1.2"])
        #expect(try run(shop + poll).lines.isEmpty, "nothing has changed")

        try expect(run(enrich).status, equals: 0)
        try expect(
            lines(of: "sizes.ndjson").count { $0.contains(#""size":""#) && $0.contains(#""name":""#) }, equals: 5)

        try expect(run(check).status, equals: 0)
        let broken = try lines(of: "broken.txt")
        expect(broken.count, equals: 5, "the pages of the shop are nowhere")
        #expect(broken.allSatisfy { $0.hasPrefix("network https://apps.example/") })
    }
}
