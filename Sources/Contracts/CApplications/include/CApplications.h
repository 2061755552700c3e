#pragma once
#include <stddef.h>

// A file of compose that declares an application, which the compiler puts into roles as it is.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CApplicationsFile;

extern CApplicationsFile application_github(void);
