// The pictures that a webcam sends, and the ways in which it can spoil them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uvc-device.h"

struct frame {
    uint8_t *bytes;
    size_t length;
};

struct frame_set {
    struct frame *frames;
    size_t count;
};

enum fault {
    FAULT_NONE, FAULT_CUT, FAULT_NO_EOI, FAULT_NO_DHT, FAULT_EMPTY, FAULT_BLANK, FAULT_DOUBLED,
    FAULT_ERROR_BIT, FAULT_GARBLE,
};

/// Reads the JPEG files of a folder in the order of their names. Ends the program with a message when one
/// isn't a JPEG of the given size or too big to be sent.
struct frame_set frame_set_load(const char *folder, struct uvc_size size);

/// The fault of that name, or `FAULT_NONE`.
enum fault fault_named(const char *name);
const char *fault_name(enum fault fault);

/// Writes the frame with the fault applied and returns its length, at most twice the frame's.
size_t fault_apply(enum fault fault, struct frame frame, uint32_t seed, uint8_t *out, size_t capacity);
