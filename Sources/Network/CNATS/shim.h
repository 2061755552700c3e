#pragma once
#include <nats/nats.h>

/* What natsMsg_Destroy leaves to a thread of libnats's, which it wakes for it. No header declares it, so it is used with libnats 3.4 alone, and a
   library may do without it. */
extern void natsMsg_free(void *message) __attribute__((weak));

/* Frees a message of our own, or one that was taken from a subscription. */
static inline void viperline_freeMessage(natsMsg *message) {
    if (natsMsg_free && (nats_GetVersionNumber() & 0xffff00) == 0x030400)
        natsMsg_free(message);
    else
        natsMsg_Destroy(message);
}

/* Whether the server that a connection has found is of a version or a later one. No header declares it, so a library may do without it. */
extern bool natsConn_srvVersionAtLeast(natsConnection *connection, int major, int minor, int update) __attribute__((weak));

/* True if the version is unknown, too. */
static inline bool viperline_serverIsAtLeast(natsConnection *connection, int major, int minor, int update) {
    return !natsConn_srvVersionAtLeast || natsConn_srvVersionAtLeast(connection, major, minor, update);
}
