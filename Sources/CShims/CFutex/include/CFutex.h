// Linux futex(2), private to the process: sleep while a 32-bit word holds a value, and wake sleepers.
#ifndef CFUTEX_H
#define CFUTEX_H

#include <stdint.h>

/// Sleeps while `*word == expected`, for at most `timeout_ns` nanoseconds (forever if negative).
/// Returns 0 if woken or if the word had already changed, else errno (ETIMEDOUT, EINTR).
int cfutex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns);

/// Wakes up to `count` sleepers.
void cfutex_wake(const uint32_t *word, int32_t count);

#endif
