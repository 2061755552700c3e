#pragma once
#include <stddef.h>

// A text of an application, which the compiler puts into the program as it is.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CSamplesFile;

extern CSamplesFile sample_apps(void);
extern CSamplesFile sample_paragraphs(void);
extern CSamplesFile sample_songs(void);
extern CSamplesFile sample_repositories(void);
extern CSamplesFile sample_videos(void);
