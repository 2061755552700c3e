/* Reads its input to the end. Writes to the file that it is told how many lines there were, the first one, and the last one, as far as
   they are in the first and the last part that was read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char chunk[1 << 17], last[1 << 12];

/* Plain, so that the compiler makes it as wide as the processor. */
__attribute__((optimize("O3"))) static long feeds(const char *text, long count) {
    long found = 0;
    for (long at = 0; at < count; at++) found += text[at] == '\n';
    return found;
}

int main(int words, char **word) {
    if (words != 2) return 64;
    char first[1 << 10] = "";
    long lines = 0, held = 0;
    ssize_t count;
    while ((count = read(0, chunk, sizeof chunk)) > 0) {
        if (!lines && !*first) {
            long length = (char *)memchr(chunk, '\n', count) ? (char *)memchr(chunk, '\n', count) - chunk : count;
            if (length > (long)sizeof first - 1) length = sizeof first - 1;
            memcpy(first, chunk, length);
        }
        lines += feeds(chunk, count);
        /* The end of what has come so far. */
        if (count >= (long)sizeof last) {
            memcpy(last, chunk + count - sizeof last, sizeof last);
            held = sizeof last;
        } else {
            long keep = held + count > (long)sizeof last ? (long)sizeof last - count : held;
            memmove(last, last + held - keep, keep);
            memcpy(last + keep, chunk, count);
            held = keep + count;
        }
    }
    if (count < 0) return 74;
    long end = held && last[held - 1] == '\n' ? held - 1 : held, start = end;
    while (start > 0 && last[start - 1] != '\n') start--;
    FILE *file = fopen(word[1], "w");
    if (!file) return 73;
    fprintf(file, "%ld\n%s\n%.*s\n", lines, first, (int)(end - start), last + start);
    return fclose(file) ? 74 : 0;
}
