// What Swift's runtime, built for a newer C library, finds missing in Debian 12's (2.36).
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// C23's numbers may begin with 0b, which the runtime never reads.
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = vsscanf(text, format, values);
  va_end(values);
  return count;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strlen(from);
  if (size > 0) {
    size_t count = length < size ? length : size - 1;
    memcpy(to, from, count);
    to[count] = 0;
  }
  return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t used = strnlen(to, size);
  return used + (used < size ? strlcpy(to + used, from, size - used) : strlen(from));
}
