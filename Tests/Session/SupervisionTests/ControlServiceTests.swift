import Composition
import Foundation
import Processes
import SupervisorMessages
import TestSupport
import Testing
import Wire

@testable import Supervision

/// A session that records its requests.
private final class FakeLiveSession: ControlledSession {
    var injected: [String] = []
    var swaps: [(service: String, program: ServiceCommand?, requester: Int)] = []
    var stopped: [String] = []
    var recentLines = [RecentLines.Line(time: "t", service: "view", text: "hello")]
    let cassetteHeader = Array("{\"cassette\":1}\n".utf8)
    let serviceNames = ["view", "role"]
    let wiredTypes = ["view.input", "a.output", "view.input"].map(MessagePattern.init)

    var description: SupervisorOutput.Described {
        .init(name: "fake", pid: 1, uptime: 2, folder: "/f", services: [])
    }

    func inject(_ line: [UInt8]) throws(InjectionRefusal) {
        let text = String(decoding: line, as: UTF8.self)
        guard text != "bad" else { throw .unreceived(type: "bad") }
        injected.append(text)
    }

    func swap(_ service: String, to program: ServiceCommand?, for requester: Int) throws(ControlRefusal) {
        guard service != "view" else { throw .underWay(service: service) }
        swaps.append((service, program, requester))
    }

    func stop(_ service: String) throws(ControlRefusal) { stopped.append(service) }
    func stop() { stopped.append("*") }

    func backlog(of service: String) -> Backlog? {
        .init(lines: [Array("{\"type\":\"a.output.x\"}\n".utf8)], isRestored: true, saidAlready: 3)
    }

    func newestStates() -> [(service: String, line: [UInt8])] {
        [("view", Array("{\"type\":\"view.input.show\"}\n".utf8)), ("role", Array("{\"type\":\"a.output.x\"}\n".utf8))]
    }

    func record(of line: [UInt8], to service: String) -> [UInt8] { Array("\(service) ".utf8) + line }
}

/// Answers to clients of the control socket, over a real socket.
@Suite struct ControlServiceTests {
    private let folder: TemporaryFolder
    private let session = FakeLiveSession()
    private let service: ControlService
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/control"
        service = ControlService(try ControlSocket(at: path, lineLimit: 1 << 16), of: session)
    }

    /// A client's connection.
    private struct Caller: ~Copyable {
        let socket: Descriptor
        private let service: ControlService
        private let id: Int

        init(to path: String, of service: ControlService) throws {
            socket = try UnixSocket.connect(to: path)
            self.service = service
            service.welcome()
            id = service.clients.last?.id ?? 0
        }

        private var index: Int? { service.clients.firstIndex { $0.id == id } }

        /// - Returns: the types of the answers, and their whole text.
        func say(_ lines: String...) -> (types: [String], text: String) {
            let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
            expect(write(socket.number, bytes, bytes.count), equals: bytes.count)
            if let index { service.readRequests(of: index) }
            return hear()
        }

        func endRequests() -> (types: [String], text: String) {
            UnixSocket.endWriting(socket.number)
            if let index { service.readRequests(of: index) }
            return hear()
        }

        func hear() -> (types: [String], text: String) {
            if let index { service.attend(to: index) }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = max(0, read(socket.number, &bytes, bytes.count))
            let lines = bytes[..<count].split(separator: 0x0A)
            let types = lines.compactMap { (try? Event(line: Array($0).span))?.type }
            return (types, String(decoding: bytes[..<count], as: UTF8.self))
        }
    }

    @Test func aQuestionIsAnswered() throws {
        let caller = try Caller(to: path, of: service)
        let answer = caller.say(#"{"type":"supervisor.input.describe","id":"1"}"#)
        expect(answer.types, equals: [SupervisorOutput.Described.type])
        expect(answer.text, contains: #""name":"fake""#)
        // Several requests at once, with blank lines and nonsense between them.
        let more = caller.say(
            #"{"type":"supervisor.input.describe"}"#, "", "x", #"{"type":"supervisor.input.describe"}"#)
        expect(
            more.types,
            equals: [
                SupervisorOutput.Described.type, SupervisorOutput.Failed.type, SupervisorOutput.Described.type,
            ])
    }

    @Test func linesAreInjectedUntilTheEnd() throws {
        let caller = try Caller(to: path, of: service)
        expect(
            caller.say(#"{"type":"supervisor.input.send"}"#, "one", "bad", "two").types,
            equals: ["supervisor.output.failed"])
        expect(session.injected, equals: ["one", "two"])
        let end = caller.endRequests()
        expect(end.types, equals: [SupervisorOutput.Sent.type])
        expect(end.text, contains: #""count":2"#)
        service.dismiss()
        #expect(service.clients.isEmpty)
    }

    @Test func theResultOfASwapGoesToWhoeverAskedForIt() throws {
        let other = try Caller(to: path, of: service)
        let caller = try Caller(to: path, of: service)
        expect(
            caller.say(#"{"type":"supervisor.input.swap","data":{"service":"role","command":["new"]}}"#).types,
            equals: [])
        let swap = try require(session.swaps.first)
        expect(swap.service == "role" && swap.program?.command == ["new"])
        // The client may have closed its output; it still waits for the result.
        expect(caller.endRequests().types, equals: [])
        service.dismiss()
        service.swapped(.init(service: "role", pid: 5, gap: 0.1), for: swap.requester)
        expect(caller.hear().types, equals: [SupervisorOutput.Swapped.type])
        service.notSwapped("no", for: swap.requester)
        expect(caller.hear().types, equals: [SupervisorOutput.Failed.type])
        expect(other.hear().text, equals: "")
        // No client waits any more.
        service.notSwapped("no", for: 99)
    }

    @Test(arguments: [
        (#"{"type":"supervisor.input.swap","data":{"service":"view"}}"#, "view is already being replaced"),
        (#"{"type":"supervisor.input.swap","data":{"service":"nobody"}}"#, "there are: view, role"),
        (#"{"type":"supervisor.input.stop","data":{"service":"nobody"}}"#, "there are: view, role"),
        (#"{"type":"supervisor.input.tap","data":{"types":[],"service":"nobody"}}"#, "there are: view, role"),
        (
            #"{"type":"supervisor.input.tap","data":{"types":["process.*","a.*","veiw.input"]}}"#,
            #"no service of this session sends or receives \"veiw.input\"; there are: a.output, view.input"#
        ),
        (
            #"{"type":"supervisor.input.readLog","data":{"services":["nobody"],"follows":false}}"#,
            "there are: view, role"
        ),
    ])
    func whatCannotBeDoneIsToldWhy(request: String, reason: String) throws {
        let answer = try Caller(to: path, of: service).say(request)
        expect(answer.types, equals: [SupervisorOutput.Failed.type])
        expect(answer.text, contains: reason, "\(answer.text)")
        expect(session.swaps.isEmpty && session.stopped.isEmpty)
    }

    @Test func aServiceOrTheSessionIsStopped() throws {
        let caller = try Caller(to: path, of: service)
        _ = caller.say(#"{"type":"supervisor.input.stop","data":{"service":"view"}}"#)
        expect(caller.say(#"{"type":"supervisor.input.stop"}"#).types, equals: [SupervisorOutput.Stopping.type])
        expect(session.stopped, equals: ["view", "*"])
    }

    @Test func aLabelledTapBeginsWithTheHeaderAndTheStates() throws {
        let caller = try Caller(to: path, of: service)
        let answer = caller.say(
            #"{"type":"supervisor.input.tap","data":{"types":["view.input"],"isLabelled":true}}"#)
        expect(answer.text, equals: "{\"cassette\":1}\nview {\"type\":\"view.input.show\"}\n")
        #expect(service.hasTaps)
    }

    @Test func aTapThatCatchesUpIsToldTheBacklogFirst() throws {
        let caller = try Caller(to: path, of: service)
        let answer = caller.say(
            #"{"type":"supervisor.input.tap","data":{"types":[],"service":"role","catchesUp":true}}"#)
        #expect(answer.text.hasPrefix("role {\"type\":\"a.output.x\"}\n"))
        expect(answer.text.contains(#""saidAlready":3"#) && answer.text.contains(#""isRestored":true"#))
    }

    @Test func theLogIsToldAndFollowed() throws {
        let once = try Caller(to: path, of: service)
        let follower = try Caller(to: path, of: service)
        expect(once.say(#"{"type":"supervisor.input.readLog","data":{"follows":false}}"#).text, contains: "hello")
        service.dismiss()
        expect(service.clients.count, equals: 1, "whoever does not follow has been told all")
        let nothing = follower.say(#"{"type":"supervisor.input.readLog","data":{"follows":true,"services":["role"]}}"#)
        expect(nothing.text, equals: "")
        service.follow(.init(time: "t", service: "view", text: "not this one"))
        service.follow(.init(time: "t", service: "role", text: "this one"))
        expect(follower.hear().text, contains: "this one")
    }
}
