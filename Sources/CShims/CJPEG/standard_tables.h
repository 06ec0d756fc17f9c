// The standard Huffman tables of ITU-T T.81, Annex K.3.
#ifndef CJPEG_STANDARD_TABLES_H
#define CJPEG_STANDARD_TABLES_H

#include <stdio.h>
#include <jpeglib.h>

/// Fills the tables 0 (luma) and 1 (chroma) with the standard ones.
void cjpeg_fill_standard_tables(JHUFF_TBL dc[2], JHUFF_TBL ac[2]);

#endif
