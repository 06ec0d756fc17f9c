#include "frame-set.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab-log.h"

static const char *const names[] = {
    "none", "cut", "no-eoi", "no-dht", "empty", "blank", "doubled", "error-bit", "garble",
};

enum fault fault_named(const char *name) {
    for (size_t i = 1; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) return (enum fault)i;
    }
    return FAULT_NONE;
}

const char *fault_name(enum fault fault) { return names[fault]; }

// Walks the segments between SOI and the scan. Returns where the segment at `at` ends, 0 when there is none.
static size_t segment_end(struct frame frame, size_t at) {
    if (at + 4 > frame.length || frame.bytes[at] != 0xFF) return 0;
    size_t end = at + 2 + ((size_t)frame.bytes[at + 2] << 8 | frame.bytes[at + 3]);
    return end <= frame.length ? end : 0;
}

static bool has_size(struct frame frame, struct uvc_size size) {
    if (frame.length < 4 || frame.bytes[0] != 0xFF || frame.bytes[1] != 0xD8) return false;
    for (size_t at = 2, end; (end = segment_end(frame, at)) != 0; at = end) {
        if (frame.bytes[at + 1] != 0xC0 || end - at < 9) continue;
        return (frame.bytes[at + 5] << 8 | frame.bytes[at + 6]) == size.height
            && (frame.bytes[at + 7] << 8 | frame.bytes[at + 8]) == size.width;
    }
    return false;
}

// Where the entropy-coded data begin; 0 when there is no scan.
static size_t scan_start(struct frame frame) {
    for (size_t at = 2, end; (end = segment_end(frame, at)) != 0; at = end) {
        if (frame.bytes[at + 1] == 0xDA) return end;
    }
    return 0;
}

static struct frame read_file(const char *path, size_t limit) {
    FILE *file = fopen(path, "rb");
    if (!file) lab_die("%s: %s", path, strerror(errno));
    struct frame frame = {malloc(limit + 1), 0};
    if (!frame.bytes) lab_die("out of memory");
    frame.length = fread(frame.bytes, 1, limit + 1, file);
    if (ferror(file)) lab_die("%s: %s", path, strerror(errno));
    fclose(file);
    if (frame.length > limit) lab_die("%s: more than %zu bytes", path, limit);
    uint8_t *fitted = realloc(frame.bytes, frame.length ? frame.length : 1);
    if (fitted) frame.bytes = fitted;
    return frame;
}

static int is_jpeg(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && (strcmp(dot, ".jpg") == 0 || strcmp(dot, ".jpeg") == 0);
}

struct frame_set frame_set_load(const char *folder, struct uvc_size size) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_jpeg, alphasort);
    if (count <= 0) lab_die("%s: no .jpg files", folder);
    struct frame_set set = {calloc((size_t)count, sizeof *set.frames), (size_t)count};
    if (!set.frames) lab_die("out of memory");
    for (int i = 0; i < count; i++) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (length < 0 || (size_t)length >= sizeof path) lab_die("%s: path too long", folder);
        // Half of the limit that the host is told, so that a doubled frame fits.
        set.frames[i] = read_file(path, uvc_frame_limit(size) / 2);
        if (!has_size(set.frames[i], size)) lab_die("%s: not a JPEG of %ux%u", path, size.width, size.height);
        free(entries[i]);
    }
    free(entries);
    return set;
}

static size_t without_tables(struct frame frame, uint8_t *out) {
    memcpy(out, frame.bytes, 2);
    size_t at = 2, used = 2;
    for (size_t end; (end = segment_end(frame, at)) != 0; at = end) {
        if (frame.bytes[at + 1] == 0xC4) continue;
        memcpy(out + used, frame.bytes + at, end - at);
        used += end - at;
        if (frame.bytes[at + 1] == 0xDA) {
            at = end;
            break;
        }
    }
    memcpy(out + used, frame.bytes + at, frame.length - at);
    return used + frame.length - at;
}

static void garble(struct frame frame, uint32_t seed, uint8_t *out) {
    size_t start = scan_start(frame);
    if (start == 0 || start + 2 >= frame.length) return;
    uint32_t state = seed * 2654435761u + 1;
    for (int i = 0; i < 16; i++) {
        state = state * 1664525u + 1013904223u;
        out[start + (state >> 8) % (frame.length - 2 - start)] ^= (uint8_t)(1 + (state & 0x7F));
    }
}

size_t fault_apply(enum fault fault, struct frame frame, uint32_t seed, uint8_t *out, size_t capacity) {
    if (frame.length < 4 || capacity < 2 * frame.length) return 0;
    memcpy(out, frame.bytes, frame.length);
    switch (fault) {
        case FAULT_CUT: return frame.length / 2;
        case FAULT_NO_EOI: return frame.length - 2;
        case FAULT_NO_DHT: return without_tables(frame, out);
        case FAULT_EMPTY: return 0;
        case FAULT_BLANK: memcpy(out, "\xFF\xD8\xFF\xD9", 4); return 4;
        case FAULT_DOUBLED: memcpy(out + frame.length, frame.bytes, frame.length); return 2 * frame.length;
        case FAULT_GARBLE: garble(frame, seed, out); return frame.length;
        case FAULT_NONE: case FAULT_ERROR_BIT: return frame.length;
    }
    return frame.length;
}
