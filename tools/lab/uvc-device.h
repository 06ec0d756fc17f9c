// What the webcam says about itself: USB descriptors and class requests on endpoint 0.
// Sources: USB 2.0 chapter 9; USB Video Class 1.0, chapters 3 (descriptors) and 4 (requests).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    UVC_MAX_SIZES = 4,
    UVC_MAX_PAYLOAD = 16384,
    UVC_FIRST_PAYLOAD = 512,
    UVC_PAYLOAD_HEADER = 12,
    UVC_CLOCK_HZ = 48000000,
    UVC_BULK_ENDPOINT = 1,
    UVC_CONTROL_LIMIT = 4096,
    UVC_PROBE_LENGTH = 26,
    UVC_STALL = -1,
};

struct uvc_size {
    uint16_t width, height;
};

/// A frame descriptor's index (from 1) and an interval in units of 100 ns.
struct uvc_mode {
    uint8_t frame_index;
    uint32_t interval;
};

struct uvc_control {
    const char *name;
    uint8_t selector, length;
    int16_t minimum, maximum, resolution, preset, current;
};

struct uvc_device {
    const char *manufacturer, *product, *serial;
    struct uvc_size sizes[UVC_MAX_SIZES];
    size_t size_count;
    uint32_t default_interval;
    struct uvc_control controls[3];
    struct uvc_mode probe, committed;
    uint8_t last_error;
    bool started;  ///< A mode was committed and the stream not ended since.
};

void uvc_device_init(struct uvc_device *device);

/// Bytes that the host is told a frame can have at most: 2 bytes a pixel.
uint32_t uvc_frame_limit(struct uvc_size size);

/// Answers one transfer on endpoint 0. `data` holds the host's bytes (`length` of them) or takes the
/// answer (`capacity` bytes at least `wLength`). Returns the bytes moved, or `UVC_STALL`.
int uvc_device_control(struct uvc_device *device, const uint8_t setup[8], uint8_t *data, size_t capacity);
