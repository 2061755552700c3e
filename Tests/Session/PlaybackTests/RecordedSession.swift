import Foundation
import Recording
import TestSupport
import Testing
import Wire

/// A session of Tests/Cassettes.
struct RecordedSession: CustomTestStringConvertible {
    let name: String
    var testDescription: String { name }

    static let roles = ["view", "presenter", "fetcher", "router"]
    /// One for every shipped application.
    static let all = ["itunes", "songs", "github", "youtube", "trafficlight", "greeting", "home"].map(
        RecordedSession.init)

    static let declared = ["hackernews", "wikipedia", "crates", "openlibrary", "npm"].map(RecordedSession.init)

    var path: String { Checkout.path("Tests/Cassettes/\(name).ndjson") }
    var composition: String { Checkout.path("compose/\(name).yaml") }

    /// What a script gets from the view. The user of the songs enters a country that the application refuses.
    var viewStatus: Int32 { name == "songs" ? 65 : 0 }

    /// The typed input.
    func typed() throws -> String {
        try Self.events(of: path).map { _, event in
            event.type == ProcessOutput.Entered.type ? try event.decode(ProcessOutput.Entered.self).text : ""
        }.joined()
    }

    /// All events that a session's view received and sent, grouped by sender: their types, subjects and data.
    static func transcript(of cassette: String) throws -> [String: [String]] {
        var transcript: [String: [String]] = [:]
        for (passage, event) in try events(of: cassette)
        where (passage.sender == "view" || passage.receivers.contains("view")) && !event.type.hasPrefix("process.") {
            let data = String(decoding: event.data, as: UTF8.self)
            transcript[passage.sender, default: []].append("\(event.type) \(event.subject ?? "-") \(data)")
        }
        return transcript
    }

    private static func events(of cassette: String) throws -> [(Passage, Event)] {
        let reader = try CassetteReader(cassette)
        var events: [(Passage, Event)] = []
        while let line = try reader.next() {
            if case .passage(let passage) = line { events.append((passage, try Event(line: passage.event.span))) }
        }
        return events
    }
}
