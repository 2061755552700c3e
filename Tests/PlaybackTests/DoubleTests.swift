import Playback
import Testing

@Suite struct DoubleTests {}
