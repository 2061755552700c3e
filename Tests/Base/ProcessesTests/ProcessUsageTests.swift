import Platform
import TestSupport
import Testing

@testable import Processes

@Suite struct ProcessUsageTests {
    @Test(
        arguments: [
            ("500 20 10 1 0 5 0", 81920), ("500 20", 81920), ("500", nil), ("", nil), ("garbage more", nil),
            ("1 9223372036854775807", nil),
        ] as [(String, Int?)])
    func memoryIsCountedInPages(statm: String, bytes: Int?) {
        expect(ProcessUsage.residentMemory(statm: statm, pageSize: 4096), equals: bytes)
    }

    @Test func onlyAProcessThatIsThereHasAny() throws {
        let usage = try require(ProcessUsage.of(getpid()))
        expect(usage.residentMemory > 0 && usage.processorTime >= 0)
        expect(ProcessUsage.of(Int32.max), equals: nil)
    }
}
