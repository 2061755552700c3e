import Platform
import Testing

@testable import Processes

@Suite struct ProcessUsageTests {
    /// The program's name may contain the field separator.
    @Test(arguments: ["sh", "a b) R 1 (c"]) func fieldsAreCountedFromTheNameOn(name: String) {
        let stat = "42 (\(name)) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0 100 1000 10"
        let usage = ProcessUsage.parse(stat: stat, statm: "500 20 10 1 0 5 0", ticksPerSecond: 100, pageSize: 4096)
        #expect(usage == ProcessUsage(processorTime: 3, residentMemory: 81920))
    }

    @Test func aProcessThatIsNotThereHasNone() {
        #expect(ProcessUsage.of(getpid()) != nil)
        #expect(ProcessUsage.of(Int32.max) == nil)
        #expect(ProcessUsage.parse(stat: "garbage", statm: "", ticksPerSecond: 100, pageSize: 4096) == nil)
    }
}
