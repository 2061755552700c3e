#pragma once
#include <nats/nats.h>

/* The work that natsMsg_Destroy leaves to a thread of libnats, which it wakes for it. No header declares it, so it is used with libnats 3.4
   alone, and a library may do without it. */
extern void natsMsg_free(void *message) __attribute__((weak));

/* Frees a message of our own, or one that was taken from a subscription. */
static inline void viperline_freeMessage(natsMsg *message) {
    if (natsMsg_free && (nats_GetVersionNumber() & 0xffff00) == 0x030400)
        natsMsg_free(message);
    else
        natsMsg_Destroy(message);
}
