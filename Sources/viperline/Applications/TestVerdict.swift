/// How a test ended.
enum TestVerdict: Equatable {
    /// With what was compared.
    case passed(String)
    /// With what is in the file now.
    case accepted(String)
    /// With the first difference.
    case failed(String)
}
