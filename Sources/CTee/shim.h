#pragma once
#ifdef __linux__
#include <stddef.h>
#include <sys/types.h>

// Declared here because glibc shows it to GNU sources only, and Swift's Glibc module is none.
// Copies what a pipe holds into another one, without taking it out (tee(2)).
extern ssize_t tee(int from, int to, size_t length, unsigned int flags);
#endif
