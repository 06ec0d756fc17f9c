// The assembler takes the files in; no compiler parses them. Asking whether a file is there also enters it among the files
// that this object is made of, so that a change of it has the object made anew.
#include "CData.h"

#include <string.h>

#define FILES(each)                                             \
  each("Batch/Recipes/kubernetes.yaml")                         \
  each("Batch/Recipes/parallel.sh")                             \
  each("Batch/Recipes/slurm.sh")                                \
  each("GlassChrome/Icons/Drawings/arrow.clockwise.svg")        \
  each("GlassChrome/Icons/Drawings/backward.svg")               \
  each("GlassChrome/Icons/Drawings/battery.svg")                \
  each("GlassChrome/Icons/Drawings/bell.svg")                   \
  each("GlassChrome/Icons/Drawings/bolt.fill.svg")              \
  each("GlassChrome/Icons/Drawings/bolt.svg")                   \
  each("GlassChrome/Icons/Drawings/camera.back.fill.svg")       \
  each("GlassChrome/Icons/Drawings/camera.back.svg")            \
  each("GlassChrome/Icons/Drawings/camera.dual.fill.svg")       \
  each("GlassChrome/Icons/Drawings/camera.dual.svg")            \
  each("GlassChrome/Icons/Drawings/camera.fill.svg")            \
  each("GlassChrome/Icons/Drawings/camera.front.fill.svg")      \
  each("GlassChrome/Icons/Drawings/camera.front.svg")           \
  each("GlassChrome/Icons/Drawings/camera.svg")                 \
  each("GlassChrome/Icons/Drawings/checkmark.svg")              \
  each("GlassChrome/Icons/Drawings/chevron.down.svg")           \
  each("GlassChrome/Icons/Drawings/chevron.left.svg")           \
  each("GlassChrome/Icons/Drawings/chevron.right.svg")          \
  each("GlassChrome/Icons/Drawings/chevron.up.svg")             \
  each("GlassChrome/Icons/Drawings/contrast.svg")               \
  each("GlassChrome/Icons/Drawings/document.svg")               \
  each("GlassChrome/Icons/Drawings/ellipsis.svg")               \
  each("GlassChrome/Icons/Drawings/export.svg")                 \
  each("GlassChrome/Icons/Drawings/exposure.svg")               \
  each("GlassChrome/Icons/Drawings/eye.svg")                    \
  each("GlassChrome/Icons/Drawings/flag.svg")                   \
  each("GlassChrome/Icons/Drawings/flame.svg")                  \
  each("GlassChrome/Icons/Drawings/flip.svg")                   \
  each("GlassChrome/Icons/Drawings/focus.svg")                  \
  each("GlassChrome/Icons/Drawings/folder.fill.svg")            \
  each("GlassChrome/Icons/Drawings/folder.svg")                 \
  each("GlassChrome/Icons/Drawings/forward.svg")                \
  each("GlassChrome/Icons/Drawings/gain.svg")                   \
  each("GlassChrome/Icons/Drawings/gear.fill.svg")              \
  each("GlassChrome/Icons/Drawings/gear.svg")                   \
  each("GlassChrome/Icons/Drawings/globe.svg")                  \
  each("GlassChrome/Icons/Drawings/grid.fill.svg")              \
  each("GlassChrome/Icons/Drawings/grid.svg")                   \
  each("GlassChrome/Icons/Drawings/heart.fill.svg")             \
  each("GlassChrome/Icons/Drawings/heart.svg")                  \
  each("GlassChrome/Icons/Drawings/house.fill.svg")             \
  each("GlassChrome/Icons/Drawings/house.svg")                  \
  each("GlassChrome/Icons/Drawings/info.svg")                   \
  each("GlassChrome/Icons/Drawings/keep.fill.svg")              \
  each("GlassChrome/Icons/Drawings/keep.svg")                   \
  each("GlassChrome/Icons/Drawings/level.fill.svg")             \
  each("GlassChrome/Icons/Drawings/level.svg")                  \
  each("GlassChrome/Icons/Drawings/library.fill.svg")           \
  each("GlassChrome/Icons/Drawings/library.svg")                \
  each("GlassChrome/Icons/Drawings/link.svg")                   \
  each("GlassChrome/Icons/Drawings/location.svg")               \
  each("GlassChrome/Icons/Drawings/lock.svg")                   \
  each("GlassChrome/Icons/Drawings/map.svg")                    \
  each("GlassChrome/Icons/Drawings/message.fill.svg")           \
  each("GlassChrome/Icons/Drawings/message.svg")                \
  each("GlassChrome/Icons/Drawings/mic.svg")                    \
  each("GlassChrome/Icons/Drawings/minus.svg")                  \
  each("GlassChrome/Icons/Drawings/moon.fill.svg")              \
  each("GlassChrome/Icons/Drawings/moon.svg")                   \
  each("GlassChrome/Icons/Drawings/music.fill.svg")             \
  each("GlassChrome/Icons/Drawings/music.svg")                  \
  each("GlassChrome/Icons/Drawings/pause.svg")                  \
  each("GlassChrome/Icons/Drawings/pencil.svg")                 \
  each("GlassChrome/Icons/Drawings/person.fill.svg")            \
  each("GlassChrome/Icons/Drawings/person.svg")                 \
  each("GlassChrome/Icons/Drawings/photo.fill.svg")             \
  each("GlassChrome/Icons/Drawings/photo.svg")                  \
  each("GlassChrome/Icons/Drawings/play.svg")                   \
  each("GlassChrome/Icons/Drawings/plus.svg")                   \
  each("GlassChrome/Icons/Drawings/record.fill.svg")            \
  each("GlassChrome/Icons/Drawings/record.svg")                 \
  each("GlassChrome/Icons/Drawings/search.svg")                 \
  each("GlassChrome/Icons/Drawings/share.svg")                  \
  each("GlassChrome/Icons/Drawings/sidebar.svg")                \
  each("GlassChrome/Icons/Drawings/sparkles.svg")               \
  each("GlassChrome/Icons/Drawings/speaker.svg")                \
  each("GlassChrome/Icons/Drawings/stop.svg")                   \
  each("GlassChrome/Icons/Drawings/sun.svg")                    \
  each("GlassChrome/Icons/Drawings/template.svg")               \
  each("GlassChrome/Icons/Drawings/text.size.svg")              \
  each("GlassChrome/Icons/Drawings/thermometer.svg")            \
  each("GlassChrome/Icons/Drawings/timelapse.fill.svg")         \
  each("GlassChrome/Icons/Drawings/timelapse.svg")              \
  each("GlassChrome/Icons/Drawings/timer.fill.svg")             \
  each("GlassChrome/Icons/Drawings/timer.svg")                  \
  each("GlassChrome/Icons/Drawings/trash.svg")                  \
  each("GlassChrome/Icons/Drawings/video.fill.svg")             \
  each("GlassChrome/Icons/Drawings/video.svg")                  \
  each("GlassChrome/Icons/Drawings/warning.svg")                \
  each("GlassChrome/Icons/Drawings/wifi.svg")                   \
  each("GlassChrome/Icons/Drawings/xmark.svg")                  \
  each("GlassChrome/Icons/Drawings/zoom.svg")                   \
  each("HUDGeometry/Templates/Drawings/bottle.icon.svg")        \
  each("HUDGeometry/Templates/Drawings/bottle.svg")             \
  each("HUDGeometry/Templates/Drawings/couple.icon.svg")        \
  each("HUDGeometry/Templates/Drawings/couple.svg")             \
  each("HUDGeometry/Templates/Drawings/full-body.icon.svg")     \
  each("HUDGeometry/Templates/Drawings/full-body.svg")          \
  each("HUDGeometry/Templates/Drawings/group.icon.svg")         \
  each("HUDGeometry/Templates/Drawings/group.svg")              \
  each("HUDGeometry/Templates/Drawings/half-body.icon.svg")     \
  each("HUDGeometry/Templates/Drawings/half-body.svg")          \
  each("HUDGeometry/Templates/Drawings/hands.icon.svg")         \
  each("HUDGeometry/Templates/Drawings/hands.svg")              \
  each("HUDGeometry/Templates/Drawings/plate.icon.svg")         \
  each("HUDGeometry/Templates/Drawings/plate.svg")              \
  each("HUDGeometry/Templates/Drawings/portrait.icon.svg")      \
  each("HUDGeometry/Templates/Drawings/portrait.svg")           \
  each("HUDGeometry/Templates/Drawings/product.icon.svg")       \
  each("HUDGeometry/Templates/Drawings/product.svg")            \
  each("HUDGeometry/Templates/Drawings/profile-left.icon.svg")  \
  each("HUDGeometry/Templates/Drawings/profile-left.svg")       \
  each("HUDGeometry/Templates/Drawings/seated.icon.svg")        \
  each("HUDGeometry/Templates/Drawings/seated.svg")             \
  each("Screen/Words/ar.json")                                  \
  each("Screen/Words/de.json")                                  \
  each("Screen/Words/en.json")                                  \
  each("Screen/Words/es.json")                                  \
  each("Screen/Words/zh.json")                                  \
  each("Settings/Shells/complete.bash")                         \
  each("Settings/Shells/complete.fish")                         \
  each("Settings/Shells/complete.zsh")                          \
  each("Showroom/Contrast/Photographs/art.jpg")                 \
  each("Showroom/Contrast/Photographs/foliage.jpg")             \
  each("Showroom/Contrast/Photographs/skin.jpg")                \
  each("Showroom/Contrast/Photographs/sky.jpg")                 \
  each("Viewer/Page/booth.html")                                \
  each("Viewer/Page/login.html")                                \
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
