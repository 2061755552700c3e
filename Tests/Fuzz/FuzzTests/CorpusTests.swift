import Foundation
import TestSupport
import Testing

/// The inputs in the tree, without a fuzzer: examples of each kind, and what `scripts/fuzz` has found.
@Suite struct CorpusTests {
    private static let folder = Checkout.path("Tests/Fuzz/Corpus")

    private static func inputs(of target: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = "\(folder)/\(target)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            (name, Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))))
        }
    }

    @Test(arguments: FuzzTarget.all) func whatIsInTheTreeHolds(_ target: FuzzTarget) throws {
        let inputs = try Self.inputs(of: target.name)
        expect(!inputs.isEmpty, "\(target.name) has no inputs")
        for (name, bytes) in inputs + [("nothing", [])] {
            do throws(Finding) { try target.check(bytes) } catch { expect(false, "\(target.name)/\(name): \(error)") }
        }
    }

    /// Each input with a few changes, always the same ones.
    @Test(arguments: FuzzTarget.all) func whatIsNearHolds(_ target: FuzzTarget) throws {
        var random = Seeded(seed: 42)
        for (name, bytes) in try Self.inputs(of: target.name) where !bytes.isEmpty && bytes.count < 4096 {
            for _ in 0..<10 {
                var changed = bytes
                let at = Int.random(in: bytes.indices, using: &random)
                switch UInt8.random(in: 0..<4, using: &random) {
                case 0: changed.removeSubrange(at...)
                case 1: changed.insert(contentsOf: bytes[at...].prefix(40), at: at)
                case 2: changed.remove(at: at)
                default: changed[at] = UInt8.random(in: 0...255, using: &random)
                }
                do throws(Finding) { try target.check(changed) } catch {
                    expect(false, "\(target.name)/\(name), changed to \(changed): \(error)")
                }
            }
        }
    }

    /// `scripts/fuzz` takes the names of the targets from the folders.
    @Test func eachTargetHasInputsAndADictionary() throws {
        let names = FuzzTarget.all.map(\.name).sorted()
        let files = FileManager.default
        try expect(files.contentsOfDirectory(atPath: Self.folder).sorted(), equals: names)
        let dictionaries = try files.contentsOfDirectory(atPath: Checkout.path("Tests/Fuzz/Dictionaries"))
        expect(dictionaries.sorted(), equals: names.map { "\($0).dict" })
    }
}
