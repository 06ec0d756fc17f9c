#include "CAllocationCounter.h"
#include "refused.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// Threads count in lanes of their own cache lines: one counter for all would bounce between processors at each allocation.
enum { LANES = 16 };
static struct { _Alignas(64) atomic_uint_fast64_t count; } lanes[LANES];
static atomic_uint threads;
static _Thread_local atomic_uint_fast64_t *lane;
static _Thread_local uint64_t mine;
// The thread's count at its last refused allocation; 0 if there was none.
static _Thread_local uint64_t refused;

static inline void count(void) {
  if (!lane) lane = &lanes[atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) % LANES].count;
  atomic_fetch_add_explicit(lane, 1, memory_order_relaxed);
  mine++;
}

static _Thread_local int is_required;

static inline void *made(void *p, size_t size) {
  if (!p && size > 0) {
    refused = mine;
    if (is_required) abort();
  }
  return p;
}

// glibc also exports its allocator under these names; "Replacing malloc" in its manual permits the rest.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { count(); return made(__libc_malloc(size), size); }
void *calloc(size_t n, size_t size) { count(); return made(__libc_calloc(n, size), n && size); }
void *realloc(void *p, size_t size) { count(); return made(__libc_realloc(p, size), size); }
void *memalign(size_t alignment, size_t size) { count(); return made(__libc_memalign(alignment, size), size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return made(__libc_memalign(alignment, size), size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  count();
  void *p = made(__libc_memalign(alignment, size), size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

uint64_t callocation_count(void) {
  uint64_t sum = 0;
  for (int i = 0; i < LANES; i++) sum += atomic_load_explicit(&lanes[i].count, memory_order_relaxed);
  return sum;
}
uint64_t callocation_count_thread(void) { return mine; }
void callocation_require(int required) { is_required = required; }
int callocation_available(void) { return 1; }
// Up to 63 later ones may have succeeded: C++ allocates the object that it throws.
int callocation_is_refused(void) { return refused != 0 && mine - refused < 64; }

#else

uint64_t callocation_count(void) { return 0; }
uint64_t callocation_count_thread(void) { return 0; }
void callocation_require(int required) { (void)required; }
int callocation_available(void) { return 0; }
int callocation_is_refused(void) { return 0; }

#endif
