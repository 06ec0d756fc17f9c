// A USB webcam as a process: it answers the transfers that the kernel's vhci_hcd asks for over a socket, so
// that the real uvcvideo driver makes a /dev/videoN of it.
//
// Protocol: Documentation/usb/usbip_protocol.rst (48-byte big-endian headers, CMD_SUBMIT and CMD_UNLINK).
// Video: USB Video Class 1.0, one bulk endpoint, MJPEG payloads with a 12-byte header: flags, PTS, SCR.
//
//   uvc-webcam --port 0 --serial CAM-A --product NAME --frames 640x360=FOLDER --control FIFO --state FILE --truth FILE
//
// Commands, one a line in the FIFO: plug, unplug, ok, stall SECONDS, or a fault's name and a count of frames.
// After each of them the state file is written anew: "COUNT ok" or "COUNT error: …". The truth file has a line for each
// frame of the latest stream: its number, and when it was exposed, in nanoseconds of the monotonic clock.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "frame-set.h"
#include "lab-log.h"
#include "uvc-device.h"

enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
enum { HEADER_WORDS = 12, HEADER_BYTES = 4 * HEADER_WORDS, PENDING_LIMIT = 64, HIGH_SPEED = 3 };
enum { HEADER_EOH = 0x80, HEADER_ERROR = 0x40, HEADER_SCR = 0x08, HEADER_PTS = 0x04,
       HEADER_EOF = 0x02, HEADER_FID = 0x01 };
// A frame is sent up to so long after it was exposed, as if it were compressed meanwhile.
enum { LONGEST_DELAY_NS = 8000000 };

struct request {
    uint32_t sequence, length;
};

struct webcam {
    struct uvc_device device;
    struct frame_set frames[UVC_MAX_SIZES];
    const char *vhci, *state_path;
    unsigned port;
    int socket;  ///< -1 while unplugged.
    int control;
    char line[256];
    size_t line_length;
    unsigned commands;

    struct request pending[PENDING_LIMIT];  ///< Bulk transfers that wait for data, oldest first.
    size_t pending_count;

    uint8_t *outgoing;  ///< The frame on its way, with its fault applied.
    size_t outgoing_capacity, outgoing_length, outgoing_sent;
    bool sending, flowing;
    uint8_t frame_id;
    enum fault outgoing_fault, fault;
    uint32_t fault_left;
    int64_t due, stalled_until;  ///< Nanoseconds of the monotonic clock.
    int64_t exposed, delay;      ///< Of the frame on its way; of the next one.
    uint32_t seed;
    uint64_t tick, sent, skipped;
};

static FILE *log_file, *truth_file;

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void log_line(const char *format, va_list arguments) {
    int64_t now = now_ns() / 1000;
    fprintf(log_file, "%6" PRId64 ".%06" PRId64 " ", now / 1000000, now % 1000000);
    vfprintf(log_file, format, arguments);
    fputc('\n', log_file);
    fflush(log_file);
}

void lab_log(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_line(format, arguments);
    va_end(arguments);
}

void lab_die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_line(format, arguments);
    va_end(arguments);
    exit(1);
}

// The camera's own clock: it isn't set, and runs 80 ppm fast or, at odd ports, 50 ppm slow.
static uint32_t device_ticks(const struct webcam *cam, int64_t ns) {
    int64_t rate = UVC_CLOCK_HZ + UVC_CLOCK_HZ / 1000000 * (cam->port % 2 ? -50 : 80);
    return (uint32_t)((__int128)ns * rate / 1000000000) + 0x9E3779B9u * (cam->port + 1);
}

static int64_t next_delay(struct webcam *cam) {
    cam->seed = cam->seed * 1664525u + 1013904223u;
    return (int64_t)(cam->seed >> 8) * LONGEST_DELAY_NS >> 24;
}

// MARK: The bus

static bool transfer_all(int fd, void *bytes, size_t count, bool sending) {
    for (size_t done = 0; done < count;) {
        uint8_t *at = (uint8_t *)bytes + done;
        ssize_t n = sending ? send(fd, at, count - done, MSG_NOSIGNAL) : recv(fd, at, count - done, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static void end_stream(struct webcam *cam) {
    if (cam->flowing) {
        lab_log("stream ended: %" PRIu64 " frames sent, %" PRIu64 " skipped", cam->sent, cam->skipped);
    }
    cam->flowing = cam->sending = false;
    if (truth_file) fflush(truth_file);
}

static void hang_up(struct webcam *cam, const char *why) {
    if (cam->socket < 0) return;
    close(cam->socket);
    cam->socket = -1;
    cam->pending_count = 0;
    cam->device.started = false;
    end_stream(cam);
    lab_log("unplugged: %s", why);
}

static void answer(struct webcam *cam, uint32_t command, uint32_t sequence, int32_t status,
                   const uint8_t *data, size_t length) {
    uint8_t message[HEADER_BYTES + UVC_MAX_PAYLOAD] = {0};
    if (cam->socket < 0 || length > UVC_MAX_PAYLOAD) return;
    uint32_t words[HEADER_WORDS] = {htonl(command), htonl(sequence)};
    words[5] = htonl((uint32_t)status);
    if (command == RET_SUBMIT) words[6] = htonl((uint32_t)length);
    memcpy(message, words, sizeof words);
    size_t payload = data ? length : 0;
    if (payload) memcpy(message + HEADER_BYTES, data, payload);
    if (!transfer_all(cam->socket, message, HEADER_BYTES + payload, true)) hang_up(cam, "socket closed");
}

static void unlink_request(struct webcam *cam, uint32_t sequence, uint32_t target) {
    for (size_t i = 0; i < cam->pending_count; i++) {
        if (cam->pending[i].sequence != target) continue;
        cam->pending_count--;
        memmove(&cam->pending[i], &cam->pending[i + 1], (cam->pending_count - i) * sizeof cam->pending[0]);
        answer(cam, RET_UNLINK, sequence, -ECONNRESET, NULL, 0);
        return;
    }
    answer(cam, RET_UNLINK, sequence, 0, NULL, 0);  // answered already
}

static void control_transfer(struct webcam *cam, uint32_t sequence, const uint8_t setup[8], bool in,
                             uint8_t *data) {
    bool was_started = cam->device.started;
    int moved = uvc_device_control(&cam->device, setup, data, UVC_CONTROL_LIMIT);
    if (was_started && !cam->device.started) end_stream(cam);
    if (moved == UVC_STALL) {
        lab_log("stalled request %02x %02x %02x%02x %02x%02x", setup[0], setup[1], setup[3], setup[2], setup[5],
                setup[4]);
        answer(cam, RET_SUBMIT, sequence, -EPIPE, NULL, 0);
    } else {
        answer(cam, RET_SUBMIT, sequence, 0, in ? data : NULL, (size_t)moved);
    }
}

// Reads one message. Everything it states is bounded before it is used; what can't be right ends the link.
static void receive(struct webcam *cam) {
    uint32_t words[HEADER_WORDS];
    uint8_t data[UVC_CONTROL_LIMIT] = {0}, setup[8];
    if (!transfer_all(cam->socket, words, sizeof words, false)) {
        hang_up(cam, "socket closed");
        return;
    }
    memcpy(setup, &words[10], sizeof setup);
    for (int i = 0; i < 10; i++) words[i] = ntohl(words[i]);
    uint32_t command = words[0], sequence = words[1], endpoint = words[4], length = words[6];
    bool in = words[3] == 1;
    if (command == CMD_UNLINK) {
        unlink_request(cam, sequence, words[5]);
        return;
    }
    if (command != CMD_SUBMIT || words[3] > 1 || endpoint > 15) {
        hang_up(cam, "message not understood");
        return;
    }
    if (!in) {
        if (length > sizeof data) {
            hang_up(cam, "outgoing transfer too long");
            return;
        }
        if (!transfer_all(cam->socket, data, length, false)) {
            hang_up(cam, "socket closed");
            return;
        }
    }
    uint32_t stated = setup[6] | (uint32_t)setup[7] << 8;
    if (endpoint == 0 && stated <= length) {
        control_transfer(cam, sequence, setup, in, data);
    } else if (endpoint == UVC_BULK_ENDPOINT && in && length > UVC_PAYLOAD_HEADER
               && cam->pending_count < PENDING_LIMIT) {
        cam->pending[cam->pending_count++] = (struct request){sequence, length};
    } else {
        answer(cam, RET_SUBMIT, sequence, -EPIPE, NULL, 0);
    }
}

static bool write_attribute(const struct webcam *cam, const char *name, const char *value) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", cam->vhci, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    size_t length = strlen(value);
    bool done = write(fd, value, length) == (ssize_t)length;
    int error = errno;
    close(fd);
    errno = error;
    return done;
}

static const char *plug(struct webcam *cam) {
    if (cam->socket >= 0) return "plugged already";
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return strerror(errno);
    char value[64];
    snprintf(value, sizeof value, "%u %d %u %d", cam->port, ends[1], 1u << 16 | (cam->port + 1), HIGH_SPEED);
    const char *error = NULL;
    // A port that was detached a moment ago is busy until its hub has noticed.
    for (int attempt = 0; attempt < 50; attempt++) {
        if (write_attribute(cam, "attach", value)) {
            error = NULL;
            break;
        }
        error = strerror(errno);
        if (errno != EBUSY) break;
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    }
    close(ends[1]);  // the kernel holds its own reference
    if (error) {
        close(ends[0]);
        return error;
    }
    cam->socket = ends[0];
    cam->device.probe = cam->device.committed = (struct uvc_mode){0, 0};
    lab_log("plugged into port %u", cam->port);
    return NULL;
}

static const char *unplug(struct webcam *cam) {
    char value[16];
    if (cam->socket < 0) return "unplugged already";
    snprintf(value, sizeof value, "%u", cam->port);
    if (!write_attribute(cam, "detach", value)) return strerror(errno);
    hang_up(cam, "detached");
    return NULL;
}

// MARK: The pictures

static void start_frame(struct webcam *cam, int64_t now) {
    int64_t interval = (int64_t)cam->device.committed.interval * 100;
    if (now - cam->due >= interval) {
        // Too late: a sensor doesn't wait, so the pictures in between are lost.
        int64_t lost = (now - cam->due) / interval;
        cam->skipped += (uint64_t)lost;
        cam->tick += (uint64_t)lost;
        cam->due += lost * interval;
    }
    const struct frame_set *set = &cam->frames[cam->device.committed.frame_index - 1];
    struct frame frame = set->frames[cam->tick % set->count];
    cam->outgoing_fault = cam->fault_left > 0 ? cam->fault : FAULT_NONE;
    cam->outgoing_length =
        fault_apply(cam->outgoing_fault, frame, (uint32_t)cam->tick, cam->outgoing, cam->outgoing_capacity);
    if (cam->fault_left > 0) {
        cam->fault_left--;
        lab_log("frame %" PRIu64 " sent with fault %s", cam->tick, fault_name(cam->outgoing_fault));
    }
    cam->outgoing_sent = 0;
    cam->sending = true;
    cam->tick++;
    cam->exposed = cam->due;
    cam->due += interval;
    cam->delay = next_delay(cam);
    if (truth_file) fprintf(truth_file, "%" PRIu64 " %" PRId64 "\n", cam->sent, cam->exposed);
}

static void put_number(uint8_t *at, uint32_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static void send_payloads(struct webcam *cam) {
    while (cam->sending && cam->pending_count > 0) {
        struct request request = cam->pending[0];
        cam->pending_count--;
        memmove(&cam->pending[0], &cam->pending[1], cam->pending_count * sizeof cam->pending[0]);
        uint8_t payload[UVC_MAX_PAYLOAD];
        // A frame's first payload is short: copying a long one would make its header late.
        uint32_t limit = cam->outgoing_sent == 0 ? UVC_FIRST_PAYLOAD : UVC_MAX_PAYLOAD;
        size_t room = (request.length < limit ? request.length : limit) - UVC_PAYLOAD_HEADER;
        size_t left = cam->outgoing_length - cam->outgoing_sent;
        size_t part = left < room ? left : room;
        bool last = part == left;
        payload[0] = UVC_PAYLOAD_HEADER;
        payload[1] = (uint8_t)(HEADER_EOH | HEADER_SCR | HEADER_PTS | cam->frame_id | (last ? HEADER_EOF : 0)
                               | (cam->outgoing_fault == FAULT_ERROR_BIT ? HEADER_ERROR : 0));
        int64_t now = now_ns();
        put_number(payload + 2, device_ticks(cam, cam->exposed), 4);
        put_number(payload + 6, device_ticks(cam, now), 4);
        put_number(payload + 10, (uint32_t)(now / 1000000) & 0x7FF, 2);
        memcpy(payload + UVC_PAYLOAD_HEADER, cam->outgoing + cam->outgoing_sent, part);
        cam->outgoing_sent += part;
        answer(cam, RET_SUBMIT, request.sequence, 0, payload, part + UVC_PAYLOAD_HEADER);
        if (last && cam->sending) {
            cam->sending = false;
            cam->frame_id ^= HEADER_FID;
            cam->sent++;
        }
    }
}

// Does what is due and returns how many milliseconds there is nothing to do; -1: until something arrives.
static int stream(struct webcam *cam) {
    if (cam->socket < 0 || !cam->device.started) return -1;
    if (!cam->flowing) {
        if (cam->pending_count == 0) return -1;
        cam->flowing = true;
        cam->sent = cam->skipped = 0;
        cam->due = now_ns();
        if (truth_file && (fseek(truth_file, 0, SEEK_SET) != 0 || ftruncate(fileno(truth_file), 0) != 0)) {
            lab_die("the truth file: %s", strerror(errno));
        }
        lab_log("stream began at frame %" PRIu64, cam->tick);
    }
    if (cam->sending) {
        send_payloads(cam);
        if (cam->sending) return -1;  // the host asks for no data at the moment
    }
    int64_t now = now_ns(), ready = cam->due + cam->delay;
    int64_t next = ready > cam->stalled_until ? ready : cam->stalled_until;
    if (now < next) return (int)((next - now + 999999) / 1000000);
    start_frame(cam, now);
    send_payloads(cam);
    return 0;
}

// MARK: Commands

static const char *set_fault(struct webcam *cam, const char *name, const char *argument) {
    char *end = NULL;
    double amount = argument ? strtod(argument, &end) : 1;
    if (argument && (end == argument || *end)) return "not a number";
    if (!(amount >= 0 && amount <= 1000000)) return "out of range";
    if (strcmp(name, "stall") == 0) {
        cam->stalled_until = now_ns() + (int64_t)(amount * 1e9);
        return NULL;
    }
    enum fault fault = fault_named(name);
    if (fault == FAULT_NONE) return "no such fault";
    cam->fault = fault;
    cam->fault_left = (uint32_t)amount;
    return NULL;
}

static void obey(struct webcam *cam, char *line) {
    char *rest = NULL;
    char *word = strtok_r(line, " \t", &rest), *argument = strtok_r(NULL, " \t", &rest);
    if (!word) return;
    const char *error = NULL;
    if (strcmp(word, "plug") == 0) error = plug(cam);
    else if (strcmp(word, "unplug") == 0) error = unplug(cam);
    else if (strcmp(word, "ok") == 0) cam->fault_left = 0, cam->stalled_until = 0;
    else error = set_fault(cam, word, argument);
    cam->commands++;
    lab_log("command %s%s%s: %s", word, argument ? " " : "", argument ? argument : "", error ? error : "ok");
    if (!cam->state_path) return;
    char temporary[512];
    snprintf(temporary, sizeof temporary, "%s.new", cam->state_path);
    FILE *file = fopen(temporary, "w");
    if (!file) return;
    fprintf(file, "%u %s%s\n", cam->commands, error ? "error: " : "ok", error ? error : "");
    fclose(file);
    rename(temporary, cam->state_path);
}

static void read_commands(struct webcam *cam) {
    char bytes[256];
    ssize_t count = read(cam->control, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] != '\n') {
            if (cam->line_length + 1 < sizeof cam->line) cam->line[cam->line_length++] = bytes[i];
            continue;
        }
        cam->line[cam->line_length] = 0;
        cam->line_length = 0;
        obey(cam, cam->line);
    }
}

static void add_size(struct webcam *cam, const char *argument) {
    struct uvc_size size;
    int used = 0;
    if (sscanf(argument, "%" SCNu16 "x%" SCNu16 "=%n", &size.width, &size.height, &used) < 2 || used == 0
        || size.width == 0 || size.height == 0 || size.width > 4096 || size.height > 4096) {
        lab_die("--frames wants WIDTHxHEIGHT=FOLDER, not %s", argument);
    }
    if (cam->device.size_count == UVC_MAX_SIZES) lab_die("at most %d sizes", UVC_MAX_SIZES);
    cam->frames[cam->device.size_count] = frame_set_load(argument + used, size);
    cam->device.sizes[cam->device.size_count++] = size;
    if (cam->outgoing_capacity < uvc_frame_limit(size)) cam->outgoing_capacity = uvc_frame_limit(size);
}

static void configure(struct webcam *cam, int count, char **arguments) {
    const char *control_path = NULL;
    for (int i = 1; i < count; i += 2) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (!value) lab_die("%s wants a value", name);
        if (strcmp(name, "--port") == 0) cam->port = (unsigned)atoi(value);
        else if (strcmp(name, "--serial") == 0) cam->device.serial = value;
        else if (strcmp(name, "--product") == 0) cam->device.product = value;
        else if (strcmp(name, "--manufacturer") == 0) cam->device.manufacturer = value;
        else if (strcmp(name, "--vhci") == 0) cam->vhci = value;
        else if (strcmp(name, "--frames") == 0) add_size(cam, value);
        else if (strcmp(name, "--fps") == 0) cam->device.default_interval = atoi(value) == 30 ? 333333 : 666666;
        else if (strcmp(name, "--control") == 0) control_path = value;
        else if (strcmp(name, "--state") == 0) cam->state_path = value;
        else if (strcmp(name, "--truth") == 0) {
            truth_file = fopen(value, "w");
            if (!truth_file) lab_die("%s: %s", value, strerror(errno));
        } else if (strcmp(name, "--fault") == 0) cam->fault = fault_named(value), cam->fault_left = UINT32_MAX;
        else lab_die("unknown option %s", name);
    }
    if (cam->device.size_count == 0) lab_die("no --frames given");
    if (cam->port > 7) lab_die("--port is 0 to 7");
    cam->outgoing = malloc(cam->outgoing_capacity);
    if (!cam->outgoing) lab_die("out of memory");
    cam->control = -1;
    if (!control_path) return;
    if (mkfifo(control_path, 0666) != 0 && errno != EEXIST) lab_die("%s: %s", control_path, strerror(errno));
    // Opened for both ways, so that a writer who leaves doesn't end it.
    cam->control = open(control_path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (cam->control < 0) lab_die("%s: %s", control_path, strerror(errno));
}

int main(int count, char **arguments) {
    static struct webcam cam;
    log_file = stderr;
    signal(SIGPIPE, SIG_IGN);
    uvc_device_init(&cam.device);
    cam.device.manufacturer = "dualcam";
    cam.device.product = "Lab Webcam";
    cam.device.serial = "";
    cam.vhci = "/sys/devices/platform/vhci_hcd.0";
    cam.socket = -1;
    configure(&cam, count, arguments);
    const char *error = plug(&cam);
    if (error) lab_die("%s/attach: %s", cam.vhci, error);
    for (;;) {
        int wait = stream(&cam);
        struct pollfd waiting[2] = {{cam.socket, POLLIN, 0}, {cam.control, POLLIN, 0}};
        if (poll(waiting, 2, wait) < 0 && errno != EINTR) lab_die("poll: %s", strerror(errno));
        if (cam.socket >= 0 && waiting[0].revents & (POLLIN | POLLHUP | POLLERR)) receive(&cam);
        if (waiting[1].revents & POLLIN) read_commands(&cam);
    }
}
