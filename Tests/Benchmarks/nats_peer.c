/* What a program costs that speaks to the server by itself, at most once: the peer of viperline-nats.
   ping URL ROUNDS: requests, one after the other; tells the round trips in nanoseconds on stderr, one a line.
   pong URL: answers them.
   send URL COUNT: publishes events of 200 bytes.
   take URL COUNT: receives them; says when it is ready, and tells the seconds from the first to the last one. */
#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long count, seen;
static double first;
static natsConnection *connection;

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void check(natsStatus status, const char *what) {
    if (status == NATS_OK) return;
    fprintf(stderr, "%s: %s\n", what, natsStatus_GetText(status));
    exit(69);
}

static void answer(natsConnection *here, natsSubscription *subscription, natsMsg *request, void *nothing) {
    (void)subscription, (void)nothing;
    natsConnection_Publish(here, natsMsg_GetReply(request), natsMsg_GetData(request), natsMsg_GetDataLength(request));
    natsMsg_Destroy(request);
}

static void ping(void) {
    char event[256], *line = "{\"specversion\":\"1.0\",\"type\":\"ping.output.pinged\",\"source\":\"ping\",\"id\":\"ping-1-%d\",\"data\":{\"pad\":\"%080d\"}}";
    long warmup = count / 10, *times = calloc(count + warmup, sizeof *times);
    if (!times) exit(70);
    for (int i = 0; i < count + warmup; i++) {
        natsMsg *reply = NULL;
        int length = snprintf(event, sizeof event, line, i, i);
        long start = now();
        check(natsConnection_Request(&reply, connection, "ping", event, length, 5000), "request");
        times[i] = now() - start;
        natsMsg_Destroy(reply);
    }
    for (long i = warmup; i < count + warmup; i++) fprintf(stderr, "%ld\n", times[i]);
}

static void send_all(void) {
    char event[256];
    for (long i = 0; i < count; i++) {
        int length = snprintf(event, sizeof event,
            "{\"specversion\":\"1.0\",\"type\":\"a.output.ticked\",\"source\":\"source\",\"id\":\"source-1-%ld\",\"data\":{\"pad\":\"", i);
        memset(event + length, 'x', 196 - length);
        memcpy(event + 196, "\"}}", 3);
        check(natsConnection_Publish(connection, "ticks", event, 199), "publish");
    }
    check(natsConnection_FlushTimeout(connection, 60000), "flush");
}

static void take_all(void) {
    natsSubscription *subscription;
    check(natsConnection_SubscribeSync(&subscription, connection, "ticks"), "subscribe");
    check(natsSubscription_SetPendingLimits(subscription, -1, -1), "take all");
    check(natsConnection_Flush(connection), "flush");
    puts("ready");
    fflush(stdout);
    while (seen < count) {
        natsMsg *event = NULL;
        check(natsSubscription_NextMsg(&event, subscription, 60000), "receive");
        if (seen++ == 0) first = now();
        natsMsg_Destroy(event);
    }
    printf("%.6f\n", (now() - first) / 1e9);
}

int main(int words, char **word) {
    natsOptions *options;
    if (words < 3) return 64;
    count = words > 3 ? atol(word[3]) : 0;
    check(natsOptions_Create(&options), "options");
    check(natsOptions_SetURL(options, word[2]), "URL");
    /* Events are collected where there are many, as viperline-nats does. */
    check(natsOptions_SetSendAsap(options, strcmp(word[1], "send") != 0), "options");
    check(natsConnection_Connect(&connection, options), "connect");
    if (!strcmp(word[1], "ping")) ping();
    if (!strcmp(word[1], "send")) send_all();
    if (!strcmp(word[1], "take")) take_all();
    if (!strcmp(word[1], "pong")) {
        natsSubscription *subscription;
        check(natsConnection_Subscribe(&subscription, connection, "ping", answer, NULL), "subscribe");
        check(natsConnection_Flush(connection), "flush");
        puts("ready");
        fflush(stdout);
        getchar();
    }
    return 0;
}
