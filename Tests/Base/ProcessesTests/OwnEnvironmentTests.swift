import Foundation
import Processes
import Testing

@Suite struct OwnEnvironmentTests {
    @Test func variablesAreThoseOfTheProcess() {
        let variables = OwnEnvironment.variables
        #expect(variables["PATH"] == ProcessInfo.processInfo.environment["PATH"])
        #expect(!variables.isEmpty && variables[""] == nil)
    }
}
