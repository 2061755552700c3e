import Recording

/// A small recorded session as a table.
enum Session {
    /// The relevant attributes of one event. If the first word of the type differs from the sender's name, the row
    /// gives it.
    static func passage(
        _ time: Double, _ sender: String, _ receivers: [String], _ type: String, id: String, cause: String? = nil,
        subject: String? = nil, data: String = "{}"
    ) -> Passage {
        let attributes = [("subject", subject), ("causationid", cause)].compactMap { name, value in
            value.map { #","\#(name)":"\#($0)""# }
        }.joined()
        let event =
            #"{"specversion":"1.0","type":"\#(type)","source":"\#(sender)","id":"\#(id)"\#(attributes),"data":\#(data)}"#
        return Passage(time: time, sender: sender, receivers: receivers, event: Array(event.utf8))
    }

    /// A search with two answers, a selection that passes through the router, and an unsolicited answer.
    static let search: [Passage] = [
        passage(0, "router", ["view", "presenter"], "router.output.didNavigate", id: "r1"),
        passage(
            1, "view", ["presenter"], "view.output.didSearch", id: "v1", subject: "apps-1",
            data: #"{"query":"music"}"#),
        passage(
            1.001, "presenter", ["fetcher"], "interactor.input.search", id: "p1", cause: "v1", subject: "apps-1",
            data: #"{"source":"itunes.apps","term":"music"}"#),
        passage(
            1.002, "presenter", ["view"], "view.input.show", id: "p2", cause: "v1", subject: "apps-1",
            data: #"{"screen":{"title":"a"}}"#),
        passage(
            1.101, "fetcher", ["presenter"], "interactor.output.found", id: "f1", cause: "p1", subject: "apps-1",
            data: #"{"items":[]}"#),
        passage(
            1.104, "presenter", ["view"], "view.input.show", id: "p3", cause: "f1", subject: "apps-1",
            data: #"{"screen":{"title":"b"}}"#),
        passage(
            2, "view", ["presenter"], "view.output.didSelect", id: "v2", subject: "apps-1", data: #"{"row":"7"}"#),
        passage(2.01, "presenter", ["router"], "router.input.open", id: "p4", cause: "v2", subject: "apps-1"),
        passage(2.03, "router", ["view", "presenter"], "router.output.didNavigate", id: "r2", cause: "p4"),
        passage(3, "presenter", ["view"], "view.input.show", id: "p5", subject: "app-2"),
    ]

    /// The session as a file of records.
    static func text(_ passages: [Passage], header: CassetteHeader? = nil) -> String {
        var bytes: [UInt8] = []
        for passage in passages {
            (passage.event + [0x0A]).withUnsafeBytes { event in
                Passage.append(event, at: passage.time, from: passage.sender, to: passage.receivers, onto: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
