// Memory for one libjpeg object, kept from picture to picture.
#ifndef CJPEG_ARENA_H
#define CJPEG_ARENA_H

#include <stddef.h>
#include <stdio.h>
// stdio comes before jpeglib, which uses FILE and size_t without including it.
#include <jpeglib.h>

typedef struct cjpeg_chunk cjpeg_chunk;

typedef struct {
  struct jpeg_memory_mgr original;
  cjpeg_chunk *chunks;  // newest first
  size_t total;         // bytes handed out for the current picture
} cjpeg_arena;

/// Puts the arena in front of the object's memory manager. `cinfo->client_data` must point to the arena.
void cjpeg_arena_install(j_common_ptr cinfo);
/// Frees the arena's memory. Call it after jpeg_destroy.
void cjpeg_arena_free(cjpeg_arena *arena);

#endif
