// libc calls that Swift's own Glibc module does not show, and reads of C globals that Swift 6 calls
// shared mutable state. A line each, nothing of our own.
#ifndef PROVISION_CPLATFORM_H
#define PROVISION_CPLATFORM_H

#include <getopt.h>
#include <stddef.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// Declared here and not by _GNU_SOURCE: that macro changes the layout of fd_set's names, and then this module and
// Swift's Glibc can't be imported into one file.
extern int posix_openpt(int flags);
extern int grantpt(int fd);
extern int unlockpt(int fd);
extern int ptsname_r(int fd, char *name, size_t size);
extern int wcwidth(wchar_t scalar);

static inline int provision_posix_openpt(int flags) { return posix_openpt(flags); }
static inline int provision_grantpt(int fd) { return grantpt(fd); }
static inline int provision_unlockpt(int fd) { return unlockpt(fd); }
static inline int provision_ptsname_r(int fd, char *name, size_t size) { return ptsname_r(fd, name, size); }

static inline int provision_getopt_long(
    int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  return getopt_long(argc, argv, shorts, longs, index);
}
static inline void provision_getopt_reset(void) { optind = 0; opterr = 0; }
static inline int provision_optind(void) { return optind; }
static inline int provision_optopt(void) { return optopt; }
static inline const char *provision_optarg(void) { return optarg; }

// The commit that the program was built from, where the build said it (-Xcc -DPROVISION_COMMIT='"…"'); else NULL.
static inline const char *provision_commit(void) {
#ifdef PROVISION_COMMIT
  return PROVISION_COMMIT;
#else
  return NULL;
#endif
}

static inline int provision_wcwidth(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

// Variadic in C, so Swift can't call it.
#ifdef __linux__
static inline int provision_disallow_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#else
static inline int provision_disallow_dumps(void) { return 0; }
#endif

#endif
