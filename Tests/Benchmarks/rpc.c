/* A client and a server of JSON-RPC. "call N" sends a request and waits for its answer, again and again, and tells the round trips in
   nanoseconds on stderr, one a line; "answer" answers each line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

/* Reads lines; of each, the number behind "id": in this place. */
static long number(const char *line) {
    const char *id = strstr(line, "\"id\":");
    return id ? atol(id + 5) : -1;
}

static int answer(void) {
    static char input[1 << 16];
    char output[256];
    long held = 0, count;
    while ((count = read(0, input + held, sizeof input - 1 - held)) > 0) {
        char *line = input, *end;
        held += count;
        input[held] = 0;
        while ((end = memchr(line, '\n', input + held - line))) {
            *end = 0;
            int length = snprintf(output, sizeof output,
                "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%080d\"}]}}\n", number(line), 0);
            if (write(1, output, length) != length) return 69;
            line = end + 1;
        }
        held = input + held - line;
        memmove(input, line, held);
    }
    return 0;
}

static int call(int rounds) {
    int warmup = rounds / 10;
    long *times = calloc(rounds + warmup, sizeof *times);
    char line[256], reply[4096];
    if (!times) return 70;
    for (int i = 0; i < rounds + warmup; i++) {
        int length = snprintf(line, sizeof line,
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"%060d\"}}}\n", i, i);
        long start = now(), held = 0;
        if (write(1, line, length) != length) return 69;
        do {
            long count = read(0, reply + held, sizeof reply - 1 - held);
            if (count <= 0) return 69;
            held += count;
        } while (reply[held - 1] != '\n');
        times[i] = now() - start;
        reply[held] = 0;
        if (number(reply) != i) return 65;
    }
    for (int i = warmup; i < rounds + warmup; i++) fprintf(stderr, "%ld\n", times[i]);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 2 && !strcmp(argv[1], "call")) return call(atoi(argv[2]));
    return answer();
}
