import Foundation
import TestSupport
import Testing

@testable import Processes

@Suite struct MarkedProcessTests {
    private static let variable = "VIPERLINE_TEST_MARK"

    private static func start(_ script: String, _ mark: String) throws -> (pid: pid_t, beginning: Int) {
        var launch = Launch(["/bin/bash", "-c", script])
        launch.group = .ownSession
        launch.environment = ["PATH": "/usr/bin:/bin", variable: mark]
        let pid = try launch.start()
        return (pid, SystemProcess.of(pid)?.beginning ?? 0)
    }

    /// It leads a session of its own, with children in another, and its parent is gone.
    @Test func itIsFoundWhereverItHasGone() throws {
        let folder = try TemporaryFolder()
        let script =
            "setsid sh -c 'echo $$ > \(folder.path)/outer; setsid sh -c \"echo \\$\\$ > \(folder.path)/inner; exec sleep 1000\" & exec sleep 1000' & exit 0"
        let (pid, beginning) = try Self.start(script, folder.path)
        waitpid(pid, nil, 0)
        func escaped(_ name: String) -> pid_t? {
            (try? folder.text(of: name)).flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
        }
        #expect(eventually { escaped("outer") != nil && escaped("inner") != nil })
        let other = try Self.start("exec sleep 1000", folder.path + "x")
        MarkedProcess.killAll(with: Self.variable, in: [folder.path], since: beginning)
        for name in ["outer", "inner"] {
            let pid = try require(escaped(name))
            #expect(eventually { SystemProcess.of(pid)?.isAlive != true })
        }
        expect(SystemProcess.of(other.pid)?.isAlive, equals: true)
        // None that is older is looked at.
        MarkedProcess.killAll(with: Self.variable, in: [folder.path + "x"], since: .max)
        expect(SystemProcess.of(other.pid)?.isAlive, equals: true)
        kill(other.pid, SIGKILL)
        waitpid(other.pid, nil, 0)
    }

    @Test(
        arguments: [
            ("A=1\0M=x y\0", "x y"), ("M=\0M=2\0", ""), ("M=end", "end"), ("AM=1\0", nil), ("A=M=1\0", nil), ("", nil),
            ("M\0", nil),
        ] as [(String, String?)])
    func theFirstVariableOfThatNameCounts(environment: String, value: String?) {
        expect(MarkedProcess.value(of: "M", in: Array(environment.utf8)), equals: value)
    }
}
