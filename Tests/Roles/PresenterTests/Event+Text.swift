import Wire

/// The event as a line.
func event(_ line: String) throws -> Event { try Event(line: line) }
