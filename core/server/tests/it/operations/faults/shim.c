// Loaded into the program with LD_PRELOAD: fails file operations below one folder when a test asks for it.
//
// FAULTS_BELOW names the folder, FAULTS_CONTROL a file of 64 bytes that the test and the program share:
// operations counted so far, the number of the first that fails, how many fail from there on, the kinds that count
// (bits), and the errno.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, LOCK = 4, TRUNCATE = 8, OPEN = 16 };

struct control {
    uint64_t counted;
    uint64_t first;
    uint64_t count;
    uint64_t kinds;
    uint64_t error;
};

static struct control *control;
static const char *below;
static size_t below_length;

__attribute__((constructor)) static void attach(void) {
    const char *path = getenv("FAULTS_CONTROL");
    below = getenv("FAULTS_BELOW");
    if (!path || !below) return;
    below_length = strlen(below);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *shared = mmap(NULL, 64, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) control = shared;
}

static int is_below(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    return length >= (ssize_t)below_length && strncmp(path, below, below_length) == 0;
}

static int is_counted(uint64_t kind) {
    return control && (__atomic_load_n(&control->kinds, __ATOMIC_SEQ_CST) & kind);
}

static int next_fails(void) {
    uint64_t number = __atomic_add_fetch(&control->counted, 1, __ATOMIC_SEQ_CST);
    if (number < control->first || number - control->first >= control->count) return 0;
    errno = (int)control->error;
    return 1;
}

static int fails(int file, uint64_t kind) {
    return is_counted(kind) && is_below(file) && next_fails();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t length) {
    return fails(file, WRITE) ? -1 : REAL(write)(file, bytes, length);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return fails(file, WRITE) ? -1 : REAL(pwrite)(file, bytes, length, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return fails(file, WRITE) ? -1 : REAL(pwrite64)(file, bytes, length, at);
}
int fsync(int file) { return fails(file, SYNC) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return fails(file, SYNC) ? -1 : REAL(fdatasync)(file); }
int ftruncate(int file, off_t length) { return fails(file, TRUNCATE) ? -1 : REAL(ftruncate)(file, length); }
int ftruncate64(int file, off64_t length) { return fails(file, TRUNCATE) ? -1 : REAL(ftruncate64)(file, length); }

// Opening for more than reading, as on a file system that takes no changes.
static int opens_for_writing(const char *path, int flags) {
    int changes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
    return changes && is_counted(OPEN) && strncmp(path, below, below_length) == 0 && next_fails();
}
int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return opens_for_writing(path, flags) ? -1 : REAL(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return opens_for_writing(path, flags) ? -1 : REAL(open64)(path, flags, mode);
}

static int takes_lock(int command, const void *argument) {
    int is_lock = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
    return is_lock && ((const struct flock *)argument)->l_type != F_UNLCK;
}
int fcntl(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (takes_lock(command, argument) && fails(file, LOCK)) return -1;
    return REAL(fcntl)(file, command, argument);
}
int fcntl64(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (takes_lock(command, argument) && fails(file, LOCK)) return -1;
    return REAL(fcntl64)(file, command, argument);
}
