// What the ring and the doorbell are measured beside, and the harness that both sides share: the same threads,
// the same clock, the same way to wait for the other side.
#ifndef CPEERS_H
#define CPEERS_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*peers_body)(void *context);

/// Runs both bodies at once, each on a thread of its own (on core 0 and 1 when `pinned`), from a common start.
/// Returns the nanoseconds from the start until both have ended.
int64_t peers_run_pair(peers_body producer, peers_body consumer, void *context, bool pinned);

/// Hands `count` integers through a boost::lockfree::spsc_queue<int, capacity<N>>, N = 8, 64 or 1024.
/// Returns the nanoseconds, or -1 where the capacity is another or the sum came out wrong.
int64_t peers_boost_spsc(int32_t capacity, uint64_t count, bool pinned);

/// Wakes a sleeping thread `count` times, `gap_us` apart, and writes each delay in nanoseconds.
void peers_wake_condition_variable(int32_t count, int32_t gap_us, int64_t *delays, bool pinned);
void peers_wake_eventfd(int32_t count, int32_t gap_us, int64_t *delays, bool pinned);

/// CLOCK_MONOTONIC in nanoseconds.
int64_t peers_now(void);
void peers_sleep_us(int32_t us);

/// What a side does when the other isn't ready: pauses, and now and then lets others run.
static inline void peers_relax(uint32_t *rounds) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
  if ((++*rounds & 255) == 0) sched_yield();
}

#ifdef __cplusplus
}
#endif
#endif
