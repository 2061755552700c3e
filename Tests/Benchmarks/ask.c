/* Sends that many requests at once, and tells on stderr how many seconds passed until all were answered, and how many answers were of
   the type that it is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int words, char **word) {
    long count = words > 1 ? atol(word[1]) : 100, answers = 0, right = 0;
    static char line[1 << 20];
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long i = 0; i < count; i++)
        printf("{\"type\":\"ping.output.asked\",\"id\":\"ask-%ld\",\"data\":{}}\n", i);
    fflush(stdout);
    for (; answers < count && fgets(line, sizeof line, stdin); answers++) right += words < 3 || strstr(line, word[2]) != NULL;
    clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "%.6f %ld\n", end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9, right);
    return answers == count && right == count ? 0 : 69;
}
