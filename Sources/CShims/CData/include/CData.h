// Files of Sources that are part of the program as they are: words, pages, photographs, drawings.
#ifndef CDATA_H
#define CDATA_H

#include <stddef.h>
#include <stdint.h>

// The bytes of a file, called by its path in Sources, and how many they are; NULL if there is none of this name.
const uint8_t *cdata_file(const char *name, size_t *count);
// The names of all files, in the order of data.c; NULL after the last one.
const char *cdata_name(int index);

#endif
