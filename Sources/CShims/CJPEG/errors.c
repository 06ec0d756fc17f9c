#include "errors.h"

#include <jerror.h>
#include <string.h>

static void on_error(j_common_ptr cinfo) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  char text[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, text);
  if (errors->message && !errors->message[0]) {
    strncpy(errors->message, text, CJPEG_MESSAGE_SIZE - 1);
    errors->message[CJPEG_MESSAGE_SIZE - 1] = 0;
  }
  const int code = cinfo->err->msg_code;
  if (code == JERR_BAD_PRECISION || code == JERR_SOF_UNSUPPORTED || code == JERR_FRACT_SAMPLE_NOTIMPL ||
      code == JERR_BAD_MCU_SIZE)
    errors->code = CJPEG_UNSUPPORTED;
  // Parameter 1: more than anything here may take, so the picture is to blame.
  if (code == JERR_OUT_OF_MEMORY && cinfo->err->msg_parm.i[0] != 1) errors->code = CJPEG_NO_MEMORY;
  longjmp(errors->back, 1);
}

// Level -1: a warning about corrupt data; above: traces, ignored.
static void on_message(j_common_ptr cinfo, int level) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  if (level >= 0) return;
  cinfo->err->num_warnings++;
  if (cinfo->err->msg_code == JWRN_EXTRANEOUS_DATA) {
    errors->findings.oddities++;
    return;
  }
  if (errors->findings.damage++ == 0 && errors->message) {
    char text[JMSG_LENGTH_MAX];
    cinfo->err->format_message(cinfo, text);
    strncpy(errors->message, text, CJPEG_MESSAGE_SIZE - 1);
    errors->message[CJPEG_MESSAGE_SIZE - 1] = 0;
  }
}

static void on_output(j_common_ptr cinfo) { (void)cinfo; }

void cjpeg_errors_install(j_common_ptr cinfo, cjpeg_errors *errors) {
  cinfo->err = jpeg_std_error(&errors->base);
  errors->base.error_exit = on_error;
  errors->base.emit_message = on_message;
  errors->base.output_message = on_output;
}

void cjpeg_errors_begin(cjpeg_errors *errors, char *message) {
  errors->code = CJPEG_ERROR;
  errors->findings.damage = errors->findings.oddities = 0;
  errors->message = message;
  if (message) message[0] = 0;
}
