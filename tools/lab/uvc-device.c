#include "uvc-device.h"

#include <string.h>

#include "lab-log.h"

enum { GET_STATUS = 0, CLEAR_FEATURE = 1, SET_FEATURE = 3, GET_DESCRIPTOR = 6, GET_CONFIGURATION = 8,
       SET_CONFIGURATION = 9, GET_INTERFACE = 10, SET_INTERFACE = 11 };
enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF };
enum { ERROR_NONE = 0, ERROR_OUT_OF_RANGE = 4, ERROR_INVALID_UNIT = 5, ERROR_INVALID_CONTROL = 6,
       ERROR_INVALID_REQUEST = 7 };
enum { PROCESSING_UNIT = 2, INTERVAL_30_FPS = 333333, INTERVAL_15_FPS = 666666 };

static const uint32_t intervals[] = {INTERVAL_30_FPS, INTERVAL_15_FPS};
enum { INTERVAL_COUNT = sizeof intervals / sizeof intervals[0] };

// A descriptor under construction: every write is bounded, an overflow only sets a flag.
struct writer {
    uint8_t *bytes;
    size_t capacity, used;
    bool overflow;
};

static void put8(struct writer *w, unsigned value) {
    if (w->used < w->capacity) w->bytes[w->used++] = (uint8_t)value;
    else w->overflow = true;
}

static void put16(struct writer *w, unsigned value) {
    put8(w, value & 0xFF);
    put8(w, value >> 8 & 0xFF);
}

static void put32(struct writer *w, uint32_t value) {
    put16(w, value & 0xFFFF);
    put16(w, value >> 16);
}

static void put_bytes(struct writer *w, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) put8(w, bytes[i]);
}

static void patch16(struct writer *w, size_t at, size_t value) {
    if (at + 2 > w->used) return;
    w->bytes[at] = (uint8_t)value;
    w->bytes[at + 1] = (uint8_t)(value >> 8);
}

void uvc_device_init(struct uvc_device *device) {
    memset(device, 0, sizeof *device);
    device->default_interval = INTERVAL_15_FPS;
    device->controls[0] = (struct uvc_control){"brightness", 0x02, 2, -64, 64, 1, 0, 0};
    device->controls[1] = (struct uvc_control){"contrast", 0x03, 2, 0, 95, 1, 32, 32};
    device->controls[2] = (struct uvc_control){"power_line_frequency", 0x05, 1, 0, 2, 1, 1, 1};
}

uint32_t uvc_frame_limit(struct uvc_size size) { return (uint32_t)size.width * size.height * 2; }

static void write_device(const struct uvc_device *device, struct writer *w) {
    put8(w, 18), put8(w, 1), put16(w, 0x0200);
    put8(w, 0xEF), put8(w, 2), put8(w, 1), put8(w, 64);  // miscellaneous, interface association
    put16(w, 0x1209), put16(w, 0x0001), put16(w, 0x0100);  // pid.codes' vendor, its product for tests
    put8(w, 1), put8(w, 2), put8(w, device->serial[0] ? 3 : 0), put8(w, 1);
}

static void write_video_control(struct writer *w) {
    put_bytes(w, (const uint8_t[]){9, 4, 0, 0, 0, 0x0E, 1, 0, 2}, 9);
    size_t header = w->used;
    put8(w, 13), put8(w, 0x24), put8(w, 1), put16(w, 0x0100), put16(w, 0);
    put32(w, UVC_CLOCK_HZ), put8(w, 1), put8(w, 1);
    // Camera terminal 1 without lens controls → processing unit 2 → output terminal 3.
    put8(w, 18), put8(w, 0x24), put8(w, 2), put8(w, 1), put16(w, 0x0201), put8(w, 0), put8(w, 0);
    put16(w, 0), put16(w, 0), put16(w, 0), put8(w, 3), put8(w, 0), put8(w, 0), put8(w, 0);
    put8(w, 11), put8(w, 0x24), put8(w, 5), put8(w, PROCESSING_UNIT), put8(w, 1), put16(w, 0);
    put8(w, 2), put16(w, 1u << 0 | 1u << 1 | 1u << 10), put8(w, 0);
    put8(w, 9), put8(w, 0x24), put8(w, 3), put8(w, 3), put16(w, 0x0101), put8(w, 0), put8(w, 2), put8(w, 0);
    patch16(w, header + 5, w->used - header);
}

static void write_frame(const struct uvc_device *device, size_t index, struct writer *w) {
    struct uvc_size size = device->sizes[index];
    put8(w, 26 + 4 * INTERVAL_COUNT), put8(w, 0x24), put8(w, 7), put8(w, (unsigned)index + 1), put8(w, 0);
    put16(w, size.width), put16(w, size.height);
    put32(w, uvc_frame_limit(size) * 8 * 15), put32(w, uvc_frame_limit(size) * 8 * 30);
    put32(w, uvc_frame_limit(size)), put32(w, device->default_interval), put8(w, INTERVAL_COUNT);
    for (size_t i = 0; i < INTERVAL_COUNT; i++) put32(w, intervals[i]);
}

static void write_video_streaming(const struct uvc_device *device, struct writer *w) {
    put_bytes(w, (const uint8_t[]){9, 4, 1, 0, 1, 0x0E, 2, 0, 0}, 9);
    size_t header = w->used;
    put8(w, 14), put8(w, 0x24), put8(w, 1), put8(w, 1), put16(w, 0), put8(w, 0x80 | UVC_BULK_ENDPOINT);
    put_bytes(w, (const uint8_t[]){0, 3, 0, 0, 0, 1, 0}, 7);
    put8(w, 11), put8(w, 0x24), put8(w, 6), put8(w, 1), put8(w, (unsigned)device->size_count);
    put_bytes(w, (const uint8_t[]){0, 1, 0, 0, 0, 0}, 6);
    for (size_t i = 0; i < device->size_count; i++) write_frame(device, i, w);
    put_bytes(w, (const uint8_t[]){6, 0x24, 0x0D, 1, 1, 4}, 6);  // BT.709 primaries, BT.601 matrix
    patch16(w, header + 4, w->used - header);
    put_bytes(w, (const uint8_t[]){7, 5, 0x80 | UVC_BULK_ENDPOINT, 2, 0x00, 0x02, 0}, 7);  // bulk, 512 bytes
}

static void write_configuration(const struct uvc_device *device, struct writer *w) {
    put_bytes(w, (const uint8_t[]){9, 2, 0, 0, 2, 1, 0, 0x80, 250}, 9);
    put_bytes(w, (const uint8_t[]){8, 11, 0, 2, 0x0E, 3, 0, 2}, 8);
    write_video_control(w);
    write_video_streaming(device, w);
    patch16(w, 2, w->used);
}

static void write_string(const struct uvc_device *device, unsigned index, struct writer *w) {
    if (index == 0) {
        put_bytes(w, (const uint8_t[]){4, 3, 0x09, 0x04}, 4);  // English (United States)
        return;
    }
    const char *text = index == 1 ? device->manufacturer : index == 2 ? device->product : device->serial;
    size_t length = strnlen(text, 126);
    put8(w, (unsigned)(2 + 2 * length)), put8(w, 3);
    for (size_t i = 0; i < length; i++) put16(w, (unsigned char)text[i]);
}

static int get_descriptor(const struct uvc_device *device, unsigned value, uint8_t *data, size_t wanted) {
    uint8_t bytes[1024];
    struct writer w = {bytes, sizeof bytes, 0, false};
    unsigned type = value >> 8, index = value & 0xFF;
    if (type == 1) write_device(device, &w);
    else if (type == 2 && index == 0) write_configuration(device, &w);
    else if (type == 3 && index <= (device->serial[0] ? 3u : 2u)) write_string(device, index, &w);
    else return UVC_STALL;  // among them the device qualifier: there is no full-speed mode
    if (w.overflow) return UVC_STALL;
    size_t count = w.used < wanted ? w.used : wanted;
    memcpy(data, bytes, count);
    return (int)count;
}

// MARK: Probe and commit

static void write_probe(const struct uvc_device *device, struct uvc_mode mode, uint8_t *data) {
    struct writer w = {data, UVC_PROBE_LENGTH, 0, false};
    put16(&w, 1), put8(&w, 1), put8(&w, mode.frame_index), put32(&w, mode.interval);
    for (int i = 0; i < 5; i++) put16(&w, 0);
    put32(&w, uvc_frame_limit(device->sizes[mode.frame_index - 1]));
    put32(&w, UVC_MAX_PAYLOAD);
}

static struct uvc_mode read_probe(const struct uvc_device *device, const uint8_t *data) {
    uint32_t asked = data[4] | (uint32_t)data[5] << 8 | (uint32_t)data[6] << 16 | (uint32_t)data[7] << 24;
    struct uvc_mode mode = {data[3], intervals[0]};
    if (mode.frame_index < 1 || mode.frame_index > device->size_count) mode.frame_index = 1;
    if (asked == 0) asked = device->default_interval;
    for (size_t i = 1; i < INTERVAL_COUNT; i++) {
        uint32_t now = asked > mode.interval ? asked - mode.interval : mode.interval - asked;
        uint32_t other = asked > intervals[i] ? asked - intervals[i] : intervals[i] - asked;
        if (other < now) mode.interval = intervals[i];
    }
    return mode;
}

static int stream_request(struct uvc_device *device, unsigned request, unsigned selector, uint8_t *data,
                          size_t length) {
    struct uvc_mode *mode = selector == 1 ? &device->probe : &device->committed;
    if (selector != 1 && selector != 2) return UVC_STALL;
    if (mode->frame_index == 0) *mode = (struct uvc_mode){1, device->default_interval};
    if (request == GET_INFO && length >= 1) return data[0] = 3, 1;
    if (request == GET_LEN && length >= 2) return data[0] = UVC_PROBE_LENGTH, data[1] = 0, 2;
    if (length < UVC_PROBE_LENGTH) return UVC_STALL;
    struct uvc_mode answer = *mode;
    switch (request) {
        case SET_CUR:
            *mode = read_probe(device, data);
            if (selector == 2) {
                device->started = true;
                struct uvc_size size = device->sizes[mode->frame_index - 1];
                lab_log("committed %ux%u, interval %u", size.width, size.height, mode->interval);
            }
            return UVC_PROBE_LENGTH;
        case GET_CUR: break;
        case GET_MIN: answer = (struct uvc_mode){1, INTERVAL_30_FPS}; break;
        case GET_MAX: answer = (struct uvc_mode){(uint8_t)device->size_count, INTERVAL_15_FPS}; break;
        case GET_DEF: answer = (struct uvc_mode){1, device->default_interval}; break;
        default: return UVC_STALL;
    }
    write_probe(device, answer, data);
    return UVC_PROBE_LENGTH;
}

// MARK: Controls

static int unit_request(struct uvc_device *device, unsigned request, unsigned selector, uint8_t *data,
                        size_t length) {
    struct uvc_control *control = NULL;
    for (size_t i = 0; i < sizeof device->controls / sizeof device->controls[0]; i++) {
        if (device->controls[i].selector == selector) control = &device->controls[i];
    }
    device->last_error = ERROR_INVALID_CONTROL;
    if (!control) return UVC_STALL;
    device->last_error = ERROR_NONE;
    if (request == GET_INFO && length >= 1) return data[0] = 3, 1;
    if (request == GET_LEN && length >= 2) return data[0] = control->length, data[1] = 0, 2;
    device->last_error = ERROR_INVALID_REQUEST;
    if (length < control->length) return UVC_STALL;
    int16_t value = 0;
    switch (request) {
        case SET_CUR:
            value = control->length == 1 ? data[0] : (int16_t)(data[0] | data[1] << 8);
            device->last_error = ERROR_OUT_OF_RANGE;
            if (value < control->minimum || value > control->maximum) return UVC_STALL;
            control->current = value;
            device->last_error = ERROR_NONE;
            lab_log("control %s = %d", control->name, value);
            return control->length;
        case GET_CUR: value = control->current; break;
        case GET_MIN: value = control->minimum; break;
        case GET_MAX: value = control->maximum; break;
        case GET_RES: value = control->resolution; break;
        case GET_DEF: value = control->preset; break;
        default: return UVC_STALL;
    }
    device->last_error = ERROR_NONE;
    data[0] = (uint8_t)value;
    if (control->length == 2) data[1] = (uint8_t)((uint16_t)value >> 8);
    return control->length;
}

static int class_request(struct uvc_device *device, unsigned request, unsigned value, unsigned index,
                         uint8_t *data, size_t length) {
    unsigned selector = value >> 8, interface = index & 0xFF, entity = index >> 8;
    if (interface == 1 && entity == 0) return stream_request(device, request, selector, data, length);
    if (interface == 0 && entity == PROCESSING_UNIT) return unit_request(device, request, selector, data, length);
    if (interface == 0 && entity == 0 && selector == 2 && request == GET_CUR && length >= 1) {
        return data[0] = device->last_error, 1;
    }
    device->last_error = ERROR_INVALID_UNIT;
    return UVC_STALL;
}

int uvc_device_control(struct uvc_device *device, const uint8_t setup[8], uint8_t *data, size_t capacity) {
    unsigned type = setup[0], request = setup[1];
    unsigned value = setup[2] | (unsigned)setup[3] << 8, index = setup[4] | (unsigned)setup[5] << 8;
    size_t length = setup[6] | (size_t)setup[7] << 8;
    if (length > capacity) return UVC_STALL;
    if ((type & 0x60) == 0x20) return class_request(device, request, value, index, data, length);
    if ((type & 0x60) != 0) return UVC_STALL;
    switch (request) {
        case GET_DESCRIPTOR: return get_descriptor(device, value, data, length);
        case GET_STATUS: return length >= 2 ? (data[0] = data[1] = 0, 2) : UVC_STALL;
        case GET_CONFIGURATION: return length >= 1 ? (data[0] = 1, 1) : UVC_STALL;
        case GET_INTERFACE: return length >= 1 ? (data[0] = 0, 1) : UVC_STALL;
        case SET_INTERFACE: return value == 0 ? 0 : UVC_STALL;
        case CLEAR_FEATURE:
            // uvcvideo ends a bulk stream by clearing the endpoint's halt.
            if (type == 0x02 && index == (0x80 | UVC_BULK_ENDPOINT)) device->started = false;
            return 0;
        case SET_CONFIGURATION: case SET_FEATURE: return 0;
        default: return UVC_STALL;
    }
}
