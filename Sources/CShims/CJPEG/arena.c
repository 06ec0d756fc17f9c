// libjpeg reallocates work memory for every picture, some of it by mmap, which the kernel then
// faults in page by page. Here the per-picture pool (JPOOL_IMAGE) comes from chunks that are kept;
// in a steady state one chunk serves every picture. Alignment and padding are those required by
// libjpeg-turbo's SIMD code (its jmemmgr.c: rows aligned to 32 bytes and padded to twice that).
// Virtual arrays, which only multi-scan files need, keep libjpeg's own memory.
#include "arena.h"

#include <jerror.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGNMENT 64
#define FIRST_CHUNK (256 * 1024)

struct cjpeg_chunk {
  cjpeg_chunk *next;
  size_t size, used;  // of `data`
  uint8_t *data;
};

static void *take(j_common_ptr cinfo, size_t size) {
  cjpeg_arena *arena = cinfo->client_data;
  if (size > (size_t)1 << 30) ERREXIT1(cinfo, JERR_OUT_OF_MEMORY, 1);
  size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  cjpeg_chunk *chunk = arena->chunks;
  if (!chunk || chunk->size - chunk->used < size) {
    size_t room = size > FIRST_CHUNK ? size : FIRST_CHUNK;
    chunk = malloc(sizeof *chunk);
    if (!chunk) ERREXIT1(cinfo, JERR_OUT_OF_MEMORY, 2);
    if (posix_memalign((void **)&chunk->data, ALIGNMENT, room)) {
      free(chunk);
      ERREXIT1(cinfo, JERR_OUT_OF_MEMORY, 3);
    }
    chunk->size = room;
    chunk->used = 0;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
  }
  void *result = chunk->data + chunk->used;
  chunk->used += size;
  arena->total += size;
  return result;
}

static void *alloc_small(j_common_ptr cinfo, int pool, size_t size) {
  cjpeg_arena *arena = cinfo->client_data;
  return pool == JPOOL_IMAGE ? take(cinfo, size) : arena->original.alloc_small(cinfo, pool, size);
}

static void *alloc_large(j_common_ptr cinfo, int pool, size_t size) {
  cjpeg_arena *arena = cinfo->client_data;
  return pool == JPOOL_IMAGE ? take(cinfo, size) : arena->original.alloc_large(cinfo, pool, size);
}

static JSAMPARRAY alloc_sarray(j_common_ptr cinfo, int pool, JDIMENSION width, JDIMENSION rows) {
  cjpeg_arena *arena = cinfo->client_data;
  if (pool != JPOOL_IMAGE) return arena->original.alloc_sarray(cinfo, pool, width, rows);
  size_t stride = ((size_t)width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  JSAMPARRAY result = take(cinfo, rows * sizeof(JSAMPROW));
  JSAMPROW data = take(cinfo, rows * stride);
  for (JDIMENSION row = 0; row < rows; row++) result[row] = data + row * stride;
  return result;
}

static JBLOCKARRAY alloc_barray(j_common_ptr cinfo, int pool, JDIMENSION blocks, JDIMENSION rows) {
  cjpeg_arena *arena = cinfo->client_data;
  if (pool != JPOOL_IMAGE) return arena->original.alloc_barray(cinfo, pool, blocks, rows);
  JBLOCKARRAY result = take(cinfo, rows * sizeof(JBLOCKROW));
  JBLOCKROW data = take(cinfo, (size_t)rows * blocks * sizeof(JBLOCK));
  for (JDIMENSION row = 0; row < rows; row++) result[row] = data + (size_t)row * blocks;
  return result;
}

static void free_pool(j_common_ptr cinfo, int pool) {
  cjpeg_arena *arena = cinfo->client_data;
  if (pool == JPOOL_IMAGE && arena->chunks) {
    if (arena->chunks->next) {
      // It took several chunks: next time, one of the total size is enough.
      size_t total = arena->total;
      cjpeg_arena_free(arena);
      cjpeg_chunk *chunk = malloc(sizeof *chunk);
      if (chunk && posix_memalign((void **)&chunk->data, ALIGNMENT, total) == 0) {
        chunk->size = total;
        chunk->next = NULL;
        arena->chunks = chunk;
      } else {
        free(chunk);
      }
    }
    if (arena->chunks) arena->chunks->used = 0;
    arena->total = 0;
  }
  arena->original.free_pool(cinfo, pool);
}

void cjpeg_arena_install(j_common_ptr cinfo) {
  cjpeg_arena *arena = cinfo->client_data;
  arena->original = *cinfo->mem;
  cinfo->mem->alloc_small = alloc_small;
  cinfo->mem->alloc_large = alloc_large;
  cinfo->mem->alloc_sarray = alloc_sarray;
  cinfo->mem->alloc_barray = alloc_barray;
  cinfo->mem->free_pool = free_pool;
}

void cjpeg_arena_free(cjpeg_arena *arena) {
  while (arena->chunks) {
    cjpeg_chunk *next = arena->chunks->next;
    free(arena->chunks->data);
    free(arena->chunks);
    arena->chunks = next;
  }
}
