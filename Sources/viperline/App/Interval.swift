import ArgumentParser
import Composition

/// An interval on the command line, in the words of compose files: `5s`, `1m30s`; from 100 ms to 24 hours.
struct Interval: ExpressibleByArgument {
    let milliseconds: Int

    init?(argument: String) {
        guard let duration = ComposeDuration.parse(argument), case let milliseconds = duration / .milliseconds(1),
            100...86_400_000 ~= milliseconds
        else { return nil }
        self.milliseconds = Int(milliseconds)
    }
}
