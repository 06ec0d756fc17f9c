// Runs the Swift parts that tools/check/arm compiles without Swift's own libraries, and gives them what those would. Prints a line
// for each step: its part, its number and a hash of its results.
//
// Usage: swift PHOTO.jpg
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void check_guides(void);
void check_glass(void);
void check_jpeg(const uint8_t *bytes, ptrdiff_t count);

static const char *part;
static int number;
void step_done(uint64_t hash) { printf("%s %d %016llx\n", part, number++, (unsigned long long)hash); }

static void begin(const char *name) {
  part = name;
  number = 0;
}

// The seeds of sets and dictionaries: their order must not show in a result, but a failure should come again.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 1, count); }

const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}

#if defined(__x86_64__)
// Bare machines have it under this name.
uintptr_t __stack_chk_guard = 0x5A17;
#endif

int main(int count, char **arguments) {
  static uint8_t photo[1 << 20];
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) return 64;
  size_t size = fread(photo, 1, sizeof photo, file);
  begin("jpeg");
  check_jpeg(photo, (ptrdiff_t)size);
  begin("glass");
  check_glass();
  begin("guides");
  check_guides();
  return 0;
}
