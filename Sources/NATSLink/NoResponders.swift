/// Replaces the libnats function of this name, which makes it discard every message that looks like the server's "no responders": an
/// empty one with the status 503. Anybody who may publish can send such a message, and a stream redelivers it for ever.
///
/// So all messages arrive unchanged, with their subjects; ``ServerStatus`` recognizes the server's.
@c(natsMsg_IsNoResponders)
package func neverSaysThatNobodyResponds(_ message: OpaquePointer?) -> Bool { false }
