#pragma once
#include <stddef.h>

// A file of data that programs have inside, which the compiler puts there as it is.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CSessionFilesFile;

extern CSessionFilesFile checks_of_any_role(void);
extern CSessionFilesFile checks_of_fetcher(void);
extern CSessionFilesFile checks_of_presenter(void);
extern CSessionFilesFile checks_of_router(void);
extern CSessionFilesFile checks_of_view(void);
extern CSessionFilesFile keys_of_bash(void);
extern CSessionFilesFile keys_of_zsh(void);
extern CSessionFilesFile keys_of_fish(void);
