import Fetcher
import TestSupport
import Testing

/// The list of sources agrees with the sources.
@Suite struct SourceRegistryTests {
    private final class Reads {
        var names: Set<String> = []
    }

    @Test func namesAreUnique() {
        let names = SourceRegistry.sources.map { $0.name }
        expect(Set(names).count, equals: names.count)
    }

    @Test(arguments: SourceRegistry.sources.indices)
    func aSourceReadsTheVariablesThatItNames(_ index: Int) throws {
        let source = SourceRegistry.sources[index]
        let reads = Reads()
        _ = try source.init(
            SourceEnvironment { name in
                reads.names.insert(name)
                return nil
            })
        expect(reads.names, equals: Set(source.variables))
    }

    @Test func everySourceCanBeAskedForSomething() {
        #expect(SourceRegistry.sources.allSatisfy { !$0.actions.isEmpty })
    }
}
