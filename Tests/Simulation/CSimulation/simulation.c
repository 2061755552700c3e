#define _GNU_SOURCE
#include "include/simulation.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static simulation_calls calls;
static int is_on;

// What the program that is about to be started gets.
enum { most_pairs = 16 };
static int pairs[2 * most_pairs];
static int pair_count;

void simulation_begin(const simulation_calls *given) {
    calls = *given;
    pair_count = 0;
    is_on = 1;
}

void simulation_end(void) { is_on = 0; }

static long result(long value) {
    if (value >= 0) { return value; }
    errno = (int)-value;
    return -1;
}

static int is_ours(int descriptor) { return is_on && descriptor >= SIMULATION_FIRST; }

// The C library's own way to the system. Swift's library asks it for chance.

static long raw(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
    long value;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall" : "=a"(value) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return value;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
#else
#error "unknown processor"
#endif
}

long syscall(long number, ...) {
    long words[6];
    va_list more;
    va_start(more, number);
    for (int place = 0; place < 6; place++) { words[place] = va_arg(more, long); }
    va_end(more);
    if (is_on && number == SYS_getrandom) {
        calls.fill((void *)words[0], words[1]);
        return words[1];
    }
    return result(raw(number, words[0], words[1], words[2], words[3], words[4], words[5]));
}

// Time

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_on || clock != CLOCK_MONOTONIC) { return (int)syscall(SYS_clock_gettime, clock, time); }
    long now = calls.now();
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    if (!is_on) { return (int)syscall(SYS_nanosleep, time, left); }
    calls.sleep(time->tv_sec * 1000000000 + time->tv_nsec);
    return 0;
}

int usleep(useconds_t microseconds) {
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    return nanosleep(&time, NULL);
}

// Descriptors

int poll(struct pollfd *entries, nfds_t count, int timeout) {
    if (is_on) { return (int)result(calls.poll(entries, (long)count, timeout)); }
    struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, entries, count, timeout < 0 ? NULL : &time, NULL, 0);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    return is_ours(descriptor) ? result(calls.read(descriptor, bytes, (long)count)) : syscall(SYS_read, descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!is_ours(descriptor)) { return syscall(SYS_write, descriptor, bytes, count); }
    struct iovec piece = {(void *)bytes, count};
    return result(calls.write(descriptor, &piece, 1));
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    return is_ours(descriptor) ? result(calls.write(descriptor, pieces, count)) : syscall(SYS_writev, descriptor, pieces, count);
}

int close(int descriptor) {
    return (int)(is_ours(descriptor) ? result(calls.close(descriptor)) : syscall(SYS_close, descriptor));
}

int pipe(int ends[2]) { return (int)(is_on ? result(calls.pipe(ends)) : syscall(SYS_pipe2, ends, 0)); }

int fcntl(int descriptor, int command, ...) {
    va_list more;
    va_start(more, command);
    long argument = va_arg(more, long);
    va_end(more);
    if (!is_ours(descriptor)) { return (int)syscall(SYS_fcntl, descriptor, command, argument); }
    switch (command) {
    case F_DUPFD_CLOEXEC: return (int)result(calls.duplicate(descriptor));
    case F_GETPIPE_SZ: return (int)result(calls.capacity(descriptor));
    case F_SETFL: return (int)result(calls.set_flags(descriptor, (int)argument));
    case F_GETFL: case F_GETFD: case F_SETFD: case F_SETPIPE_SZ: return 0;
    default: return (int)result(-EINVAL);
    }
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list more;
    va_start(more, request);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (!is_ours(descriptor)) { return (int)syscall(SYS_ioctl, descriptor, request, argument); }
    if (request != FIONREAD) { return (int)result(-ENOTTY); }
    long count = result(calls.unread(descriptor));
    if (count < 0) { return -1; }
    *(int *)argument = (int)count;
    return 0;
}

int fstat(int descriptor, struct stat *status) {
    if (!is_ours(descriptor)) { return (int)syscall(SYS_newfstatat, descriptor, "", status, 0x1000); }
    memset(status, 0, sizeof *status);
    long identity = result(calls.identity(descriptor));
    if (identity < 0) { return -1; }
    status->st_ino = (ino_t)identity;
    status->st_mode = S_IFIFO;
    return 0;
}

int isatty(int descriptor) {
    struct termios settings;
    if (is_on) { return (int)result(-ENOTTY) + 1; }
    return syscall(SYS_ioctl, descriptor, TCGETS, &settings) == 0;
}

// Files: of processes there are none; watched folders can't be had.

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
    va_end(more);
    if (is_on && !strncmp(path, "/proc/", 6)) {
        int number = -1;
        if (sscanf(path, "/proc/self/fd/%d", &number) == 1 && number >= SIMULATION_FIRST) { return (int)result(calls.reopen(number)); }
        return (int)result(-ENOENT);
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

DIR *opendir(const char *path) {
    if (is_on && !strncmp(path, "/proc", 5)) {
        errno = ENOENT;
        return NULL;
    }
    int number = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return number < 0 ? NULL : fdopendir(number);
}

// Sockets: the control socket is the only one. The library's header, which gives addresses a type of their own, stays out.

struct address {
    unsigned short family;
    char path[];
};

int socket(int domain, int type, int protocol) {
    return (int)(is_on ? result(calls.listen()) : syscall(SYS_socket, domain, type, protocol));
}

// The place of the socket in the file system, where nothing is.
static char place[108];

static int is_place(const char *path) { return is_on && !strcmp(path, place); }

int bind(int descriptor, const struct address *address, unsigned length) {
    if (!is_ours(descriptor)) { return (int)syscall(SYS_bind, descriptor, address, length); }
    snprintf(place, sizeof place, "%s", address->path);
    return 0;
}

int chmod(const char *path, mode_t mode) { return is_place(path) ? 0 : (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode); }

int rename(const char *from, const char *to) {
    return is_place(from) ? 0 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int listen(int descriptor, int waiting) { return is_ours(descriptor) ? 0 : (int)syscall(SYS_listen, descriptor, waiting); }

int accept(int descriptor, struct address *address, unsigned *length) {
    return (int)(is_ours(descriptor) ? result(calls.accept(descriptor)) : syscall(SYS_accept, descriptor, address, length));
}

// The peer of a socket of the world is this user; nothing else can be asked.
int getsockopt(int descriptor, int level, int name, void *value, unsigned *length) {
    if (!is_ours(descriptor)) { return (int)syscall(SYS_getsockopt, descriptor, level, name, value, length); }
    unsigned peer[3] = {1, geteuid(), getegid()};
    if (*length != sizeof peer) { return (int)result(-EINVAL); }
    memcpy(value, peer, sizeof peer);
    return 0;
}

int inotify_init1(int flags) { return (int)(is_on ? result(-EMFILE) : syscall(SYS_inotify_init1, flags)); }

// Processes

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int ours, int theirs) {
    (void)actions;
    if (!is_on || pair_count == most_pairs) { return ENOSYS; }
    pairs[2 * pair_count] = ours;
    pairs[2 * pair_count + 1] = theirs;
    pair_count++;
    return 0;
}

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]) {
    (void)path, (void)actions, (void)attributes, (void)environment;
    if (!is_on) { return ENOSYS; }
    long started = calls.spawn(arguments, pairs, pair_count);
    pair_count = 0;
    if (started < 0) { return (int)-started; }
    *process = (pid_t)started;
    return 0;
}

int posix_spawnp(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]) {
    return posix_spawn(process, path, actions, attributes, arguments, environment);
}

pid_t waitpid(pid_t process, int *status, int options) {
    if (!is_on) { return (pid_t)syscall(SYS_wait4, process, status, options, NULL); }
    long ended = calls.wait(process, 1, !(options & WNOHANG));
    if (ended == -1) { return 0; }
    if (ended < 0) { return (pid_t)result(ended + 1); }
    if (status) { *status = (int)ended; }
    return process;
}

int waitid(idtype_t type, id_t process, siginfo_t *information, int options) {
    if (!is_on) { return (int)syscall(SYS_waitid, type, process, information, options, NULL); }
    memset(information, 0, sizeof *information);
    long ended = calls.wait((int)process, !(options & WNOWAIT), !(options & WNOHANG));
    if (ended == -1) { return 0; }
    if (ended < 0) { return (int)result(ended + 1); }
    information->si_signo = SIGCHLD;
    information->si_pid = (pid_t)process;
    return 0;
}

int kill(pid_t process, int signal) {
    return (int)(is_on ? result(calls.kill(process, signal)) : syscall(SYS_kill, process, signal));
}

static pid_t itself(pid_t process) { return calls.exists(process) ? process : (pid_t)result(-ESRCH); }

pid_t getpgid(pid_t process) { return is_on ? itself(process) : (pid_t)syscall(SYS_getpgid, process); }
pid_t getsid(pid_t process) { return is_on ? itself(process) : (pid_t)syscall(SYS_getsid, process); }

void (*signal(int number, void (*handler)(int)))(int) {
    if (is_on) {
        calls.handle(number, handler);
        return SIG_DFL;
    }
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    return sigaction(number, &action, &before) ? SIG_ERR : before.sa_handler;
}

// Chance

ssize_t getrandom(void *bytes, size_t count, unsigned flags) { return syscall(SYS_getrandom, bytes, count, flags); }

// Copies of this process

int simulation_fork(unsigned seconds) {
    fflush(NULL);
    int process = fork();
    if (process == 0) { alarm(seconds); }
    return process;
}

int simulation_await(int process) {
    int status = 0;
    while (syscall(SYS_wait4, process, &status, 0, NULL) < 0) {
        if (errno != EINTR) { return -1; }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
