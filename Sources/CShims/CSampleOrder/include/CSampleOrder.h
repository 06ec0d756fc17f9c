// The inner loops between a raw frame's order of samples and planes: one row each.
#ifndef CSAMPLEORDER_H
#define CSAMPLEORDER_H

#include <stddef.h>
#include <stdint.h>

/// Cb and Cr of NV12, or any two samples by turns, to a row each.
void csampleorder_split(const uint8_t *samples, size_t count, uint8_t *even, uint8_t *odd);
/// The way back: even[0] odd[0] even[1] odd[1] …
void csampleorder_merge(const uint8_t *even, const uint8_t *odd, size_t count, uint8_t *samples);

/// YUYV, Y0 Cb Y1 Cr, to a row of each plane: 2 · `pairs` samples of luma, `pairs` of Cb and Cr.
void csampleorder_unpack_yuyv(const uint8_t *samples, size_t pairs, uint8_t *luma, uint8_t *cb, uint8_t *cr);
/// The way back.
void csampleorder_pack_yuyv(const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t pairs, uint8_t *samples);

/// Limited to full range in place (ITU-R BT.601-7, 2.5.3): luma 16 … 235, chroma 16 … 240; rounded once and clamped.
void csampleorder_expand_luma(uint8_t *samples, size_t count);
void csampleorder_expand_chroma(uint8_t *samples, size_t count);

/// The same samples without vectors: for processors that lack them, and for tests.
void csampleorder_split_plain(const uint8_t *samples, size_t count, uint8_t *even, uint8_t *odd);
void csampleorder_merge_plain(const uint8_t *even, const uint8_t *odd, size_t count, uint8_t *samples);
void csampleorder_unpack_yuyv_plain(const uint8_t *samples, size_t pairs, uint8_t *luma, uint8_t *cb, uint8_t *cr);
void csampleorder_pack_yuyv_plain(const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, size_t pairs, uint8_t *samples);
void csampleorder_expand_luma_plain(uint8_t *samples, size_t count);
void csampleorder_expand_chroma_plain(uint8_t *samples, size_t count);

#endif
