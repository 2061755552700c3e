import JSON
import Platform

/// The progress of a call, as its program prints it before the answer: `{"progress":0.4,"text":"Copying"}`.
struct CallProgress: Equatable, Sendable {
    /// A fraction of 1; nil if the program does not know it.
    var share: Double?
    var text: String?

    /// Bytes of one report; longer values are answers.
    private static let longest = 4096
    private static let longestText = 100

    /// Nil for a value that is an answer.
    init?(_ value: [UInt8]) {
        guard value.count <= Self.longest, let share = JSONSlices.member("progress", of: value.span) else { return nil }
        let number = try? JSONReader.read(value.span.extracting(share)) { reader throws(JSONError) in
            try reader.double()
        }
        self.share = number.map { min(max($0, 0), 1) }
        guard let range = JSONSlices.member("text", of: value.span) else { return }
        let text = try? JSONReader.read(value.span.extracting(range)) { reader throws(JSONError) in
            try reader.string()
        }
        self.text = text.map { String($0.prefix(Self.longestText)) }
    }

    /// Text such as "Copying 40%".
    var activity: String {
        let text = text ?? "Working…"
        return share.map { "\(text) \(Int($0 * 100))%" } ?? text
    }
}

/// Calls that report their progress, and calls that the user stops.
extension AppRole {
    mutating func note(_ progress: CallProgress?) { if picker == nil { screens.calls.note(progress) } }

    /// The time when the newest report is due; however many there are, few are shown.
    var progressDeadline: Instant? {
        screens.calls.running?.unshown != nil && !screens.pages.isEmpty ? shown + Self.pace : nil
    }

    mutating func showProgress(now: Instant) -> [AppEffect] {
        guard let due = progressDeadline, now >= due else { return [] }
        shown = now
        return screens.showProgress()
    }
}

extension ProgramScreens {
    fileprivate mutating func showProgress() -> [AppEffect] {
        guard let scene = calls.running?.scene, let index = pages.place(of: scene), let text = calls.takeProgress(),
            pages[index].activity != text
        else { return [] }
        pages[index].activity = text
        return show(index)
    }
}
