// The assembler takes the files in; no compiler parses them. Asking whether a file is there also enters it among the files
// that this object is made of, so that a change of it has the object made anew.
#include "CData.h"

#include <string.h>

#define FILES(each)                            \
  each("Batch/Recipes/kubernetes.yaml")        \
  each("Batch/Recipes/parallel.sh")            \
  each("Batch/Recipes/slurm.sh")               \
  each("Screen/Words/ar.json")                 \
  each("Screen/Words/de.json")                 \
  each("Screen/Words/en.json")                 \
  each("Screen/Words/es.json")                 \
  each("Screen/Words/zh.json")                 \
  each("Showroom/Contrast/Photographs/art.jpg")     \
  each("Showroom/Contrast/Photographs/foliage.jpg") \
  each("Showroom/Contrast/Photographs/skin.jpg")    \
  each("Showroom/Contrast/Photographs/sky.jpg")     \
  each("Viewer/Page/login.html")               \
  each("Viewer/Page/page.html")

#define IS_THERE(file) __has_include(file) &&
#if !(FILES(IS_THERE) 1)
#error "a file is missing"
#endif

typedef struct {
  const char *name;
  const uint8_t *bytes;
  uint64_t count;
} entry;

// A name, the bytes, and a row of the table, each in a section of its own.
#define TAKE(file)                                            \
  ".pushsection .rodata.cdata_names,\"a\",%progbits\n"        \
  "1: .asciz \"" file "\"\n"                                  \
  ".popsection\n"                                             \
  ".pushsection .rodata.cdata_bytes,\"a\",%progbits\n"        \
  ".balign 16\n"                                              \
  "2: .incbin \"" file "\"\n"                                 \
  "3:\n"                                                      \
  ".popsection\n"                                             \
  ".quad 1b, 2b, 3b - 2b\n"

__asm__(".pushsection .data.rel.ro.cdata_table,\"aw\",%progbits\n"
        ".balign 8\n"
        ".globl cdata_table\n"
        ".hidden cdata_table\n"
        ".type cdata_table,%object\n"
        "cdata_table:\n" FILES(TAKE) ".quad 0, 0, 0\n"
        ".size cdata_table, . - cdata_table\n"
        ".popsection");
extern const entry cdata_table[] __attribute__((visibility("hidden")));

const uint8_t *cdata_file(const char *name, size_t *count) {
  for (const entry *each = cdata_table; each->name; each++) {
    if (strcmp(each->name, name) == 0) {
      *count = each->count;
      return each->bytes;
    }
  }
  return NULL;
}

const char *cdata_name(int index) { return cdata_table[index].name; }
