#pragma once
#include <stddef.h>

// A file of data that programs have inside, which the compiler puts there as it is.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CBaseFilesFile;

extern CBaseFilesFile table_of_secrets(void);
extern CBaseFilesFile table_of_german(void);
