// libc calls that Swift's own Glibc module does not show, and reads of C globals that Swift 6 calls
// shared mutable state. A line each, nothing of our own.
#ifndef PROVISION_CPLATFORM_H
#define PROVISION_CPLATFORM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <getopt.h>
#include <stdlib.h>
#include <wchar.h>

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

static inline int provision_wcwidth(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

#endif
