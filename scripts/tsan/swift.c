// Makes ThreadSanitizer see what Swift's runtime, which is not instrumented, orders between threads. Preloaded, these
// functions stand before those of the runtime. Built by scripts/test-thread.
//
// Mutex: its fast path is inlined into our code and instrumented there; the slow path, taken when two threads meet, lies in
// libswiftSynchronization. Without this every contended lock would be reported as a race.
//
// Copy on write: who got an array from under a lock reads it without, and lets go of it; whoever changes the array in place
// has seen by its reference count, an atomic of libswiftCore, that nobody else has it any more.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFTCALL __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

typedef SWIFTCALL void (*LockSlow)(uint32_t, CONTEXT void *);
typedef SWIFTCALL void (*UnlockSlow)(CONTEXT void *);

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
SWIFTCALL void lock_slow(uint32_t thread, CONTEXT void *handle) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFTCALL void lock_slow(uint32_t thread, CONTEXT void *handle) {
  static LockSlow original;
  if (!original) original = (LockSlow)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  original(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

// Synchronization._MutexHandle._unlockSlow() -> ()
SWIFTCALL void unlock_slow(CONTEXT void *handle) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFTCALL void unlock_slow(CONTEXT void *handle) {
  static UnlockSlow original;
  if (!original) original = (UnlockSlow)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(handle);
  original(handle);
}

void swift_release(void *object) {
  static void (*original)(void *);
  if (!original) original = (void (*)(void *))dlsym(RTLD_NEXT, "swift_release");
  if (object && __tsan_release) __tsan_release(object);
  original(object);
}

// Only a count that says "nobody else" is a reason to write: a release alone orders nothing.
bool swift_isUniquelyReferenced_nonNull_native(void *object) {
  static bool (*original)(void *);
  if (!original) original = (bool (*)(void *))dlsym(RTLD_NEXT, "swift_isUniquelyReferenced_nonNull_native");
  bool isUnique = original(object);
  if (isUnique && __tsan_acquire) __tsan_acquire(object);
  return isUnique;
}
