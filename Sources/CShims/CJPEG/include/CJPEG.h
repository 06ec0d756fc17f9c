// libjpeg-turbo through functions that never jump: every libjpeg error is caught here and returned
// as a code with its text. Pictures go in and out as planes (raw data, no colour conversion).
// Memory is kept from picture to picture, so in a steady state coding allocates nothing.
#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>
#include <stdint.h>

#define CJPEG_MESSAGE_SIZE 200

enum {
  CJPEG_OK = 0,
  CJPEG_ERROR = 1,        // libjpeg failed: the message says why
  CJPEG_UNSUPPORTED = 2,  // a JPEG that this decoder doesn't accept (progressive, arithmetic, 12 bit, several scans)
  CJPEG_MISMATCH = 3,     // the given planes don't fit the picture
  CJPEG_NO_ROOM = 4,      // the output buffer is too small
  CJPEG_NO_MEMORY = 5,    // malloc failed
};

// Chroma subsampling as luma samples per chroma sample, horizontal and vertical; 0×0 for no chroma. RGB, CMYK and YCbCr
// other than 4:4:4, 4:2:2, 4:2:0 and 4:4:0 are converted while decoding, and count as 4:4:4.
typedef struct {
  int width, height;
  int chroma_horizontal, chroma_vertical;
  int restart_interval;  // in MCUs; 0 for none
} cjpeg_header;

typedef struct {
  uint8_t *plane[3];        // luma, Cb, Cr; the last two NULL for grey
  int bytes_per_row[3];
  int width, height;        // of luma
  int chroma_horizontal, chroma_vertical;
} cjpeg_planes;

typedef struct cjpeg_decoder cjpeg_decoder;

cjpeg_decoder *cjpeg_decoder_create(void);
void cjpeg_decoder_destroy(cjpeg_decoder *);

/// Reads the headers of a JPEG of `size` bytes.
int cjpeg_read_header(cjpeg_decoder *, const uint8_t *bytes, size_t size, cjpeg_header *out, char *message);

/// What libjpeg reported about a picture's data.
typedef struct {
  long damage;    // corrupt or missing data: part of the picture is wrong
  long oddities;  // extraneous bytes before a marker and the like: the picture is intact
} cjpeg_findings;

/// Decodes into planes that have exactly the picture's size and subsampling; nothing outside them is written. What is a whole and valid
/// baseline scan is read by a decoder of our own, with the same samples.
///
/// With `is_halved`, the picture has half the width and height, rounded up, from 4 × 4 transforms,
/// which is less work. 2 × 2 chroma then has one sample per luma sample.
int cjpeg_decode(cjpeg_decoder *, const uint8_t *bytes, size_t size, int is_halved, const cjpeg_planes *planes,
                 cjpeg_findings *findings, char *message);

/// Decodes a whole and valid baseline scan to so many eighths (1...7) of its width and height, rounded up, into planes of that size and of
/// the picture's subsampling. Returns 0 for any other picture, or other planes: decode it as above. Parts of the planes may have been
/// written.
int cjpeg_decode_reduced(cjpeg_decoder *, const uint8_t *bytes, size_t size, int eighths, const cjpeg_planes *planes);

/// The same by libjpeg-turbo alone, for comparison.
int cjpeg_decode_by_libjpeg(cjpeg_decoder *, const uint8_t *bytes, size_t size, int is_halved, const cjpeg_planes *planes,
                            cjpeg_findings *findings, char *message);

/// How many pictures were decoded without libjpeg.
long cjpeg_scans_decoded(const cjpeg_decoder *);

/// How a picture is turned and cropped. `operation`: 0 as it is, 1 mirrored, 2 upside down and mirrored, 3 by 180°, 4 by 90°
/// clockwise, 5 transposed, 6 transverse, 7 by 270°. Then the rectangle is cropped, in pixels of the turned picture; its
/// corner lies on an MCU's. No width: no crop.
typedef struct {
  int operation, x, y, width, height;
} cjpeg_turn;

typedef struct cjpeg_transformer cjpeg_transformer;

cjpeg_transformer *cjpeg_transformer_create(void);
void cjpeg_transformer_destroy(cjpeg_transformer *);

/// The most bytes that a picture of this size may have after any turn.
size_t cjpeg_transformed_capacity(int width, int height);

/// Turns and crops a picture without decoding it: each coefficient stays as it is. MCUs cut off by an edge that a turn would
/// move elsewhere are dropped, as by jpegtran -trim. `*is_damaged`: whether data was missing or corrupt.
int cjpeg_transform(cjpeg_transformer *, const uint8_t *bytes, size_t size, const cjpeg_turn *, uint8_t *out, size_t capacity,
                    size_t *written, int *is_damaged, char *message);

/// The standard Huffman tables as one DHT marker segment (ITU-T T.81 K.3), for frames without tables.
const uint8_t *cjpeg_standard_dht(size_t *size);

/// How coefficients of one component are quantized: each step, and what divides by eight times it.
typedef struct {
  uint16_t step[64], factor[64], bias[64], unit[64];
} cjpeg_block_scale;

/// Sets the step (1...65535) of a position in natural order.
void cjpeg_block_scale_set(cjpeg_block_scale *, int position, int step);

/// A block to transform: 8 rows of 8 samples, and its 64 coefficients.
typedef struct {
  const uint8_t *samples;
  ptrdiff_t bytes_per_row;
  const cjpeg_block_scale *scale;
  int16_t *coefficients;
} cjpeg_block;

/// Transforms the samples of two blocks and quantizes them to coefficients in natural order, in little more time than one takes.
/// They may be the same.
void cjpeg_forward(const cjpeg_block *, const cjpeg_block *);

/// Dequantizes 64 coefficients and transforms them to 8 rows of 8 samples.
void cjpeg_inverse(const int16_t *coefficients, const cjpeg_block_scale *, uint8_t *samples,
                   ptrdiff_t bytes_per_row);

/// The same in plain code for any processor, for comparison.
void cjpeg_forward_plain(const cjpeg_block *, const cjpeg_block *);
void cjpeg_inverse_plain(const int16_t *coefficients, const cjpeg_block_scale *, uint8_t *samples,
                         ptrdiff_t bytes_per_row);

/// A block of quantized coefficients in natural order, its steps, and where its samples go.
typedef struct {
  const int16_t *coefficients;
  const uint16_t *steps;
  uint8_t *samples;
  ptrdiff_t bytes_per_row;
} cjpeg_dequantized;

/// Dequantizes and transforms two blocks, in little more time than one takes. They may be the same. `is_low`: both have coefficients
/// in their first four rows and columns only.
///
/// As libjpeg-turbo does it with vectors, so that its samples are the same also where coefficients are larger than a picture's.
void cjpeg_inverse_two(const cjpeg_dequantized blocks[2], int is_low);
void cjpeg_inverse_two_plain(const cjpeg_dequantized blocks[2], int is_low);

/// The same to 4 rows of 4 samples, as libjpeg-turbo's transform for half a picture.
void cjpeg_halve_two(const cjpeg_dequantized blocks[2]);
void cjpeg_halve_two_plain(const cjpeg_dequantized blocks[2]);

/// The same to n rows of n samples, by the lowest n × n frequencies; n: 1, 2, 3, 5, 6, 7.
void cjpeg_reduce_two(const cjpeg_dequantized blocks[2], int points);
void cjpeg_reduce_two_plain(const cjpeg_dequantized blocks[2], int points);

/// A row of one component's blocks as a walk recorded them: number i is in MCU i / across.
typedef struct {
  const int16_t *dc;   // of the first block; MCUs are dc_step values apart
  const int16_t *low;  // (1,0), (0,1), (1,1) and an unused value; MCUs are low_step fours apart. NULL for eighths
  ptrdiff_t dc_step, low_step;
  int across;          // blocks side by side in an MCU, at least 1
  float mean, slope, fall, twist;  // what a level of the DC and of each of the three is worth in samples
} cjpeg_block_row;

/// Four means of each block, as far as DC and three AC coefficients determine them: `width` samples
/// in each of two rows. `bottom` may be NULL.
void cjpeg_quarter(const cjpeg_block_row *, int width, uint8_t *top, uint8_t *bottom);

/// The mean of each block: `width` samples.
void cjpeg_eighth(const cjpeg_block_row *, int width, uint8_t *out);

/// Sixteen means of 2×2 samples of a block, in four rows of four, as far as the 4×4 lowest frequencies determine them.
/// Each is a quantized coefficient; `scale` makes it a share of the means, but for the basis of four points.
void cjpeg_half(const int16_t *low, const float *scale, uint8_t *out);

/// The same in plain code for any processor, for comparison.
void cjpeg_half_plain(const int16_t *low, const float *scale, uint8_t *out);
void cjpeg_quarter_plain(const cjpeg_block_row *, int width, uint8_t *top, uint8_t *bottom);
void cjpeg_eighth_plain(const cjpeg_block_row *, int width, uint8_t *out);

/// The end of a string of bits: complete words, big-endian in memory, then `rest_count` (0...63) bits, left-aligned and followed by
/// zeros.
typedef struct {
  uint64_t *words;
  size_t word_count;
  uint64_t rest;
  int rest_count;
} cjpeg_bits;

/// Appends a block's AC coefficients (ITU-T T.81, F.1.2.2), at most 27 words: 64 quantized ones in natural order, of which the
/// first isn't read. Those beyond ±1023 are clamped.
///
/// `codes`: for each of 256 symbols its code, followed by as many zeros as its magnitude has bits, and in the lowest 5 bits how long
/// both are together. After these, by run << 5 | value + 16, the codes with their magnitudes of values from -16 to 15.
void cjpeg_put_ac(const int16_t *coefficients, const uint32_t *codes, cjpeg_bits *);

/// Each component's last DC.
typedef struct {
  int32_t levels[3];
} cjpeg_predictors;

/// How a component is quantized and coded: its codes of differences of DC, for 256 symbols, and of AC, as for cjpeg_put_ac.
typedef struct {
  const cjpeg_block_scale *scale;
  const uint32_t *dc, *ac;
} cjpeg_coding;

/// Transforms, quantizes and codes a row of MCUs, as libjpeg-turbo with its accurate integer transform: samples beyond a plane's edge
/// repeat its last ones. A block takes at most 32 words.
void cjpeg_put_row(const cjpeg_planes *, const cjpeg_coding *luma, const cjpeg_coding *chroma, int row, cjpeg_predictors *, cjpeg_bits *);

/// A place in entropy-coded data: a bit, and the number in coding order of the coefficient whose code begins there.
typedef struct {
  ptrdiff_t bit;
  int32_t number;  // 64 at a block's end; -1 if the block has too many
} cjpeg_place;

/// A block to read from a place on: its table of codes and its coefficients.
typedef struct {
  cjpeg_place place;
  const uint16_t *codes;
  int16_t *coefficients;
} cjpeg_reader;

/// Reads AC coefficients of one or two blocks, in natural order and all but 0, from their places on; two take little longer than one.
/// The data must go on for 16 bytes beyond them. Where a code isn't known, a block's place is before it and below 64.
///
/// `codes`: by the next 12 bits the code's length (5 bits), that of the magnitude (4 bits), and how far the number moves (7 bits, 64 or
/// more at the block's end); 0: a longer code, or none. `is_low`: of the lowest 4 × 4 only, in rows of four, where the place in the
/// end is 64 or beyond 24; `coefficients[16]` may change.
void cjpeg_read_ac(const uint8_t *data, cjpeg_reader *, int count, int is_low);

/// Where coefficients go that have a number, in natural order or, if `is_low`, among 4 × 4.
int cjpeg_place_of(int number, int is_low);

/// How to read a block of an MCU: its component (0...2), its DC and AC tables (0...3), and whether its low terms are wanted.
typedef struct {
  uint8_t component, dc, ac, has_terms;
} cjpeg_step;

/// MCUs whose blocks' starts are known, and what is to be read from them.
typedef struct {
  const uint8_t *data;          // padded
  const uint16_t *differences;  // by the next 9 bits, 512 for each table: code and difference (6 bits), the code (10 bits); 0: unknown
  const uint16_t *codes;        // 4096 for each table, as for cjpeg_read_ac
  const cjpeg_step *steps;
  int32_t blocks, terms;        // in an MCU; those with terms come first
  int32_t predictors[3];        // each component's last DC
  ptrdiff_t bit;                // at which the first MCU starts
  const uint16_t *found;        // of the first block and all that follow, the lower 16 bits of the bit at which it starts
  uint32_t *starts;             // receive each MCU's bit and its length in bits
  uint16_t *lengths;
  uint16_t *offsets;            // receives for each block how many bits after its MCU it starts
  int16_t *values;              // receives each block's DC
  int16_t *lows;                // receives (1,0), (0,1), (1,1) and nothing of interest for each block with terms; NULL for none
} cjpeg_mcus;

/// Reads up to `count` MCUs, and moves the bit and the predictors behind them. Returns how many: it stops before one that has a
/// code it doesn't know, or a DC of more than 11 bits.
size_t cjpeg_read_mcus(cjpeg_mcus *, size_t count);

/// Copies `count` bytes up to the first FF; returns how many lie before it. What `out` has room for after these, up to
/// `count` bytes in all, may change, too.
size_t cjpeg_copy_to_ff(const uint8_t *in, size_t count, uint8_t *out);

/// Copies `count` bytes of bits that begin `shift` (0...7) bits after a byte's first; reads one byte more.
void cjpeg_copy_bits(const uint8_t *in, int shift, size_t count, uint8_t *out);

/// The same in plain code for any processor, for comparison.
size_t cjpeg_copy_to_ff_plain(const uint8_t *in, size_t count, uint8_t *out);
void cjpeg_copy_bits_plain(const uint8_t *in, int shift, size_t count, uint8_t *out);


#endif
