#pragma once
#include <getopt.h>

// The results that getopt_long(3) leaves in global variables.
struct viperline_found {
    // The word that it was at, and the next one.
    int word, next;
    // The option, where one is unknown or lacks its value.
    int option;
    const char *value;
};

// The next call begins with the first word.
static inline void viperline_begin_words(void) { optind = 0; }

static inline int viperline_next_word(int count, char *const *words, const char *letters, const struct option *names,
                                      struct viperline_found *found) {
    found->word = optind ? optind : 1;
    opterr = 0;
    int code = getopt_long(count, words, letters, names, 0);
    found->next = optind;
    found->option = optopt;
    found->value = optarg;
    return code;
}
