import InteractorMessages
import Wire

/// Answers from a small store, the same request always the same.
struct FakeFetcher: Role {
    private static let apps = (1...5).map { number in
        App(
            id: "100\(number)", name: "App \(number)", company: number == 2 ? nil : "Maker \(number)", rating: 4.5,
            ratingCount: number * 1000, version: "1.\(number)", releaseNotes: number == 3 ? nil : "Notes \(number).",
            releaseDate: "2026-03-03T08:00:00Z", description: "About app \(number).",
            screenshots: number == 4
                ? [] : ["https://apps.example/\(number)/1.png", "https://apps.example/\(number)/2.png"],
            price: "Free", genre: "Music", url: number == 5 ? nil : "https://apps.example/\(number)")
    }

    private var greetings = 0

    mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case InteractorInput.Search.type:
            let search = try event.decode(InteractorInput.Search.self)
            switch search.term {
            case "none": return [found([App](), event)]
            case "fail": return [failed(retryable: true, event)]
            case "quota": return [failed(retryable: false, event)]
            case "pages" where search.cursor == nil: return [found(Array(Self.apps.prefix(3)), cursor: "2", event)]
            case "pages": return [found(Array(Self.apps.suffix(3)), event)]
            case "break" where search.cursor == nil: return [found(Array(Self.apps.prefix(3)), cursor: "2", event)]
            case "break": return [failed(retryable: true, event)]
            default: return [found(Self.apps, event)]
            }
        case InteractorInput.Lookup.type:
            let id = try event.decode(InteractorInput.Lookup.self).id
            if id == "1003" { return [failed(retryable: true, event)] }
            return [found(Self.apps.filter { $0.id == id }, event)]
        case InteractorInput.Get.type:
            let url = try event.decode(InteractorInput.Get.self).url
            if url.hasSuffix("2/2.png") { return [failed(retryable: false, event)] }
            let got = InteractorOutput.Got(url: url, status: 200, base64: "UGljdHVyZS0=")
            return [Event(InteractorOutput.Got.type, got, answering: event)]
        case InteractorInput.List.type:
            greetings += 1
            if greetings % 3 == 2 { return [failed(retryable: true, event)] }
            let greeting = GreetingData(greeting: "Hello", subject: "David Blaine")
            return [found(greetings % 4 == 0 ? [] : [greeting], event)]
        default:
            return []
        }
    }

    private func found<Item: Entity>(_ items: [Item], cursor: String? = nil, _ event: Event) -> Event {
        let found = InteractorOutput.Found(source: Item.source, items: items, cursor: cursor)
        return Event(InteractorOutput.found, found, answering: event)
    }

    private func failed(retryable: Bool, _ event: Event) -> Event {
        let failed = InteractorOutput.Failed(
            kind: retryable ? .timeout : .rateLimited, message: "ask: no", retryable: retryable)
        return Event(InteractorOutput.Failed.type, failed, answering: event)
    }
}
