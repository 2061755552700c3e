/* Sends an event and waits for its answer, again and again; tells the round trips in nanoseconds on stderr, one a line.
   With a type, each answer must be of that type. */
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

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 20000, warmup = rounds / 10;
    long *times = calloc(rounds + warmup, sizeof *times);
    char line[256], answer[4096];
    if (!times) return 70;
    for (int i = 0; i < rounds + warmup; i++) {
        int length = snprintf(line, sizeof line,
            "{\"specversion\":\"1.0\",\"type\":\"ping.output.pinged\",\"source\":\"ping\",\"id\":\"ping-1-%d\","
            "\"data\":{\"pad\":\"%080d\"}}\n", i, i);
        long start = now();
        if (write(1, line, length) != length) return 69;
        long held = 0;
        do {
            long count = read(0, answer + held, sizeof answer - held);
            if (count <= 0) return 69;
            held += count;
        } while (answer[held - 1] != '\n');
        times[i] = now() - start;
        if (argc > 2 && !memmem(answer, held, argv[2], strlen(argv[2]))) return 65;
    }
    for (int i = warmup; i < rounds + warmup; i++) fprintf(stderr, "%ld\n", times[i]);
    return 0;
}
