import Platform
import Testing

// Expectations as functions: the compiler takes 10 ms for a `#expect` that compares, and less than 1 ms for a call. A failure names its
// place, the values, and the comment.

public func expect(
    _ condition: Bool, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column
) {
    guard !condition else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let comment = comment()
    Issue.record(comment.isEmpty ? "the condition does not hold" : "\(comment)", sourceLocation: place)
}

public func expect<Value: Equatable>(
    _ value: Value, equals expected: Value, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    expect(
        value == expected, "\(String(reflecting: value)) does not equal \(String(reflecting: expected)) \(comment())",
        fileID: fileID, filePath: filePath, line: line, column: column)
}

/// For optional values of any type: `expect(error, equals: nil)`.
public func expect<Value>(
    _ value: Value?, equals nothing: _OptionalNilComparisonType, _ comment: @autoclosure () -> String = "",
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    expect(
        value == nil, "\(String(reflecting: value)) is not nil \(comment())", fileID: fileID, filePath: filePath,
        line: line,
        column: column)
}

public func expect(
    _ text: some StringProtocol, contains part: some StringProtocol, _ comment: @autoclosure () -> String = "",
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    expect(
        text.contains(part), "\(String(reflecting: text)) does not contain \(String(reflecting: part)) \(comment())",
        fileID: fileID, filePath: filePath, line: line, column: column)
}

public func expect<Values: Sequence>(
    _ values: Values, contains value: Values.Element, _ comment: @autoclosure () -> String = "",
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) where Values.Element: Equatable {
    expect(
        values.contains(value), "\(values) does not contain \(String(reflecting: value)) \(comment())", fileID: fileID,
        filePath: filePath, line: line, column: column)
}

public func expect(
    _ text: some StringProtocol, lacks part: some StringProtocol, _ comment: @autoclosure () -> String = "",
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    expect(
        !text.contains(part), "\(String(reflecting: text)) contains \(String(reflecting: part)) \(comment())",
        fileID: fileID, filePath: filePath, line: line, column: column)
}

public func expect<Values: Sequence>(
    _ values: Values, lacks value: Values.Element, _ comment: @autoclosure () -> String = "",
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) where Values.Element: Equatable {
    expect(
        !values.contains(value), "\(values) contains \(String(reflecting: value)) \(comment())", fileID: fileID,
        filePath: filePath, line: line, column: column)
}

/// The value, without which the test ends.
public func require<Value: ~Copyable>(
    _ value: consuming Value?, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Value {
    if let value { return value }
    expect(
        false, "there is no \(Value.self) \(comment())", fileID: fileID, filePath: filePath, line: line, column: column)
    throw Missing()
}

public func require(
    _ condition: Bool, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column
) throws {
    expect(condition, comment(), fileID: fileID, filePath: filePath, line: line, column: column)
    if !condition { throw Missing() }
}

/// Ends a test whose issue has been recorded.
private struct Missing: Error {}
