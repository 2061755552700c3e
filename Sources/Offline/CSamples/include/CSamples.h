#pragma once
#include <stddef.h>

// A file in a folder of Catalog/Answers, which the compiler puts into the program as it is.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} CSamplesFile;

// Without a name behind the last one.
extern CSamplesFile catalog_file(size_t number);
