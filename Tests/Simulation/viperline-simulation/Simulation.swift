import CSimulation
import Platform
import Processes
import Supervision
import Wire

/// Plays histories until the time is up, and shrinks the first that breaks a promise.
enum Simulation {
    static let help = """
        Plays the supervisor's own code in a world of values: pipes, processes and a clock that stand in memory. One seed is one history.
        One in eight is of joins and pools on a network of values.

        usage: viperline-simulation [--seconds N | --histories N] [--seed N] [--as-found]
               viperline-simulation --tell N | --choices N,N,…

          --seconds N      play for so long (default: 60)
          --histories N    play so many histories
          --seed N         begin with this history; by default a new one each time
          --as-found       do not look for a shorter history that breaks the same promise
          --tell N         play the history of this seed, and tell it
          --choices LIST   play one history, as printed for a failure, and tell it
          --help           this text

        exit codes: 0; 1 a promise is broken, and the shortest history that breaks it is printed; 64 usage

        """

    struct Options {
        var seconds = 60
        var histories = Int.max
        var seed = UInt64.random(in: 0..<1 << 32)
        /// The one history to play.
        var choices: Choices?
        var shrinks = true

        /// Nil for wrong words.
        init?(_ words: [String]) {
            var rest = words[...]
            while let name = rest.popFirst() {
                if name == "--as-found" {
                    shrinks = false
                    continue
                }
                guard let text = rest.popFirst() else { return nil }
                switch name {
                case "--choices":
                    let numbers = text.split(separator: ",").map { Int($0) }
                    guard numbers.allSatisfy({ $0 != nil }) else { return nil }
                    choices = Choices(numbers.compactMap(\.self))
                case "--tell":
                    guard let seed = UInt64(text) else { return nil }
                    choices = Choices(seed: seed)
                case "--seed":
                    guard let number = UInt64(text) else { return nil }
                    seed = number
                case "--seconds", "--histories":
                    guard let number = Int(text), (1...1_000_000_000).contains(number) else { return nil }
                    if name == "--seconds" {
                        (seconds, histories) = (number, .max)
                    } else {
                        (histories, seconds) = (number, 86_400)
                    }
                default: return nil
                }
            }
        }
    }

    static func run(_ words: [String]) -> Int32 {
        if words == ["--help"] {
            print(help, terminator: "")
            return 0
        }
        guard let options = Options(words) else {
            StandardStream.diagnose("viperline-simulation", "wrong options; --help lists them")
            return 64
        }
        do throws(SystemError) {
            let folder = try SessionFolder.create()
            defer { folder.remove() }
            // A history depends on nothing else, and each process would get a copy.
            environ.pointee = nil
            if let choices = options.choices { return tell(choices, in: folder) }
            return try search(options, in: folder)
        } catch {
            StandardStream.diagnose("viperline-simulation", "make a folder: \(error)")
            return 69
        }
    }

    private static func tell(_ choices: Choices, in folder: SessionFolder) -> Int32 {
        let history = History(keepsAccount: true, folder: folder) { failure in
            for line in failure.account { print(line) }
            print("broken: \(failure.promise)")
            exit(1)
        }
        for line in history.play(choices).lines { print(line) }
        print("no promise is broken")
        return 0
    }

    private static func search(_ options: Options, in folder: SessionFolder) throws(SystemError) -> Int32 {
        let began = Instant.now
        var seed = options.seed
        var count = 0
        var decisions = 0
        while count < options.histories, .now - began < .seconds(options.seconds) {
            // A session keeps its memory until its process ends.
            let batch = min(1000, options.histories - count)
            let trial = try Trial(in: folder) { history, report in
                for number in 0..<UInt64(batch) {
                    report.note(seed &+ number)
                    report.decisions += history.play(Choices(seed: seed &+ number)).decisions
                }
            }
            if let failing = trial.failure ?? trial.crash {
                print("seed \(trial.seed), after \(Int((Instant.now - began) / .seconds(1))) s: \(failing.promise)")
                guard options.shrinks, trial.failure != nil else {
                    print("to play it again: --choices \(failing.choices.map(String.init).joined(separator: ","))")
                    return 1
                }
                fflush(nil)
                return try shrink(failing, in: folder)
            }
            decisions += trial.decisions
            count += batch
            seed &+= UInt64(batch)
        }
        let seconds = (Instant.now - began) / .seconds(1)
        print(
            "\(count) histories from seed \(options.seed), \(decisions) decisions, in \(Int(seconds)) s: no promise is broken"
        )
        return 0
    }

    /// Prints the simplest history that fails, by leaving out decisions and lowering others.
    private static func shrink(_ first: History.Failure, in folder: SessionFolder) throws(SystemError) -> Int32 {
        var best = first
        func attempt(_ choices: [Int]) throws(SystemError) -> Bool {
            let trial = try Trial(in: folder) { history, _ in _ = history.play(Choices(choices)) }
            guard let failure = trial.failure, isSimpler(failure.choices, than: best.choices) else { return false }
            best = failure
            return true
        }
        var isSmaller = !first.choices.isEmpty
        while isSmaller {
            isSmaller = false
            var length = max(1, best.choices.count / 2)
            while length >= 1 {
                var place = 0
                while place + length <= best.choices.count {
                    var shorter = best.choices
                    shorter.removeSubrange(place..<place + length)
                    if try attempt(shorter) { isSmaller = true } else { place += length }
                }
                length /= 2
            }
            for place in best.choices.indices where place < best.choices.count && best.choices[place] > 0 {
                for lower in Set([0, best.choices[place] / 2, best.choices[place] - 1]).sorted()
                where place < best.choices.count {
                    var simpler = best.choices
                    simpler[place] = lower
                    if try attempt(simpler) {
                        isSmaller = true
                        break
                    }
                }
            }
        }
        let told = try Trial(in: folder, keepsAccount: true) { history, _ in _ = history.play(Choices(best.choices)) }
        for line in told.failure?.account ?? [] { print(line) }
        print(
            "broken: \(best.promise)\nto play it again: --choices \(best.choices.map(String.init).joined(separator: ","))"
        )
        return 1
    }

    private static func isSimpler(_ one: [Int], than other: [Int]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }
}
