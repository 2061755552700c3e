#pragma once
#include <stddef.h>

// A file of the view for agents, which the compiler puts into the program as it is.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CAgentFilesFile;

extern CAgentFilesFile agent_tools(void);
