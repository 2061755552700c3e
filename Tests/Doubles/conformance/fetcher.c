/* A fetcher in C, from protocols/roles.md: five items, two in a batch. It passes texts on as they are in JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { items = 5, batch = 2 };

/* Prints the text of a member with a comma behind it, under another name; nothing if it is absent. */
static int pass(const char *line, const char *member, const char *name) {
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", member);
    const char *start = strstr(line, key), *end;
    if (!start) return 0;
    for (end = start += strlen(key); *end && *end != '"'; end++)
        if (*end == '\\' && end[1]) end++;
    return printf("\"%s\":\"%.*s\",", name, (int)(end - start), start);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        int isLookup = strstr(line, "\"type\":\"interactor.input.lookup\"") != NULL;
        char *data = strstr(line, "\"data\":");
        if (!data || (!isLookup && !strstr(line, "\"type\":\"interactor.input.search\""))) continue;
        const char *wanted = strstr(data, isLookup ? "\"id\":\"item " : "\"cursor\":\"");
        long first = wanted ? strtol(wanted + (isLookup ? 11 : 10), NULL, 10) : isLookup ? items : 0;
        if (first < 0 || first > items) first = items;
        long end = first + (isLookup ? 1 : batch);
        if (end > items) end = items;
        *data++ = 0;  /* The envelope ends here. */
        printf("{\"type\":\"interactor.output.found\",");
        if (!pass(line, "correlationid", "correlationid")) pass(line, "id", "correlationid");
        pass(line, "subject", "subject");
        printf("\"data\":{");
        pass(data, "source", "source");
        if (!isLookup && end < items) printf("\"cursor\":\"%ld\",", end);
        printf("\"items\":[");
        for (long number = first; number < end; number++)
            printf("%s{\"id\":\"item %ld\",\"name\":\"Item %ld\"}", number > first ? "," : "", number, number + 1);
        printf("]}}\n");
        if (fflush(stdout) != 0) break;
    }
    free(line);
    return 0;
}
