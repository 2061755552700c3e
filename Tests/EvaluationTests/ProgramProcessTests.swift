import Evaluation
import JSON
import Testing

@Suite struct ProgramProcessTests {
    @Test func aProgramRuns() throws {
        let runner = ProgramProcess()
        let outputs = try runner.outputs(of: ".a + 1, .b", on: Array(#"{"a":1,"b":"x"}"#.utf8))
        #expect(outputs.map { String(decoding: $0, as: UTF8.self) } == ["2", "\"x\""])
    }
}
