/// The wording of attempts that have failed and will be repeated.
enum AttemptText {
    static func words(attempt: Int, cause: String, delay: Duration) -> String {
        let tenths = Int((delay / .milliseconds(100)).rounded())
        return "attempt \(attempt): \(cause); again in \(tenths / 10).\(tenths % 10) s"
    }
}
