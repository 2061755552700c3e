import Declarations
import JQClient
import JSON
import Presenter
import TestSupport
import Testing
import Wire
import YAML

/// A presenter of an application in a file, and its messages as text.
enum DeclaredPresenter {
    static func presenter(of text: String) throws -> Presenter {
        let tree = try require(YAMLReader.read(text, file: "app.yaml").tree)
        let (application, mistakes) = DeclarationReader.read(tree)
        #expect(mistakes.isEmpty, "\(mistakes)")
        return Presenter(DeclaredScenes(application, runner: ProgramProcess([Products.executable("viperline-jq")])))
    }

    static func event(_ type: String, _ subject: String?, _ id: String, _ data: String) throws -> Event {
        let subject = subject.map { #","subject":"\#($0)""# } ?? ""
        return try Event(
            line: Array(
                #"{"type":"\#(type)","source":"x","id":"\#(id)"\#(subject),"correlationid":"\#(id)","data":\#(data)}"#
                    .utf8
            ).span)
    }

    static func data(_ events: [Event]) -> [String] {
        events.map { "\($0.type) \(String(decoding: $0.data, as: UTF8.self))" }
    }

    static func stack(_ scenes: [String]) -> String {
        let scenes = scenes.map { #"{"scene":"\#($0)-1","name":"\#($0)","parameters":{"id":"1"}}"# }
        return #"{"stack":[\#(scenes.joined(separator: ","))]}"#
    }
}
