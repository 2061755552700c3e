import Foundation
import Playback
import Processes
import Recording
import TestSupport
import Testing

/// A FIFO of valid events without an end, where a program keeps what it reads.
@Suite struct EndlessCassetteTests {
    @Test func aDoubleKeepsSoMuchOfIt() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        expect(mkfifo(pipe, 0o600), equals: 0)
        let event = #"{"t":1,"from":"a","to":["b"],"event":{"type":"a.output.x","id":"1"}}"#
        let writer = try ChildProcess(["sh", "-c", "exec yes '\(event)' > '\(pipe)'"])
        defer { kill(writer.pid, SIGKILL) }
        let reader = try CassetteReader(pipe)
        #expect(throws: SystemError("keep more than 100 events or 1 GiB of a recording in memory", code: EFBIG)) {
            try ServiceScript(of: "b", in: reader, kept: KeptEvents(most: 100))
        }
        // What a service neither sends nor receives is not kept.
        let other = try CassetteReader(try folder.write(String(repeating: event + "\n", count: 101), to: "c").path)
        try expect(ServiceScript(of: "c", in: other, kept: KeptEvents(most: 100)).inputs.count, equals: 0)
    }
}
