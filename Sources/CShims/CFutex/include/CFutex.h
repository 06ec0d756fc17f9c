// Linux futex(2), private to the process: sleep while a 32-bit word holds a value, and wake sleepers.
#ifndef CFUTEX_H
#define CFUTEX_H

#include <stdint.h>

/// Sleeps while `*word == expected`, at most `timeout_ns` nanoseconds (forever where negative).
/// Returns 0 when woken or when the word had changed already, else errno (ETIMEDOUT, EINTR).
int cfutex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns);

/// Wakes up to `count` sleepers.
void cfutex_wake(const uint32_t *word, int32_t count);

#endif
