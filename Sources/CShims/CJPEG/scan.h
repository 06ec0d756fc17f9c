// Decodes baseline scans without libjpeg.
#ifndef CJPEG_SCAN_H
#define CJPEG_SCAN_H

#include <stdio.h>
#include <jpeglib.h>

#include "CJPEG.h"

/// Tables and memory that stay from picture to picture.
typedef struct cjpeg_scan cjpeg_scan;

cjpeg_scan *cjpeg_scan_create(void);
void cjpeg_scan_destroy(cjpeg_scan *);

/// Decodes a picture whose headers libjpeg has read, and whose sizes it has calculated, into planes that its components fit. The
/// samples are those of libjpeg-turbo's accurate transform.
///
/// Returns 0 for whatever isn't a whole and valid baseline scan with nothing after it but the end marker, or without memory: libjpeg
/// then decodes the picture and says what is wrong with it. Parts of the planes may have been written. `d` isn't changed.
///
/// `eighths`: 1...7 to reduce each component to as many eighths, by the lowest frequencies (4: by libjpeg-turbo's transform), whatever libjpeg calculated; 0 for its sizes.
int cjpeg_scan_decode(cjpeg_scan *, const struct jpeg_decompress_struct *d, int eighths, const cjpeg_planes *planes);

/// A component's length when the picture has this one, its sampling factor times eighths, and the largest factor: rounded up.
int cjpeg_reduced(unsigned length, int share, int most);

#endif
