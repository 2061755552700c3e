import ArgumentParser
import HTTPTransfer

struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long a transfer may take, where a request does not say.", valueName: "seconds"))
    var timeout = 30.0

    @Option(help: ArgumentHelp("How many transfers run at once.", valueName: "n"))
    var parallel = TransferEngine.standardParallel

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes seconds, more than 0 and not more than a day.")
        }
        guard (1...1000).contains(parallel) else { throw ValidationError("--parallel takes 1 to 1000.") }
    }
}

struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one entity a line in place of events; failures go to stderr.")
    var items = false
}
