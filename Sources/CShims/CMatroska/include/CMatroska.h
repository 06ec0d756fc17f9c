// Writes Matroska films of Motion JPEG with libmatroska: a video track, a text track, chapters.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CMatroskaFilm CMatroskaFilm;

// What is known before the first picture. Texts are UTF-8 and end with 0.
typedef struct {
  int width, height;
  const char *title;
  // The writing program, with its version.
  const char *program;
  // When the film begins, in nanoseconds since 1970; INT64_MIN if unknown.
  int64_t begins;
  // Whether the file is a pipe: nothing in it can be completed at the end.
  int is_pipe;
} CMatroskaAbout;

// Writes a film's head to an empty file or a pipe, which stays the caller's. On failure, NULL, and an errno in `code`.
CMatroskaFilm *cmatroska_begin(int file, const CMatroskaAbout *about, int *code);

// Adds a picture as one complete cluster, so that a film that ends here can be played up to here.
//
// Times are nanoseconds from the film's beginning, with microsecond precision; they must not go back. The text is shown for as long
// as `lasts`, unless empty. 0, or an errno: the file is then as it was before the call.
int cmatroska_add(CMatroskaFilm *film, int64_t time, const uint8_t *jpeg, size_t bytes, const char *text, int64_t lasts);

// Begins a chapter at the next picture. 0 or an errno.
int cmatroska_chapter(CMatroskaFilm *film, int64_t time, const char *title);

// Writes index and chapters, and completes the head. The film takes no more pictures.
//
// `end`: when the last picture ends. 0 or an errno, though the film can still be played.
int cmatroska_finish(CMatroskaFilm *film, int64_t end);

// Bytes written so far.
int64_t cmatroska_bytes(const CMatroskaFilm *film);

void cmatroska_free(CMatroskaFilm *film);

#ifdef __cplusplus
}
#endif
