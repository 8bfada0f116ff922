// Tells ThreadSanitizer of locks that the kernel hands over.
//
// A contended `Mutex` of Swift's Synchronization is a priority-inheritance futex, locked and unlocked within the runtime,
// which is not instrumented: every value under a contended lock would be told as a race. This library is loaded before the
// program and marks both calls; where no sanitizer is there it does nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <sys/syscall.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

long syscall(long number, long a, long b, long c, long d, long e, long f) {
  static long (*next)(long, long, long, long, long, long, long);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "syscall");
  int operation = number == SYS_futex ? (int)b & FUTEX_CMD_MASK : -1;
  if (operation == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release((void *)a);
  long result = next(number, a, b, c, d, e, f);
  int locks = operation == FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2 || operation == FUTEX_TRYLOCK_PI;
  if (result == 0 && locks && __tsan_acquire) __tsan_acquire((void *)a);
  return result;
}
