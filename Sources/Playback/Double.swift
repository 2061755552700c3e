import Recording

/// Answers as a recorded service did.
