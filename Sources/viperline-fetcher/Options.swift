import ArgumentParser
import HTTPTransfer

struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long a transfer may take, where a request does not say.", valueName: "seconds"))
    var timeout = 30.0

    @Option(help: ArgumentHelp("How many transfers run at once.", valueName: "n"))
    var parallel = ClientSettings.standardParallel

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes seconds, more than 0 and not more than a day.")
        }
        guard (1...1000).contains(parallel) else { throw ValidationError("--parallel takes 1 to 1000.") }
    }
}

struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many entities a page has at most.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("How many pages to fetch, one after the other.", valueName: "n"))
    var pages = 1

    func validate() throws {
        guard pages > 0 else { throw ValidationError("--pages takes 1 or more.") }
    }
}

struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one entity a line in place of events; failures go to stderr.")
    var items = false
}
