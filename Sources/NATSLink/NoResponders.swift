/// Takes the place of libnats's function of this name, by which it throws away each message that looks like the server's word that nobody hears a
/// request: an empty one with the status 503. Anybody who may publish can send such a message, and a stream delivers it again for ever.
///
/// So all messages come as they are, with their subjects; ``ServerStatus`` reads the server's.
@c(natsMsg_IsNoResponders)
package func neverSaysThatNobodyResponds(_ message: OpaquePointer?) -> Bool { false }
