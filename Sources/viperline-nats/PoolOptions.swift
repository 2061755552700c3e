import ArgumentParser
import NATSBridge
import NATSLink
import Wire

/// Options that callers and workers of a pool have in common.
struct PoolOptions: ParsableArguments {
    @Argument(help: "The pool's name: letters, digits, - and _, with dots between words.")
    var name: SessionName

    @OptionGroup var server: ServerOptions

    @Option(help: ArgumentHelp("Where a new queue keeps requests: file or memory."))
    var storage = StreamConfig.Storage.file

    @Option(help: ArgumentHelp("The most requests in a new queue.", valueName: "number"))
    var queue = 10_000

    @Option(
        help: ArgumentHelp("The prefix of inboxes (NATS_INBOX_PREFIX; _INBOX by default).", valueName: "subject"))
    var inbox: String?

    func validate() throws {
        guard 1...1_000_000 ~= queue else { throw ValidationError("--queue takes 1 to 1000000") }
        guard SessionSubjects.isName(inboxPrefix), inboxPrefix.utf8.count <= 128 else {
            throw ValidationError("--inbox takes words of letters, digits, - and _, with dots between them")
        }
    }

    var limits: PoolLimits {
        var limits = PoolLimits()
        limits.storage = storage
        limits.requests = queue
        return limits
    }

    /// - Parameter incarnation: this process's.
    func ownInbox(_ incarnation: String) -> Inbox { Inbox(prefix: "\(inboxPrefix).\(incarnation)") }

    private var inboxPrefix: String { inbox ?? RoleEnvironment.variable("NATS_INBOX_PREFIX") ?? "_INBOX" }
}
