#pragma once
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/inotify.h>
#include <sys/types.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// glibc declares these for GNU sources only, and Swift's Glibc module is none. The values are the kernel's.
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#endif

// The child enters a folder; what follows in the list of actions happens there.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);

// Copies what a pipe holds into another one, without taking it out (tee(2)).
extern ssize_t tee(int from, int to, size_t length, unsigned int flags);
// Moves what a pipe holds to a place in a file, in one step (splice(2) without the offset that a pipe has not).
extern ssize_t splice(int from, off_t *from_offset, int to, off_t *to_offset, size_t length, unsigned int flags);

// Search a block of memory: for its last byte of a value, and for the first place of another block.
extern void *memrchr(const void *block, int byte, size_t length);
extern void *memmem(const void *block, size_t length, const void *wanted, size_t wanted_length);

// The place of the first of sixteen bytes that JSON text can't hold as it is, or that begins a character of several bytes: a
// control, a quote, a backslash, 0x80 and above; 16 if there is none. Swift's own SIMD types compare byte by byte.
static inline long viperline_special_byte(const unsigned char *bytes) {
    typedef signed char lanes __attribute__((vector_size(16)));
    lanes lane;
    __builtin_memcpy(&lane, bytes, 16);
    // As signed numbers, bytes from 0x80 on are below 0x20 too.
    lanes special = (lane < 0x20) | (lane == '"') | (lane == '\\');
    unsigned long long words[2];
    __builtin_memcpy(words, &special, 16);
    if (words[0]) { return __builtin_ctzll(words[0]) / 8; }
    return words[1] ? 8 + __builtin_ctzll(words[1]) / 8 : 16;
}

// By itself glibc learns from every large block that is freed to keep the next one of that size. A program that has held
// many bodies at once then goes on to hold their memory for the rest of its life.
static inline void viperline_return_large_blocks(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

// For the rest of this process: at most so many bytes of address space, no file that is not open yet, no core dump. The names of
// the resources are of a type that Swift sees differently in glibc and musl.
static inline void viperline_confine(size_t memory) {
    struct rlimit space = {memory, memory}, none = {0, 0};
    setrlimit(RLIMIT_AS, &space);
    setrlimit(RLIMIT_NOFILE, &none);
    setrlimit(RLIMIT_CORE, &none);
}

// From now on, the system kills this process after so many seconds of processor time. It counts whole seconds, so it may be one
// more.
static inline void viperline_grant_time(unsigned seconds) {
    struct rusage usage;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &usage) || getrlimit(RLIMIT_CPU, &limit)) { return; }
    rlim_t end = (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + seconds + 1;
    limit.rlim_cur = end < limit.rlim_max ? end : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}
