/// Wording for attempts that fail and are made again.
enum AttemptText {
    static func words(attempt: Int, cause: String, delay: Duration) -> String {
        let tenths = Int((delay / .milliseconds(100)).rounded())
        return "attempt \(attempt): \(cause); again in \(tenths / 10).\(tenths % 10) s"
    }
}
