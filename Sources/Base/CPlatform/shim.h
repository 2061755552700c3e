#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// glibc declares these for GNU sources only; Swift's Glibc module is not one. The values are the kernel's.
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#endif

#ifndef O_PATH
#define O_PATH 010000000
#endif

// The child enters a folder; what follows in the list of actions happens there.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);

#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 34))
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
#define VIPERLINE_HAS_CLOSEFROM 1
#endif

// The child closes this descriptor and all above it: those that are open when it is made, whatever other threads open meanwhile. A
// C library without such an action closes those that are open now; ours are close-on-exec from the beginning.
static inline int viperline_close_from(posix_spawn_file_actions_t *actions, int lowest) {
#ifdef VIPERLINE_HAS_CLOSEFROM
    return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
#else
    DIR *listing = opendir("/proc/self/fd");
    if (!listing) { return errno; }
    int code = 0;
    for (struct dirent *entry; !code && (entry = readdir(listing));) {
        int number = atoi(entry->d_name);
        if (entry->d_name[0] != '.' && number >= lowest) { code = posix_spawn_file_actions_addclose(actions, number); }
    }
    closedir(listing);
    return code;
#endif
}

// The numbers of these calls are the same on every machine but Alpha, which has no Swift.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

// Opens a file below a folder: no word of the path leads out of it, neither `..` nor a link, and no link is one of those in /proc
// that name an open file. The kernel looks at each word and opens in one step (openat2(2), Linux 5.6).
// Fails with EXDEV where a link leads out, and with ENOSYS or EPERM where the kernel or a filter has no such call.
static inline int viperline_open_beneath(int folder, const char *path, unsigned long long flags) {
    // struct open_how of <linux/openat2.h>, which older headers lack: flags, mode, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS.
    unsigned long long how[3] = {flags, 0, 0x08 | 0x02};
    return (int)syscall(SYS_openat2, folder, path, how, sizeof how);
}

// Copies what a pipe holds into another one, without taking it out (tee(2)).
extern ssize_t tee(int from, int to, size_t length, unsigned int flags);
// Moves what a pipe holds to a place in a file, in one step (splice(2) without the offset that a pipe has not).
extern ssize_t splice(int from, off_t *from_offset, int to, off_t *to_offset, size_t length, unsigned int flags);

// Search a block of memory: for its last byte of a value, and for the first place of another block.
extern void *memrchr(const void *block, int byte, size_t length);
extern void *memmem(const void *block, size_t length, const void *wanted, size_t wanted_length);

// A child that has ended and was not reaped yet, which it stays; 0 if there is none. Swift sees the fields of siginfo_t differently in
// glibc and musl.
static inline pid_t viperline_ended_child(void) {
    siginfo_t information = {0};
    return waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) ? 0 : information.si_pid;
}

// The place of the first of sixteen bytes that JSON text can't hold as it is, or that begins a character of several bytes: a
// control, a quote, a backslash, 0x80 and above, or one more; 16 if there is none. Swift's own SIMD types compare byte by byte.
static inline long viperline_special_byte(const unsigned char *bytes, signed char more) {
    typedef signed char lanes __attribute__((vector_size(16)));
    lanes lane;
    __builtin_memcpy(&lane, bytes, 16);
    // As signed numbers, bytes from 0x80 on are below 0x20 too.
    lanes special = (lane < 0x20) | (lane == '"') | (lane == '\\') | (lane == more);
#ifdef __SSE2__
    typedef char characters __attribute__((vector_size(16)));
    return __builtin_ctz((unsigned)__builtin_ia32_pmovmskb128((characters)special) | 1u << 16);
#else
    unsigned long long words[2];
    __builtin_memcpy(words, &special, 16);
    if (words[0]) { return __builtin_ctzll(words[0]) / 8; }
    return words[1] ? 8 + __builtin_ctzll(words[1]) / 8 : 16;
#endif
}

// Passes over text and escapes of a JSON string, sixty-four bytes at a time: texts with many escapes take a quarter of the time that they
// take one by one. Ends at the quote, at a byte that JSON text can't hold or that begins a character of several bytes, in front of a wrong
// escape (by up to sixty-four bytes), or where fewer bytes are left. `start` is not inside an escape, nor is the result.
static inline long viperline_escaped_run(const unsigned char *bytes, long start, long end) {
    typedef signed char lanes __attribute__((ext_vector_type(64)));
    typedef _Bool flags __attribute__((ext_vector_type(64)));
    typedef unsigned long long word;
#define viperline_bits(condition) \
    __extension__({ flags set = __builtin_convertvector(condition, flags); word all; __builtin_memcpy(&all, &set, sizeof all); all; })
    const word odd = 0xAAAAAAAAAAAAAAAA;
    long at = start;
    while (at + 64 <= end) {
        lanes lane;
        __builtin_memcpy(&lane, bytes + at, sizeof lane);
        word slash = viperline_bits(lane == '\\');
        word quote = viperline_bits(lane == '"');
        word other = viperline_bits(lane < 0x20);
        word wrong = 0;
        long step = 64;
        if (slash) {
            // A row of backslashes alternates between the beginning of an escape and its letter: a subtraction carries through the row.
            word ends = (((slash << 1) | odd) - slash) ^ odd;
            word letter = ends ^ slash, unicode = letter & viperline_bits(lane == 'u');
            lanes lower = lane | 0x20;
            word digit = viperline_bits((lane >= '0') & (lane <= '9')) | viperline_bits((lower >= 'a') & (lower <= 'f'));
            word known = quote | slash | unicode
                | viperline_bits((lane == '/') | (lane == 'b') | (lane == 'f') | (lane == 'n') | (lane == 'r') | (lane == 't'));
            wrong = (letter & ~known) | ((unicode << 1 | unicode << 2 | unicode << 3 | unicode << 4) & ~digit);
            quote &= ~letter;
            // The next block begins with the escape that this one cuts.
            if (ends & slash & 1ULL << 63) { step = 63; }
            if (unicode >> 60) { step = 62 - __builtin_clzll(unicode); }
        }
        word stop = quote | other;
        if (wrong & (stop ^ (stop - 1))) { return at; }
        if (stop) { return at + __builtin_ctzll(stop); }
        at += step;
    }
    return at;
#undef viperline_bits
}

// By itself glibc learns from every large block that is freed to keep the next one of that size. A program that has held
// many bodies at once then goes on to hold their memory for the rest of its life.
static inline void viperline_return_large_blocks(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

// For the rest of this process: no files but the standard streams, at most so many bytes of address space, no core dump. The names of
// the resources are of a type that Swift sees differently in glibc and musl.
static inline void viperline_confine(size_t memory) {
    if (syscall(SYS_close_range, 3u, ~0u, 0u)) {
        for (int number = 3; number < 1024; number++) { close(number); }
    }
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
