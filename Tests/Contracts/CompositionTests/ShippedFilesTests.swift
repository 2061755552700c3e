import Composition
import Foundation
import TestSupport
import Testing
import Wire
import YAML

/// The shipped compose files.
@Suite struct ShippedFilesTests {
    private static let folder = Checkout.path("compose")

    private func load(_ names: [String]) throws -> Composition {
        var disk = FakeDisk()
        for file in try FileManager.default.subpathsOfDirectory(atPath: Self.folder) where file.hasSuffix(".yaml") {
            let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
            disk.files["/app/share/viperline/compose/\(file)"] = text
        }
        disk.programs += ["presenter", "router", "catalog", "pattern"].map { "/app/bin/viperline-\($0)" }
        return try disk.load(names, environment: ["VIPERLINE_SESSION_DIR": "/tmp/s"])
    }

    @Test func itunesIsTheArchitectureOfTheDesign() throws {
        let composition = try load(["itunes"])
        expect(composition.name, equals: "itunes")
        expect(
            composition.wiring.map { "\($0.from) \($0.pattern) \($0.to.joined(separator: ","))" },
            equals: [
                "view view.output presenter", "presenter view.input view", "presenter interactor.input fetcher",
                "presenter router.input router", "fetcher interactor.output presenter",
                "router router.output view,presenter",
            ])
        expect(composition.states.map(\.description), equals: ["view.input.show", "router.output.didNavigate"])
        let view = try require(composition.services.first { $0.name == "view" })
        expect(view.tty && view.exitOnEnd)
        expect(view.successExitCodes, equals: [65, 69, 75, 130])
        expect(composition.services.map(\.restart), equals: Array(repeating: .onFailure(limit: 10), count: 4))
        expect(
            composition.services.map(\.recovery),
            equals: [
                .latest, .replay,
                .redeliver(
                    notices: [MessagePattern("interactor.input.cancel")],
                    progress: [MessagePattern("interactor.output.progress")]), .replay,
            ])
        let fetcher = try require(composition.services.first { $0.name == "fetcher" })
        expect(fetcher.environment["ITUNES_BASE_URL"], equals: "https://itunes.apple.com")
    }

    @Test(arguments: [
        ("home", "home"), ("songs", "songs"), ("github", "repositories"), ("youtube", "playlist"),
        ("trafficlight", "trafficlight"), ("greeting", "greeting"),
        ("hackernews", "stories"), ("wikipedia", "pages"), ("crates", "crates"), ("openlibrary", "books"),
        ("npm", "packages"),
    ])
    func everyApplicationIsBuiltLikeThat(name: String, root: String) throws {
        let composition = try load([name])
        let model = try load(["itunes"])
        expect(composition.name, equals: name)
        expect(composition.wiring, equals: model.wiring)
        expect(composition.states, equals: model.states)
        expect(composition.services.map(common), equals: model.services.map(common))
        let router = try require(composition.services.first { $0.name == "router" })
        expect(router.command.dropFirst().prefix(2), equals: ["--root", root])
        _ = try load([name, "offline"])
    }

    /// A service without the application's own keys.
    private func common(_ service: Service) -> Service {
        var service = service
        service.command = Array(service.command.prefix(1))
        service.environment = [:]
        return service
    }

    /// Whole applications have a description, and what is only for other files has none.
    @Test func applicationsAreDescribed() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".yaml") }
        #expect(files.count > 15)
        for file in files {
            let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
            expect(text.contains("\ndescription: "), equals: text.contains("\nname: "), "\(file)")
        }
        try expect(load(["itunes", "offline"]).description, equals: "Search the App Store")
    }

    @Test func offlineReplacesTheAPIWithTheCatalog() throws {
        let composition = try load(["itunes", "offline"])
        let fetcher = try require(composition.services.first { $0.name == "fetcher" })
        expect(fetcher.command, equals: ["/app/bin/viperline-fetcher"])
        expect(fetcher.dependsOn, equals: [Dependency(service: "catalog", condition: .healthy)])
        expect(fetcher.environment["ITUNES_BASE_URL"], equals: "http://catalog.invalid/itunes")
        expect(fetcher.environment["VIPERLINE_UNIX_HOSTS"], equals: "catalog.invalid=/tmp/s/catalog.sock")
        let catalog = try require(composition.services.first { $0.name == "catalog" })
        expect(catalog.command, equals: ["/app/bin/viperline-catalog", "--socket", "/tmp/s/catalog.sock"])
    }

    private static let patterns = ["mvc", "mvp", "viper", "mixed"]

    /// Each pattern calls the fetcher by its own name; `-f offline` finds it all the same.
    @Test(arguments: patterns)
    func offlineFindsTheFetcherOfAPattern(_ pattern: String) throws {
        let composition = try load(["patterns/\(pattern)", "offline"])
        let fetchers = composition.services.filter { $0.command.first == "/app/bin/viperline-fetcher" }
        expect(fetchers.count, equals: (pattern == "mixed" ? 2 : 1))
        for fetcher in fetchers {
            expect(fetcher.dependsOn, equals: [Dependency(service: "catalog", condition: .healthy)])
            expect(fetcher.environment["ITUNES_BASE_URL"], equals: "http://catalog.invalid/itunes")
        }
    }

    @Test(arguments: patterns.filter { $0 != "mixed" })
    func theGreetingOfAPatternHasItsWiring(_ pattern: String) throws {
        let (greeting, search) = (try load(["patterns/\(pattern)-greeting"]), try load(["patterns/\(pattern)"]))
        expect(greeting.name, equals: "\(pattern)-greeting")
        expect(greeting.wiring, equals: search.wiring)
        expect(greeting.states, equals: search.states)
        expect(greeting.services.map(common), equals: search.services.map(common))
    }

    @Test func offlineAloneIsNotASession() throws {
        let error = #expect(throws: ComposeError.self) { try load(["offline"]) }
        expect(error?.mistakes.map(\.path), equals: ["services.fetcher"])
        expect(error?.mistakes.first?.message.hasPrefix("no command"), equals: true)
    }
}
