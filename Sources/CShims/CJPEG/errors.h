// libjpeg's errors, caught. Every entry point sets a place to jump back to before it calls libjpeg,
// with only libjpeg's frames in between.
#ifndef CJPEG_ERRORS_H
#define CJPEG_ERRORS_H

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>

#include "CJPEG.h"

typedef struct {
  struct jpeg_error_mgr base;  // first, since libjpeg addresses the object by it
  jmp_buf back;
  int code;                    // what the entry point returns after a jump
  cjpeg_findings findings;
  char *message;
} cjpeg_errors;

void cjpeg_errors_install(j_common_ptr cinfo, cjpeg_errors *errors);
void cjpeg_errors_begin(cjpeg_errors *errors, char *message);

#endif
