#pragma once
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

// By itself glibc learns from every large block that is freed to keep the next one of that size. A program that has held
// many bodies at once then goes on to hold their memory for the rest of its life.
static inline void viperline_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 128 * 1024); }
#else
static inline void viperline_return_large_blocks(void) {}
#endif
