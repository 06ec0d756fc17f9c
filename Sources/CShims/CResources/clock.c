#include "CResources.h"

#include <sys/timex.h>

int64_t cresources_clock_error(void) {
  struct timex state = {.modes = 0};
  return adjtimex(&state) == TIME_ERROR || (state.status & STA_UNSYNC) ? -1 : state.maxerror;
}
