/* A role that answers its requests one after the other, each after that many milliseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int words, char **word) {
    long milliseconds = words > 1 ? atol(word[1]) : 50, number = 0;
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        char *id = strstr(line, "\"id\":\""), *end = id ? strchr(id + 6, '"') : NULL;
        if (!end) continue;
        nanosleep(&pause, NULL);
        printf("{\"type\":\"b.output.answered\",\"id\":\"%s-%ld\",\"causationid\":\"%.*s\",\"data\":{}}\n",
            getenv("VIPERLINE_RUN"), number++, (int)(end - id - 6), id + 6);
        fflush(stdout);
    }
    return 0;
}
