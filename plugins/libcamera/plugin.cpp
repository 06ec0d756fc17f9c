// libcamera's cameras, for dualcam: https://libcamera.org/api-html/
#include "library.h"

#include <libcamera/libcamera.h>
#include <libcamera/logging.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <linux/dma-buf.h>
#include <linux/netlink.h>
#include <linux/videodev2.h>
#include <mutex>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace libcamera;

namespace {

// What dualcam takes, by libcamera's number, best first.
const camera_coding codings[] = {
    {formats::MJPEG.fourcc(), V4L2_PIX_FMT_MJPEG, 0, 0},   {formats::YUYV.fourcc(), V4L2_PIX_FMT_YUYV, 0, 0},
    {formats::NV12.fourcc(), V4L2_PIX_FMT_NV12, 0, 0},     {formats::R8.fourcc(), V4L2_PIX_FMT_GREY, 0, 0},
    {formats::BGR888.fourcc(), V4L2_PIX_FMT_YUYV, 3, 0},   {formats::RGB888.fourcc(), V4L2_PIX_FMT_YUYV, 3, 2},
    {formats::XBGR8888.fourcc(), V4L2_PIX_FMT_YUYV, 4, 0}, {formats::XRGB8888.fourcc(), V4L2_PIX_FMT_YUYV, 4, 2},
    {formats::ABGR8888.fourcc(), V4L2_PIX_FMT_YUYV, 4, 0}, {formats::ARGB8888.fourcc(), V4L2_PIX_FMT_YUYV, 4, 2},
};

// There is one a process; it learns from udev which cameras come and go.
std::mutex guard;
std::unique_ptr<CameraManager> manager;

std::string modelOf(const Camera &camera) {
  auto model = camera.properties().get(properties::Model);
  return model ? std::string(*model) : camera.id();
}

int find(const std::string &name, std::shared_ptr<Camera> &found) {
  auto cameras = manager->cameras();
  for (size_t place = 0; place < cameras.size(); place++)
    if (cameras[place]->id() == name || std::to_string(place) == name) return found = cameras[place], 0;
  for (auto &camera : cameras)
    if (modelOf(*camera) == name) {
      if (found) return found.reset(), ENOTUNIQ;
      found = camera;
    }
  return found ? 0 : ENOENT;
}

int64_t microseconds(const ControlValue &value) {
  return value.type() == ControlTypeInteger64 && !value.isArray() ? value.get<int64_t>() : 0;
}

class Source {
public:
  Source(const camera_host &host, void *owner, std::shared_ptr<Camera> camera) : host(host), owner(owner), camera(camera) {}

  int open() {
    int code = camera->acquire();
    if (code) return -code;
    isOurs = true;
    configuration = camera->generateConfiguration({StreamRole::VideoRecording});
    if (!configuration || configuration->empty()) configuration = camera->generateConfiguration({StreamRole::Viewfinder});
    if (!configuration || configuration->empty()) return ENODEV;
    camera->requestCompleted.connect(this, &Source::take);
    camera->disconnected.connect(this, &Source::lose);
    // The end of an id tells two cameras apart, and dualcam takes so much of it.
    const std::string &id = camera->id();
    host.is(owner, modelOf(*camera).c_str(), id.c_str() + (id.size() > 21 ? id.size() - 21 : 0));
    camera_mode mode{};
    readRates(mode);
    const StreamFormats &offered = configuration->at(0).formats();
    auto has = offered.pixelformats();
    for (auto &coding : codings)
      if (PixelFormat format(coding.own); std::find(has.begin(), has.end(), format) != has.end())
        for (auto &size : offered.sizes(format)) host.can(owner, &coding, size.width, size.height, &mode);
    return 0;
  }

  ~Source() {
    stop();
    if (!isOurs) return;
    camera->requestCompleted.disconnect(this);
    camera->disconnected.disconnect(this);
    camera->release();
  }

  int configure(const camera_coding &coding, uint32_t width, uint32_t height, camera_mode &mode) {
    StreamConfiguration &stream = configuration->at(0);
    PixelFormat format(coding.own);
    Size size(width, height);
    stream.pixelFormat = format;
    stream.size = size;
    stream.stride = 0;
    if (configuration->validate() == CameraConfiguration::Invalid || stream.pixelFormat != format || stream.size != size) return EINVAL;
    int code = camera->configure(configuration.get());
    if (code) return -code;
    if (stream.colorSpace) {
      mode.is_bt709 = stream.colorSpace->ycbcrEncoding == ColorSpace::YcbcrEncoding::Rec709;
      mode.is_full = stream.colorSpace->range == ColorSpace::Range::Full;
    }
    readRates(mode);
    return 0;
  }

  int start(v4l2_fract rate) {
    Stream *stream = configuration->at(0).stream();
    allocator = std::make_unique<FrameBufferAllocator>(camera);
    int code = allocator->allocate(stream);
    if (code < 0) return -code;
    for (auto &buffer : allocator->buffers(stream)) {
      auto request = camera->createRequest(maps.size());
      if (!request || request->addBuffer(stream, buffer.get())) return ENOMEM;
      maps.emplace_back();
      for (auto &plane : buffer->planes()) {
        size_t length = plane.offset + plane.length;
        void *memory = mmap(nullptr, length, PROT_READ, MAP_SHARED, plane.fd.get(), 0);
        if (memory == MAP_FAILED) return errno;
        maps.back().push_back({memory, length, plane.offset, plane.fd.get()});
      }
      requests.push_back(std::move(request));
    }
    ControlList controls(camera->controls());
    if (rate.numerator && hasDurations()) {
      const int64_t frame = 1000000LL * rate.denominator / rate.numerator, both[] = {frame, frame};
      controls.set(controls::FrameDurationLimits, both);
    }
    code = camera->start(&controls);
    if (code) return -code;
    isOn = true;
    for (auto &request : requests)
      if ((code = camera->queueRequest(request.get()))) return -code;
    return 0;
  }

  void stop() {
    if (isOn) camera->stop();
    isOn = false;
    requests.clear();
    for (auto &planes : maps)
      for (auto &plane : planes) munmap(plane.memory, plane.length);
    maps.clear();
    allocator.reset();
  }

private:
  struct Mapping {
    void *memory;
    size_t length, offset;
    int file;
  };

  bool hasDurations() const { return camera->controls().count(&controls::FrameDurationLimits); }

  // The fastest rate, and the usual ones down to the slowest.
  void readRates(camera_mode &mode) const {
    mode.rate_count = 0;
    if (!hasDurations()) return;
    const ControlInfo &limits = camera->controls().at(&controls::FrameDurationLimits);
    int64_t shortest = microseconds(limits.min()), longest = microseconds(limits.max());
    if (shortest <= 0 || shortest > 1000000000) return;
    mode.rates[mode.rate_count++] = {1000000, static_cast<uint32_t>(shortest)};
    for (uint32_t usual : {120, 100, 90, 60, 50, 30, 25, 24, 20, 15, 10, 5, 2, 1})
      if (1000000 / usual > shortest && 1000000 / usual <= longest) mode.rates[mode.rate_count++] = {usual, 1};
  }

  void take(Request *request) {
    if (request->status() == Request::RequestCancelled) return;
    FrameBuffer *buffer = request->buffers().begin()->second;
    const FrameMetadata &frame = buffer->metadata();
    auto &mappings = maps[request->cookie()];
    const StreamConfiguration &stream = configuration->at(0);
    std::vector<camera_plane> planes;
    for (size_t place = 0; place < mappings.size() && place < frame.planes().size(); place++) {
      synchronize(mappings[place], DMA_BUF_SYNC_START);
      uint32_t room = static_cast<uint32_t>(mappings[place].length - mappings[place].offset);
      planes.push_back({static_cast<const uint8_t *>(mappings[place].memory) + mappings[place].offset,
                        std::min(frame.planes()[place].bytesused, room), stream.stride});
    }
    auto exposed = request->metadata().get(controls::SensorTimestamp);
    host.took(owner, planes.data(), static_cast<uint32_t>(planes.size()), frame.sequence,
              exposed ? *exposed : static_cast<int64_t>(frame.timestamp), frame.status != FrameMetadata::FrameSuccess);
    for (auto &mapping : mappings) synchronize(mapping, DMA_BUF_SYNC_END);
    request->reuse(Request::ReuseBuffers);
    camera->queueRequest(request);
  }

  // Processor and device see the same bytes; memory that no device writes has no such request.
  static void synchronize(const Mapping &mapping, uint64_t when) {
    dma_buf_sync sync{when | DMA_BUF_SYNC_READ};
    ioctl(mapping.file, DMA_BUF_IOCTL_SYNC, &sync);
  }

  void lose() { host.lost(owner, ENODEV); }

  const camera_host &host;
  void *owner;
  std::shared_ptr<Camera> camera;
  std::unique_ptr<CameraConfiguration> configuration;
  std::unique_ptr<FrameBufferAllocator> allocator;
  std::vector<std::vector<Mapping>> maps;
  std::vector<std::unique_ptr<Request>> requests;
  bool isOurs = false, isOn = false;
};

int open(const char *name, const camera_host *host, void *owner, void **handle) {
  std::lock_guard lock(guard);
  if (!manager) {
    // libcamera ends the process when a camera is stopped that was unplugged without its knowledge.
    int news = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
    if (news < 0 || (::close(news), access("/run/udev/control", F_OK))) return EHOSTDOWN;
    if (!getenv("LIBCAMERA_LOG_LEVELS") && !getenv("LIBCAMERA_LOG_FILE")) logSetTarget(LoggingTargetNone);
    auto made = std::make_unique<CameraManager>();
    if (int code = made->start()) return -code;
    manager = std::move(made);
  }
  std::shared_ptr<Camera> camera;
  if (int code = find(name, camera)) return code;
  auto source = std::make_unique<Source>(*host, owner, camera);
  if (int code = source->open()) return code;
  *handle = source.release();
  return 0;
}

const camera_library it = {
    .version = LIBRARY_VERSION,
    .open = open,
    .close = [](void *handle) { delete static_cast<Source *>(handle); },
    .configure = [](void *handle, const camera_coding *coding, uint32_t width, uint32_t height,
                    camera_mode *mode) { return static_cast<Source *>(handle)->configure(*coding, width, height, *mode); },
    .start = [](void *handle, v4l2_fract rate) { return static_cast<Source *>(handle)->start(rate); },
    .stop = [](void *handle) { static_cast<Source *>(handle)->stop(); },
};

} // namespace

const camera_library *dualcam_library() { return &it; }
