import Formatting
import Router
import TestSupport
import Testing
import ViewModel
import Wire

@Suite struct ViewModelTests {
    private static let script = """
        {"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"apps-1","name":"apps"}]}}
        {"type":"viewmodel.input.setQuery","id":"q1","subject":"apps-1","data":{"query":" music"}}
        {"type":"viewmodel.input.search","id":"v1","subject":"apps-1"}
        {"type":"interactor.output.found","id":"m1","correlationid":"v1","data":{"source":"itunes.apps","items":[{"id":"1","name":"A"}],"cursor":"2"}}
        {"type":"viewmodel.input.loadMore","id":"v2","subject":"apps-1"}
        {"type":"process.input.refused","id":"s1","subject":"apps-1","correlationid":"v1","data":{"type":"viewmodel.output.rows","bytes":2000000,"limit":1000000}}
        {"type":"interactor.output.failed","id":"m2","correlationid":"v2","data":{"kind":"timeout","message":"slow","retryable":true}}
        {"type":"viewmodel.input.retry","id":"v3","subject":"apps-1"}
        {"type":"interactor.output.found","id":"m3","correlationid":"v3","data":{"source":"itunes.apps","items":[{"id":"2","name":"B"}]}}
        {"type":"viewmodel.input.choose","id":"v4","subject":"apps-1","data":{"id":"2"}}
        {"type":"router.output.didNavigate","id":"r2","correlationid":"v4","data":{"stack":[{"scene":"apps-1","name":"apps"},{"scene":"screenshots-2","name":"screenshots","parameters":{"urls":"https://a.example/1 https://a.example/2"}}]}}
        {"type":"interactor.output.got","id":"m4","correlationid":"v4","data":{"url":"x","status":200,"base64":"iVBORw0KGgo="}}
        {"type":"viewmodel.input.next","id":"v5","subject":"screenshots-2"}
        {"type":"interactor.output.failed","id":"m5","correlationid":"v5","data":{"kind":"http","message":"404","retryable":false}}
        {"type":"viewmodel.input.search","id":"v6","subject":"apps-1"}
        """.split(separator: "\n").map(String.init)

    /// The bus drops what a predecessor has sent already by counting its lines, so a successor must publish exactly what that
    /// one would have published.
    @Test(arguments: 0...script.count)
    func aSuccessorPublishesTheSame(after events: Int) throws {
        var first = ViewModel(reader: Reader())
        var successor = ViewModel(reader: Reader())
        for (number, line) in Self.script.enumerated() {
            if number == events {
                var restore = Event(type: ProcessInput.Restore.type)
                restore.data = try require(first.snapshot())
                try successor.restore(restore)
            }
            let event = try Event(line: line)
            let expected = try first.receive(event)
            if number >= events { try expect(successor.receive(event), equals: expected, "\(line)") }
        }
        if events < Self.script.count { expect(successor.snapshot(), equals: first.snapshot()) }
    }

    /// What is newest in the queue completes what is older there.
    @Test func everyReportEndsWithTheActivity() throws {
        var viewModel = ViewModel(reader: Reader())
        for line in Self.script {
            let published = try viewModel.receive(try Event(line: line)).filter {
                $0.type.hasPrefix("viewmodel.output.") && $0.subject != nil
            }
            for scene in Set(published.map(\.subject)) {
                expect(published.last { $0.subject == scene }?.type, equals: "viewmodel.output.activity", "\(line)")
            }
        }
    }
}
