import Foundation
import Processes
import TestSupport
import Testing

@Suite struct OwnEnvironmentTests {
    @Test func variablesAreThoseOfTheProcess() {
        let variables = OwnEnvironment.variables
        expect(variables["PATH"], equals: ProcessInfo.processInfo.environment["PATH"])
        expect(!variables.isEmpty && variables[""] == nil)
    }
}
