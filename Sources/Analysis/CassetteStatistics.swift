import Recording

/// What a recorded session consisted of, counted.
