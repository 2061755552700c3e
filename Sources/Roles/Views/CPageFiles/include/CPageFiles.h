#pragma once
#include <stddef.h>

// A file of every page, which the compiler puts into the program as it is.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CPageFilesFile;

extern CPageFilesFile page_script(void);
extern CPageFilesFile page_style(void);
extern CPageFilesFile page_icon(void);
