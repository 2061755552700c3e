/* Sends that many requests at once, and tells on stderr how many seconds passed until all were answered. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int words, char **word) {
    long count = words > 1 ? atol(word[1]) : 100, answers = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long i = 0; i < count; i++)
        printf("{\"type\":\"ping.output.asked\",\"id\":\"ask-%ld\",\"data\":{}}\n", i);
    fflush(stdout);
    for (int byte; answers < count && (byte = getchar()) != EOF;) answers += byte == '\n';
    clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "%.6f\n", end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9);
    return answers == count ? 0 : 69;
}
