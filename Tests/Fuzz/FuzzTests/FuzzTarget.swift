import Platform
import Testing

/// Code that reads what strangers write, and what holds whatever they write.
struct FuzzTarget: Sendable, CustomTestStringConvertible {
    /// That of its folder of inputs and its dictionary.
    let name: String
    let check: @Sendable ([UInt8]) throws(Finding) -> Void

    var testDescription: String { name }

    init(_ name: String, _ check: @escaping @Sendable ([UInt8]) throws(Finding) -> Void) {
        self.name = name
        self.check = check
    }

    static let all = [
        FuzzTarget("events", EventProperties.check), FuzzTarget("json", JSONProperties.check),
        FuzzTarget("compose", ComposeProperties.check), FuzzTarget("applications", ApplicationProperties.check),
        FuzzTarget("cassettes", CassetteProperties.check), FuzzTarget("frames", FrameProperties.check),
        FuzzTarget("keys", KeyProperties.check), FuzzTarget("markdown", MarkdownProperties.check),
        FuzzTarget("requests", RequestProperties.check), FuzzTarget("secrets", SecretProperties.check),
    ]

    /// The target of a fuzzer's process.
    static let chosen: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
        guard let target = all.first(where: { $0.name == name }) else {
            report("FUZZ_TARGET names none of: \(all.map(\.name).joined(separator: " "))")
            exit(64)
        }
        return target
    }()
}

/// The function that libFuzzer calls with each input (`scripts/fuzz`).
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do throws(Finding) {
        try FuzzTarget.chosen.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        report("\(FuzzTarget.chosen.name): \(error)")
        // libFuzzer keeps the input.
        abort()
    }
    return 0
}

private func report(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}
