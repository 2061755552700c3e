#pragma once
#include <nats/nats.h>

/* What natsMsg_Destroy leaves to a thread of libnats's, which it wakes for it. No header declares it; a library may do without it. */
extern void natsMsg_free(void *message) __attribute__((weak));

/* Frees a message of our own, or one that was taken from a subscription. */
static inline void viperline_freeMessage(natsMsg *message) {
    if (natsMsg_free)
        natsMsg_free(message);
    else
        natsMsg_Destroy(message);
}
