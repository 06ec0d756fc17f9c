// The inner loops of the HUD's guides. Each has an AVX2 version for processors that support it, and a plain one with
// the suffix _plain; both give the same bytes. None allocates, fails or keeps a pointer; the caller checks sizes.
//
// A plane of cells holds floats row by row, in vectors of eight: (columns + 7) / 8 of them and one of padding at both
// ends of each row. It is passed as void because Swift stores it as vectors. Its memory is aligned at least to floats.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CGUIDES_TWICE(name, ...)  \
  void name##_plain(__VA_ARGS__); \
  void name(__VA_ARGS__)

// Means of factor × factor samples, plus an offset, as a plane with its padding.
CGUIDES_TWICE(cguides_cells, const uint8_t *source, ptrdiff_t bytes_per_row, int factor, float offset, void *plane,
              int columns, int rows);

// Vectors first ..< end of a plane, times a gain.
CGUIDES_TWICE(cguides_scale, const void *plane, int first, int end, float gain, void *out);

// A shift of -6 to 6 cells both ways: the integer part and the weights of the four surrounding cells (Keys 1981). The
// vertical weights also carry the gain.
typedef struct {
  int whole_across, whole_down;
  float across[4], down[4];
} cguides_shift;

// Rows from_row ..< to_row of a plane as seen by a camera that has moved: out(p) = gain · plane(p + shift), from vector
// `from` up to `to` of each row, with both vectors of padding. Scratch has room for a row of vectors.
CGUIDES_TWICE(cguides_warp, const void *plane, int vectors, int rows, const cguides_shift *shift, int from_row,
              int to_row, int from, int to, void *out, void *scratch);

// The normal equations of shift, roll, zoom and gain on every step-th row, with eight sums per entry: xx xy xr xz xg xe
// yy yr yz yg ye rr rz rg re zz zg ze gg ge, the weight that agrees, and the total.
CGUIDES_TWICE(cguides_registration_sums, const void *frame, const void *predicted, const void *trust,
              const void *tolerance, int columns, int rows, int step, float gain, float *sums);

typedef struct {
  int columns, rows;
  // The slack of edges after registration, in cells; the smallest tolerances in levels.
  float slack, least_luma, least_color;
  bool has_chroma;
} cguides_judging;

// Squared differences, in units of the tolerance, between the frame and the scene as the frame
// would show it; and the tolerances.
CGUIDES_TWICE(cguides_judge, const void *luma, const void *cb, const void *cr, const void *predicted_luma,
              const void *predicted_cb, const void *predicted_cr, const void *deviation, const void *color_deviation,
              void *tolerance, void *scores, const cguides_judging *by);

// A cell counts if its score is above `certain` and at least 4 of the 9 around it are above 1.
// `differing` has room for rows × (columns + 2) bytes.
CGUIDES_TWICE(cguides_clean, const void *scores, int columns, int rows, float certain, uint8_t *differing,
              uint8_t *mask, int32_t *count);

// A plane of 0 within two cells of the subject's mask both ways, and 1 elsewhere, including the
// padding. Scratch has room for columns + 4 bytes.
CGUIDES_TWICE(cguides_trust, const uint8_t *subject, int columns, int rows, void *trust, uint8_t *scratch);

typedef struct {
  int columns, rows;
  // Rows to learn: first, first + step …; the scene's cell p is the frame's p + (across, along).
  int first, step, across, along;
  float inverse_gain, rate, rise, fall, highest;
} cguides_lesson;

// Moves the scene's mean towards the frame by rate, and the quantile of its deviations by rise or fall.
CGUIDES_TWICE(cguides_learn, const void *frame, const void *predicted, const void *trust, void *scene, void *deviation,
              const cguides_lesson *by);

// The same for both chroma differences, with a single deviation for the two.
CGUIDES_TWICE(cguides_learn_color, const void *cb, const void *cr, const void *predicted_cb, const void *predicted_cr,
              const void *trust, void *scene_cb, void *scene_cr, void *deviation, const cguides_lesson *by);

// Learns one row of the scene at two pixels per cell each way, from row `frame_row` of the frame
// and the same row of the prediction, weighted by row `trust_row` of the cells.
CGUIDES_TWICE(cguides_learn_fine, const void *frame, int frame_row, const void *predicted, const void *trust,
              int trust_row, void *scene, int row, int columns, int across, float rate, void *scratch);

// Means of factor × factor samples, without padding.
CGUIDES_TWICE(cguides_shrink, const uint8_t *source, ptrdiff_t bytes_per_row, int factor, float *out, int width,
              int height);

// Binomial 1 2 1 both ways, in place; the outermost pixels keep their values. Scratch has room for three rows.
CGUIDES_TWICE(cguides_smooth, float *pixels, int width, int height, float *scratch);

// Means of two by two.
CGUIDES_TWICE(cguides_halve, const float *pixels, int width, float *out, int half_width, int half_height);

// A point p, in pixels from the middle, appears at turn · p, its second part times per_row, plus middle; inside from 0
// to limit. The light turns its value v into v · (1 + light_gain) + light_offset.
typedef struct {
  float turn[2], middle[2], limit[2];
  float per_row, light_gain, light_offset;
} cguides_view;

typedef struct {
  // Six normal equations; the seventh column is the right-hand side.
  float rows[6][8];
  // Points that were inside, and the sum of their weighted distances in value.
  int32_t seen;
  float distance;
} cguides_roll;

// The equations of one step. For every eight points, places holds their x, then their y, then their values; changes
// holds eight floats per point: how its value changes with each unknown, and 0 in the last two.
CGUIDES_TWICE(cguides_roll_sums, const float *pixels, int width, const cguides_view *view, const void *places,
              const void *changes, int count, float cut, cguides_roll *out);

// How many points have the value that the light predicts, within this many levels.
CGUIDES_TWICE(cguides_roll_found, const float *pixels, int width, const cguides_view *view, const void *places,
              int count, float within, int32_t *found);

// The sums of one cell: squares and products of the gradient, its energy times column and row, the gradient, the luma.
typedef struct {
  int64_t xx, yy, xy, ex, ey, gx, gy, luma;
} cguides_cell;

// Scharr's gradients (in 32nds of a level per pixel) of the pixels from (1, 1) on that fill
// `columns × rows` cells, in rows of `width`, and the cells' sums. The picture is one pixel larger
// on all sides; scratch has room for 7 rows of the cells' pixels.
CGUIDES_TWICE(cguides_gradients, const uint8_t *picture, ptrdiff_t bytes_per_row, int width, int cell, int columns,
              int rows, int16_t *gx, int16_t *gy, int32_t *scratch, cguides_cell *cells);

// How a picture moved: its middle by x and y pixels, and around it by a small turn, clockwise in radians.
typedef struct {
  float x, y, turn, middle_x, middle_y;
} cguides_motion;

// Of a cell: its pixels with a clear gradient along the movement, the sum of that (in 32nds of a level per pixel), the
// sum of their changes, and how far the cell moved.
typedef struct {
  int32_t count, expected, change;
  float moved;
} cguides_fixed_cell;

// Compares a picture with an earlier one, in rows of `width`, cell by cell; gradients and cells as above.
CGUIDES_TWICE(cguides_fixed, const uint8_t *now, ptrdiff_t bytes_per_row, const uint8_t *before, const int16_t *gx,
              const int16_t *gy, int width, int cell, int columns, int rows, const cguides_motion *motion,
              cguides_fixed_cell *out);

// Finds the columns from ..< to of a row where the gradient is larger than `least` and has a maximum across the edge
// (Canny 1986): along the row for a steep edge, down the column for a flat one.
CGUIDES_TWICE(cguides_edge_places, const int16_t *gx, const int16_t *gy, int width, int row, int from, int to,
              int least, int16_t *places, int32_t *found);

// A smoothed curve of votes: each bin is the sum of nine votes weighted by the kernel, starting at
// the bin's own place in `votes`, which has room for eight more votes than bins.
CGUIDES_TWICE(cguides_smooth_curve, const float *votes, const float *kernel, int bins, float *out);

// The best of several smoothed curves at each bin, each times its prior; no value is below 0. Rows
// of votes are `columns` apart.
CGUIDES_TWICE(cguides_best_curve, const float *votes, int rows, int columns, const float *kernel, const float *priors,
              int bins, float *out);

// The highest sum in each row of three neighbours weighted 1, 2, 1, or 0.
CGUIDES_TWICE(cguides_line_peaks, const float *votes, int rows, int columns, float *out);

typedef struct {
  // Lines `-reach, 2 - reach …` cells from the middle; their slope, the secant of their angle, a pixel's height over
  // its width.
  int lines, reach;
  float slope, secant, aspect;
  // For every other column: the number of cells, their luma and texture, and the variances of both.
  float count, luma, texture, luma_variance, texture_variance;
} cguides_split_line;

// How well the best of several parallel lines divides a picture of cells: by luma, brighter above; by texture, more
// below; by both. For each column, sums holds luma and texture interleaved, summed from the top down, rows + 1 of each.
CGUIDES_TWICE(cguides_split, const float *sums, int columns, int rows, const cguides_split_line *by, float *scores);

// Convolutions over nine places with 16 outputs, none below 0. Weights lie in sixteens: for each input those of its nine
// places, then the biases. Rows of the first layer's inputs are `row` apart; the second's inputs are 16 per place.
CGUIDES_TWICE(cguides_first_layer, const float *input, int inputs, int row, int bins, const void *weights, void *out);
CGUIDES_TWICE(cguides_second_layer, const void *input, int bins, const void *weights, void *out);
// Theirs, in units of 1/4096: of the first layer with 20 inputs, of the second, and of a third with one output and five places.
const int16_t *cguides_posterior_weights(void);

typedef struct {
  // Its position across the line; how that changes to the next line, by the gradient; the gradient,
  // whose sign is its polarity.
  float position, slope, strength;
} cguides_edgel;

typedef struct {
  int width;
  int top, bottom, left, right;  // what is scanned, at least a pixel inside the picture
  int least, capacity;           // of the gradient; of edge pixels of a kind
} cguides_scanning;

// Writes edge pixels steeper than 45° to `steep`, row by row, with the end of each row in `ends`; others to `flat`, with their
// columns. Places hold a row.
void cguides_scan(const int16_t *gradient_x, const int16_t *gradient_y, const cguides_scanning *by, int16_t *places,
                  cguides_edgel *steep, int32_t *ends, cguides_edgel *flat, int32_t *columns, int32_t *flat_count);

// Sorts edge pixels by line, otherwise in their order, and writes the end of each line.
void cguides_sort(const cguides_edgel *from, const int32_t *lines, int count, int line_count, cguides_edgel *to, int32_t *ends);

// A growing run of edge pixels; positions are relative to its first.
typedef struct {
  // Sums over its pixels: of lines and positions, slopes and strengths.
  float n, t, tt, s, ts, slopes, strength;
  float start;
  int32_t start_line;
} cguides_run;

// Joins each edge pixel of a line to the run it continues from the previous line, or starts one; they are sorted by line and
// position, and the lines before the first are empty. Runs hold one more than their capacity; scratch holds fourteen times
// `stride` numbers, of which a line needs one for each edge pixel and eight more.
CGUIDES_TWICE(cguides_link, const cguides_edgel *edgels, const int32_t *ends, int first_line, int end_line, cguides_run *runs,
              int capacity, float *scratch, int stride, int32_t *run_count);

typedef struct {
  int left, top, right, bottom;
} cguides_box;

// Marks with a label the cells of a box that are connected with one, by their sides: those whose samples are 0, or not, as
// `is_set` says, and whose labels are 0. Returns their number, and the box around them. The stack has room for all.
int cguides_flood(const uint8_t *plane, bool is_set, int columns, const cguides_box *within, int start, uint8_t label,
                  uint8_t *labels, int32_t *stack, cguides_box *found);

typedef struct {
  int area;
  cguides_box box;
} cguides_part;

// Labels the connected parts of a mask from 1 on, up to `most` (at most 254) of at least `least_area` cells; returns their number.
int cguides_parts(const uint8_t *mask, int columns, int rows, int least_area, int most, uint8_t *labels, int32_t *stack,
                  cguides_part *parts);

// The first place of a row from `from` on that is set, but not in another row; `end` without one.
int cguides_next(const uint8_t *row, const uint8_t *other, int from, int end);

typedef struct {
  int left, top, right, bottom;  // the box that holds all cells
  unsigned bodies;               // bit k: whether body k may have some, from 1 on
} cguides_votes;

// Gives each cell of a box to the body of most cells among the 5 × 5 around it: to its own if no other has more, else to the
// first of those that have most. Labels of 0 have no vote and stay. Scratch holds four rows of the box and four bytes.
CGUIDES_TWICE(cguides_vote, const uint8_t *labels, int columns, const cguides_votes *by, uint8_t *out, uint8_t *scratch);

// A body's usual shape has so many parts, with the share of each that shows it; its colours so many levels from head to feet:
// luma, Cb, Cr, and how much the luma varies.
enum { claim_across = 12, claim_down = 24, claim_levels = 8 };

typedef struct {
  int left, top, right, bottom;                // the box of the cells
  double center_x, center_y, size_x, size_y;  // of the body
  float tolerance;                             // of squared differences of colour
  int label;
  bool is_first;                               // whether nobody has claimed these cells yet
} cguides_claim;

// Labels the cells of a part of the mask that more likely show this body than those that claimed them before: by its place in
// the body's shape, and by its colours. `least` holds how unlikely that is, in rows like the labels, where seven more numbers
// are read. At most 256 columns.
CGUIDES_TWICE(cguides_claim_cells, const void *luma, const void *cb, const void *cr, const uint8_t *parts, int part, int columns,
              const cguides_claim *by, const float *shape, const float *bands, float *least, uint8_t *labels);

typedef struct {
  int columns, rows;
  int left, top, right, bottom;  // the box of the cells that are measured
  bool is_color_sharp;           // whether each cell has its own chroma sample
} cguides_softening;

// How much of each cell in a box a body covers, 0 … 1: its position between the scene's colour and the body's, which is that of
// cells further inside (Wang & Cohen, "Optimized color sampling for robust matting", CVPR 2007). Takes planes of the frame and the
// scene as this frame would show it, and 1 for cells that differ from the scene. Writes shares, 1 for cells of which half is
// covered, and in cells of the border the body's assumed luma and how far to trust it, 0 … 1; the box's rows of these may end up
// to seven numbers later. Scratch holds (rows + 1) × (columns + 24) bytes, zero at first and then left alone.
CGUIDES_TWICE(cguides_soften, const void *luma, const void *cb, const void *cr, const void *scene_luma, const void *scene_cb,
              const void *scene_cr, const uint8_t *coarse, const cguides_softening *by, uint8_t *scratch, float *shares,
              uint8_t *mask, float *ink, float *trusts);

typedef struct {
  int columns, rows;             // of cells
  int left, top, right, bottom;  // a box of cells
  bool is_sharp;                 // whether the scene's pixels are known
} cguides_refining;

// The same for two pixels to a cell each way: the cells' shares, sharpened by planes of the pixels' luma in the frame and the scene.
// Scratch holds three rows of cells and 72 numbers.
CGUIDES_TWICE(cguides_refine, const float *shares, const float *ink, const float *trusts, const void *frame, const void *scene,
              const cguides_refining *by, float *scratch, float *fine, uint8_t *mask);

typedef struct {
  double from_x, from_y, to_x, to_y;      // a cubic's ends
  double start_x, start_y, end_x, end_y;  // the unit directions of its arms
  double cross;                           // their product
} cguides_bend;

// Fitting a cubic to points first ..< end, each at its time. The sums that give its arms' lengths: of the arms' squared weights
// and, between these, their product; then of what either explains.
CGUIDES_TWICE(cguides_bend_to, const double *x, const double *y, const double *t, int first, int end, const cguides_bend *by,
              double *sums);

typedef struct {
  double x[4], y[4];
} cguides_cubic;

// The greatest squared distance of a point from where the cubic is at its time; and which point it is, unless that is 0.
CGUIDES_TWICE(cguides_stray, const double *x, const double *y, const double *t, int first, int end, const cguides_cubic *cubic,
              double *most, int32_t *which);

// One Newton step of each point's time towards the nearest point of the cubic.
CGUIDES_TWICE(cguides_approach, const double *x, const double *y, double *t, int first, int end, const cguides_cubic *cubic);

typedef struct {
  // Leans, an odd number centred on none, and votes for each, in half degrees starting at -span - pad / 2.
  int rows, columns;
  float span, pad;
} cguides_leans;

// An upright with a lean means that the roll is base - shift · lean, in degrees; its `count`
// weights go to as many tables. This and the next function have no _plain version either.
void cguides_vote_uprights(float *tables, int count, const cguides_leans *by, float base, float shift,
                           const float *weights);

typedef struct {
  // Its place, its angle in degrees, its weight, its gradient towards the brighter side.
  float u, v, angle, weight, gradient_x, gradient_y;
  // The range of whole degrees that it votes for.
  int from, to;
} cguides_line;

// An edge votes for the lines through it: in the table of all edges, and in the following table by
// polarity, each with `offsets` hundredths of a width for each of `angles` degrees.
void cguides_vote_line(float *tables, int angles, int offsets, const float *sines, const float *cosines,
                       const cguides_line *line);

typedef struct {
  float x, y;     // a point, in halves of the picture's longer side, x along the horizon, y below the middle
  float inverse;  // of the line's slope: how far it goes along the horizon, to the right, as it rises by 1
} cguides_slanted;

// How densely lines meet on each of `heights` horizons, `step` apart from `first` below the middle on: the sum of the squares
// of the shares that meet at the same place, 1/40th of the world's half apart. Each line has the direction of the one `turned`
// places on.
void cguides_meet(const cguides_slanted *lines, const float *weights, int count, int turned, float first, float step,
                  int heights, float *out);

// A layer of a convolutional network on pictures of 16-bit samples, a pixel's channels side by side: each output is the sum of
// products under `taps` runs of `run` samples (even), times a factor, plus a bias, not less than 0 and at most `most`.
typedef struct {
  int width, height, channels;  // of the output; channels in eights
  int taps, run;
  const int *offsets;           // of each run, from an output's first sample
  int step_across, step_down;   // from one output's first sample to the next one's, in samples
  int out_down;                 // from one row of the output to the next
  int most;
  bool adds;                    // to what the output holds
} cguides_layer;

// Weights lie by eight outputs, run, two samples, output, sample.
CGUIDES_TWICE(cguides_convolve, const int16_t *in, const int16_t *weights, const float *factors, const float *biases,
              const cguides_layer *by, int16_t *out);

// The network that reads a perspective field (Jin et al. 2023) of a picture of width × height pixels, at most 240 wide. Scratch
// holds so many samples, zero at first: `take` puts the picture there, `look` does the first half of the work and `read` the
// second. The field has, for each cell of 16 × 16 pixels (the last ones are cut), a vector up, longer the surer it is, and the
// logarithm of the odds that it lies above the horizon.
ptrdiff_t cguides_field_scratch(int width, int height);
void cguides_field_take(const uint8_t *luma, ptrdiff_t bytes_per_row, int from_width, int from_height, int width, int height,
                        int16_t *scratch);
void cguides_field_look(int width, int height, int16_t *scratch);
void cguides_field_read(int width, int height, int16_t *scratch, float *field);
// What was fitted with it: factors of vectors and of odds; then the logarithms of how likely 16 rolls (0° to 60° either way), 9
// leans and 16 heights are.
const float *cguides_field_fit(void);

// Products of a table's rows with a field; columns in eights.
CGUIDES_TWICE(cguides_fit, const float *table, int rows, int columns, const float *field, float *out);

// The network that segments people, on 256 × 144 pixels. Scratch holds so many floats, and the weights, unpacked once for all, so
// many; `take` puts planes of cells there (luma, and colour about zero), `read` does layers first ..< end. After the last one the
// scratch begins at `cguides_people_mask` with 144 rows of 256 probabilities that a pixel shows a person.
int cguides_people_scratch(void);
int cguides_people_weights(void);
int cguides_people_layers(void);
int cguides_people_mask(void);
void cguides_people_unpack(float *weights);
void cguides_people_take(const void *luma, const void *cb, const void *cr, int vectors, int columns, int rows, bool has_color,
                         float *scratch);
void cguides_people_read(int first, int end, const float *weights, float *scratch);

// What a layer makes of its sums: nothing; not below 0; the hard swish; not below 0 once `added` is added, which the others add last.
enum { cguides_linear, cguides_relu, cguides_hswish, cguides_relu_of_sum };

// Its layers: channels of each pixel mixed; and each channel's neighbourhood of side × side pixels, at every `step`-th. `added`
// may be `out`.
CGUIDES_TWICE(cguides_mix, const float *in, int pixels, int inputs, int outputs, const float *weights, const float *biases,
              int kind, const float *added, float *out);
CGUIDES_TWICE(cguides_blur, const float *in, int width, int height, int channels, int side, int step, const float *weights,
              const float *biases, int kind, const float *added, float *out);

typedef struct {
  int width, height;
  const uint8_t *luma;
  ptrdiff_t bytes_per_row;
  // Half as large, rounded down, about 128; or none.
  const uint8_t *cb, *cr;
  ptrdiff_t chroma_bytes_per_row;
} cguides_faces_picture;

// The network that finds faces, on 128 × 128 pixels. Scratch holds so many floats, and the weights, unpacked once for all, so many;
// `take` puts a square part of a picture there (black where it reaches beyond), `read` does layers first ..< end. After the last one
// the scratch holds, from `cguides_faces_heads` on, for each of 16 × 16 places 40 numbers: the logarithms of the odds that either of
// two faces is there, then for each of these its centre relative to the place's, its size, and six points likewise, in pixels: the
// eyes (the picture's left one first), the nose, the mouth, the ears; then for each of 8 × 8 places 104, of six faces.
int cguides_faces_scratch(void);
int cguides_faces_weights(void);
int cguides_faces_layers(void);
int cguides_faces_heads(void);
void cguides_faces_unpack(float *weights);
void cguides_faces_take(const cguides_faces_picture *from, float left, float top, float side, float *scratch);
void cguides_faces_read(int first, int end, const float *weights, float *scratch);
