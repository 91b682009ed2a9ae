// Makes ThreadSanitizer see how GLib and GStreamer, which are not instrumented, hand things from thread to thread. It knows
// pthread_create, pthread_join and the pthread locks (GRecMutex, GRWLock), but GMutex and GCond are futexes of GLib's own,
// and a thread pool's queue is locked inside GLib. Preloaded, these functions stand before GLib's. They tell of order that
// is there, so no report has to be suppressed for the want of it. Built by scripts/test-thread.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void acquire(void *address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
  if (__tsan_release) __tsan_release(address);
}

// The function of this name that would have been called.
#define ORIGINAL(name) \
  static __typeof__(&name) original; \
  if (!original) original = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

void g_mutex_lock(void *mutex) {
  ORIGINAL(g_mutex_lock);
  original(mutex);
  acquire(mutex);
}

int g_mutex_trylock(void *mutex) {
  ORIGINAL(g_mutex_trylock);
  int locked = original(mutex);
  if (locked) acquire(mutex);
  return locked;
}

void g_mutex_unlock(void *mutex) {
  ORIGINAL(g_mutex_unlock);
  release(mutex);
  original(mutex);
}

void g_cond_wait(void *condition, void *mutex) {
  ORIGINAL(g_cond_wait);
  release(mutex);
  original(condition, mutex);
  acquire(mutex);
}

int g_cond_wait_until(void *condition, void *mutex, int64_t end) {
  ORIGINAL(g_cond_wait_until);
  release(mutex);
  int signalled = original(condition, mutex, end);
  acquire(mutex);
  return signalled;
}

// Whoever releases last finalises, after all that the others have done with the object: the count is atomic.
void g_object_unref(void *object) {
  ORIGINAL(g_object_unref);
  release(object);
  acquire(object);
  original(object);
}

// What is pushed into a thread pool (gst_element_call_async) is seen by the thread that takes it. A pool's work is wrapped
// in one that acquires; the few bytes live as long as the process, as GStreamer's pools do.
typedef void (*Work)(void *data, void *user_data);
struct Wrapped { Work work; void *user_data; };

static void acquire_and_work(void *data, void *user_data) {
  struct Wrapped *wrapped = user_data;
  acquire(data);
  wrapped->work(data, wrapped->user_data);
}

void *g_thread_pool_new(Work work, void *user_data, int maximum, int exclusive, void **error) {
  ORIGINAL(g_thread_pool_new);
  struct Wrapped *wrapped = malloc(sizeof *wrapped);
  if (!wrapped) abort();
  *wrapped = (struct Wrapped){work, user_data};
  return original(acquire_and_work, wrapped, maximum, exclusive, error);
}

int g_thread_pool_push(void *pool, void *data, void **error) {
  ORIGINAL(g_thread_pool_push);
  release(data);
  return original(pool, data, error);
}
