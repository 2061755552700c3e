#pragma once
#include <poll.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/uio.h>

// The system calls of a simulated world. While it is on, the program's calls of the C library's functions of the same names come here
// where they are about the world's descriptors, processes and clock: the linker prefers a program's own functions to those of libraries.
// A negative result is an error's number.
typedef struct {
    // Nanoseconds of the monotonic clock.
    long (*now)(void);
    void (*sleep)(long nanoseconds);
    long (*poll)(struct pollfd *entries, long count, int timeout);
    long (*read)(int descriptor, void *bytes, long count);
    long (*write)(int descriptor, const struct iovec *pieces, int count);
    long (*close)(int descriptor);
    long (*pipe)(int *ends);
    long (*duplicate)(int descriptor);
    // Another reading end of the pipe.
    long (*reopen)(int descriptor);
    long (*capacity)(int descriptor);
    long (*unread)(int descriptor);
    long (*set_flags)(int descriptor, int flags);
    // Tells one pipe from another.
    long (*identity)(int descriptor);
    // Pairs of descriptors: ours, the child's.
    long (*spawn)(char *const *arguments, const int *pairs, int count);
    // The status of a child that has ended, as of waitpid(2), or -1 while it runs.
    long (*wait)(int process, int reaps, int waits);
    long (*kill)(int process, int signal);
    // Whether there is such a process, also one that was not reaped.
    int (*exists)(int process);
    // A socket that listens.
    long (*listen)(void);
    // The next connection to it.
    long (*accept)(int descriptor);
    void (*handle)(int signal, void (*handler)(int));
    void (*fill)(void *bytes, long count);
} simulation_calls;

// The world's descriptors begin here.
#define SIMULATION_FIRST (1 << 20)

void simulation_begin(const simulation_calls *calls);
void simulation_end(void);

// A copy of this process that lives for at most so many seconds; 0 in the copy.
int simulation_fork(unsigned seconds);
// Waits for the copy.
// Returns its exit code, or -1 if a signal ended it.
int simulation_await(int process);
