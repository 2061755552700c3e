import JSON
import TestSupport
import Testing
import ViewMessages
import ViewModelBinder
import ViewModelMessages
import Wire

@Suite struct BinderTests {
    /// The bus sends a successor the newest of each property, in the order in which they came last.
    @Test func aSuccessorLaysOutTheNewestOnce() throws {
        var binder = ViewModelBinder()
        let events = [
            title("App Store"), event("viewmodel.output.path", ViewModelOutput.Path(path: [])), query("music"),
            activity(nil, answering: "view-1-3"),
        ]
        let shown = try events.flatMap { try binder.receive($0) }.filter { $0.type == ViewInput.Show.type }
        expect(shown.count, equals: 1)
        let screen = try require(shown.first?.decode(ViewInput.Show.self).screen)
        expect(screen.title, equals: "App Store")
        expect(screen.prompt?.text, equals: "music")
        expect(shown.first?.correlationID, equals: "view-1-3")
    }

    /// A snapshot is part of the view's: without one, the view would begin anew.
    @Test func itHasNoStateToLose() throws {
        let state = try require(ViewModelBinder().snapshot())
        expect(String(decoding: state, as: UTF8.self), equals: "{}")
    }

    /// Properties of scenes that never come are given up, the oldest first; those on the path are kept.
    @Test func theNumberOfScenesIsBounded() throws {
        var binder = ViewModelBinder()
        let path = ViewModelOutput.Path(path: [PathStep(scene: "apps-1", name: "apps")])
        _ = try binder.receive(event("viewmodel.output.path", path))
        _ = try binder.receive(title("Kept"))
        for number in 0..<200 { _ = try binder.receive(title("Far", of: "far-\(number)")) }
        func titleShown(_ scene: String) throws -> String? {
            try binder.receive(activity(nil, answering: "v", of: scene)).first?
                .decode(ViewInput.Show.self).screen.title
        }
        try expect(titleShown("apps-1"), equals: "Kept")
        try expect(titleShown("far-199"), equals: "Far")
        try expect(titleShown("far-0"), equals: "", "its title is forgotten")
    }

    @Test func anActivityThatIsNeverClearedStays() throws {
        var binder = ViewModelBinder()
        _ = try binder.receive(activity("Searching…", answering: "v1"))
        for number in 0..<100 {
            let shows = try binder.receive(title("\(number)"))
            try expect(shows.first?.decode(ViewInput.Show.self).screen.activity, equals: "Searching…")
        }
    }

    /// Whatever comes, the binder shows it or refuses it; what is dangerous in it, the view takes out.
    @Test(arguments: 0..<200)
    func nonsenseIsShownOrRefused(seed: Int) throws {
        var chance = Seeded(seed: UInt64(seed))
        var binder = ViewModelBinder()
        let types = [
            "title", "query", "rows", "preview", "app", "screenshot", "greeting", "alert", "activity", "path",
            "didOpen", "x",
        ]
        let values = [
            "null", "7", "-1e300", "[]", "{}", #""\u001b[2J""#, #"{"rows":[{"id":"","name":"\u202e"}],"text":{}}"#,
            #"{"position":-9223372036854775808,"count":9223372036854775807,"caption":""}"#,
            #"{"title":"","message":"","failure":true,"offersRetry":true}"#, #"[{"scene":"","name":""}]"#,
            "\"" + String(repeating: "x", count: 100_000) + "\"",
        ]
        for _ in 0..<100 {
            let type = types.randomElement(using: &chance) ?? ""
            let member =
                ["found", "page", "app", "alert", "path", "title", "query", "activity", "greeting", "url"]
                .randomElement(using: &chance) ?? ""
            var event = Event(type: "viewmodel.output.\(type)", subject: Bool.random(using: &chance) ? "apps-1" : nil)
            event.id = "p"
            event.data = Array("{\"\(member)\":\(values.randomElement(using: &chance) ?? "")}".utf8)
            let answers = (try? binder.receive(event)) ?? []
            for answer in answers where answer.type == ViewInput.Show.type {
                _ = try answer.decode(ViewInput.Show.self)
            }
        }
    }

    private func title(_ title: String, of scene: String = "apps-1") -> Event {
        event("viewmodel.output.title", ViewModelOutput.Title(title: title), subject: scene)
    }

    private func query(_ query: String) -> Event {
        event("viewmodel.output.query", ViewModelOutput.Query(query: query), subject: "apps-1")
    }

    private func activity(_ activity: String?, answering command: String, of scene: String = "apps-1") -> Event {
        event(
            "viewmodel.output.activity", ViewModelOutput.Activity(activity: activity), subject: scene,
            correlation: command)
    }

    private func event(
        _ type: String, _ message: some JSONWritable, subject: String? = nil, correlation: String = "r1"
    ) -> Event {
        var event = Event(type, message, subject: subject)
        (event.id, event.correlationID) = (correlation, correlation)
        return event
    }
}
