/// What a process is started with.
struct Program: Equatable {
    let command: [String]
    /// The working directory; nil for the supervisor's.
    let folder: String?
}
