import Foundation
import Recording
import TestSupport

/// A session with three actions, and screens that a real view can draw.
enum Recorded {
    private static func line(
        _ time: Double, _ sender: String, _ receivers: String, _ type: String, subject: String? = nil, _ data: String
    ) -> String {
        let subject = subject.map { #""subject":"\#($0)","# } ?? ""
        let event =
            #"{"specversion":"1.0","type":"\#(type)","source":"\#(sender)","id":"\#(time)",\#(subject)"data":\#(data)}"#
        return #"{"t":\#(time),"from":"\#(sender)","to":[\#(receivers)],"event":\#(event)}"#
    }

    private static func show(_ time: Double, _ scene: String, _ title: String, _ text: String) -> String {
        line(
            time, "presenter", #""view""#, "view.input.show", subject: scene,
            #"{"screen":{"title":"\#(title)","parts":[{"label":{"style":"title","text":"\#(text)"}}]}}"#)
    }

    private static func navigate(_ time: Double, _ scenes: String...) -> String {
        let stack = scenes.map { #"{"name":"s","parameters":{},"scene":"\#($0)"}"# }.joined(separator: ",")
        return line(
            time, "router", #""view","presenter""#, "router.output.didNavigate", #"{"stack":[\#(stack)]}"#)
    }

    private static func entered(_ time: Double, _ text: String) -> String {
        line(time, "view", "", "process.output.entered", #"{"text":"\#(text)\n"}"#)
    }

    static let lines = [
        navigate(0.1, "home-1"), show(0.2, "home-1", "Home", "Good morning"),
        entered(1, "select 1"), navigate(1.1, "home-1", "song-2"), show(1.2, "song-2", "Song", "Unfinished"),
        show(1.3, "song-2", "Song", "Lullaby"),
        entered(2, "press open"),
        line(
            2.1, "router", #""view""#, "router.output.didOpenURL", subject: "song-2",
            #"{"url":"https://songs.example/2"}"#),
        entered(3, "back"), navigate(3.1, "home-1"), show(3.2, "home-1", "Home", "Good evening"),
    ]

    static func file(in folder: TemporaryFolder) throws -> String {
        try folder.write(lines.joined(separator: "\n") + "\n", to: "session.ndjson").path
    }
}
