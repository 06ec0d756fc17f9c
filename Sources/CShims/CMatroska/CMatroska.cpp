// Matroska (RFC 9559) by libmatroska. A tick is a microsecond, as in V4L2's time stamps: TimestampScale is 1000.
#include "CMatroska.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

#include <ebml/EbmlHead.h>
#include <ebml/EbmlSubHead.h>
#include <ebml/EbmlVoid.h>
#include <ebml/IOCallback.h>
#include <matroska/KaxBlock.h>
#include <matroska/KaxChapters.h>
#include <matroska/KaxCluster.h>
#include <matroska/KaxCues.h>
#include <matroska/KaxCuesData.h>
#include <matroska/KaxInfo.h>
#include <matroska/KaxInfoData.h>
#include <matroska/KaxSeekHead.h>
#include <matroska/KaxSegment.h>
#include <matroska/KaxTrackEntryData.h>
#include <matroska/KaxTrackVideo.h>
#include <matroska/KaxTracks.h>
#include <matroska/KaxVersion.h>

using namespace libebml;
using namespace libmatroska;

namespace {

constexpr int64_t scale = 1000;
constexpr uint64_t video = 1, readings = 2;
// For a seek head that names four elements.
constexpr uint64_t seek_head_room = 200;
// Of the index; when used up, every second one is dropped, so that a film of weeks takes no more memory than one of minutes.
constexpr size_t most_entries = 16384;

struct WriteError {
  int code;
};

// Gathers libebml's output, which goes to the file in one piece, so that a film is cut between pictures, not within one.
class Output : public IOCallback {
public:
  Output(int file, bool is_pipe) : file(file), is_pipe(is_pipe) {}

  uint32 read(void *, size_t) override { return 0; }
  uint64 getFilePointer() override { return position; }
  void close() override {}

  void setFilePointer(int64 offset, seek_mode mode) override {
    position = mode == seek_beginning ? offset : mode == seek_current ? position + offset : size() + offset;
  }

  size_t write(const void *bytes, size_t count) override {
    auto from = static_cast<const uint8_t *>(bytes);
    size_t left = count;
    if (position < written) {
      // A head is completed: its place is overwritten.
      const size_t over = std::min<size_t>(left, written - position);
      put(from, over, position);
      position += over, from += over, left -= over;
    }
    if (left > 0) {
      const size_t at = position - written;
      if (pending.size() < at + left) pending.resize(at + left);
      std::memcpy(pending.data() + at, from, left);
      position += left;
    }
    return count;
  }

  // Writes what was gathered. On failure, the file gets its former length back.
  void flush() {
    try {
      put(pending.data(), pending.size(), written);
    } catch (const WriteError &) {
      const bool is_cut = is_pipe || ftruncate(file, written) == 0;
      // What can't be cut off won't be played, as it isn't a complete cluster.
      (void)is_cut;
      throw;
    }
    written += pending.size();
    pending.clear();
  }

  void forget() {
    pending.clear();
    position = written;
  }

  int64_t size() const { return written + static_cast<int64_t>(pending.size()); }

private:
  void put(const uint8_t *bytes, size_t count, int64_t at) {
    while (count > 0) {
      const ssize_t done = is_pipe ? ::write(file, bytes, count) : pwrite(file, bytes, count, at);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw WriteError{done < 0 ? errno : EIO};
      bytes += done, count -= done, at += done;
    }
  }

  const int file;
  const bool is_pipe;
  int64_t position = 0, written = 0;
  std::vector<uint8_t> pending;
};

template <typename Element> void number(EbmlMaster &parent, uint64_t value) {
  static_cast<EbmlUInteger &>(GetChild<Element>(parent)).SetValue(value);
}

template <typename Element> void text(EbmlMaster &parent, const std::string &utf8) {
  UTFstring value;
  value.SetUTF8(utf8);
  static_cast<EbmlUnicodeString &>(GetChild<Element>(parent)).SetValue(value);
}

template <typename Element> void word(EbmlMaster &parent, const char *ascii) {
  static_cast<EbmlString &>(GetChild<Element>(parent)).SetValue(ascii);
}

struct Entry {
  uint64_t ticks, cluster;
};

struct Chapter {
  int64_t time;
  std::string title;
};

// Runs what may throw; returns an errno instead.
template <typename Body> int guarded(Output &output, Body body) {
  try {
    body();
    return 0;
  } catch (const WriteError &error) {
    output.forget();
    return error.code;
  } catch (const std::bad_alloc &) {
    output.forget();
    return ENOMEM;
  } catch (...) {
    output.forget();
    return EIO;
  }
}

} // namespace

struct CMatroskaFilm {
  CMatroskaFilm(int file, bool is_pipe) : output(file, is_pipe), is_pipe(is_pipe) {}

  Output output;
  const bool is_pipe;
  KaxSegment segment;
  EbmlVoid seek_head_place;
  KaxTrackEntry *picture_track = nullptr, *text_track = nullptr;
  std::vector<Entry> entries;
  // The index has one of every `step` pictures.
  size_t step = 1, pictures = 0;
  std::vector<Chapter> chapters;

  void begin(const CMatroskaAbout &about);
  void add(int64_t time, const uint8_t *jpeg, size_t bytes, const char *caption, int64_t lasts);
  void note(uint64_t ticks, uint64_t cluster);
  void finish(int64_t end);
};

void CMatroskaFilm::begin(const CMatroskaAbout &about) {
  EbmlHead head;
  word<EDocType>(head, "matroska");
  number<EDocTypeVersion>(head, 4);
  number<EDocTypeReadVersion>(head, 2);
  head.Render(output, true);

  // Eight bytes, so that the length fits once known.
  segment.SetSizeInfinite(true);
  segment.WriteHead(output, 8);
  seek_head_place.SetSize(seek_head_room);
  seek_head_place.Render(output);

  auto &info = GetChild<KaxInfo>(segment);
  number<KaxTimecodeScale>(info, scale);
  auto &duration = GetChild<KaxDuration>(info);
  static_cast<EbmlFloat &>(duration).SetPrecision(EbmlFloat::FLOAT_64);
  static_cast<EbmlFloat &>(duration).SetValue(0);
  text<KaxMuxingApp>(info, "libmatroska " + KaxCodeVersion);
  text<KaxWritingApp>(info, about.program);
  text<KaxTitle>(info, about.title);
  if (about.begins != INT64_MIN) GetChild<KaxDateUTC>(info).SetEpochDate(about.begins / 1'000'000'000);
  info.Render(output);

  auto &tracks = GetChild<KaxTracks>(segment);
  auto &pictures = GetChild<KaxTrackEntry>(tracks);
  number<KaxTrackNumber>(pictures, video);
  number<KaxTrackUID>(pictures, video);
  number<KaxTrackType>(pictures, track_video);
  number<KaxTrackFlagLacing>(pictures, 0);
  word<KaxTrackLanguage>(pictures, "und");
  word<KaxCodecID>(pictures, "V_MJPEG");
  auto &shape = GetChild<KaxTrackVideo>(pictures);
  number<KaxVideoPixelWidth>(shape, about.width);
  number<KaxVideoPixelHeight>(shape, about.height);
  number<KaxVideoFlagInterlaced>(shape, 2);
  // JFIF's colours: BT.601's matrix, and the full range.
  auto &colour = GetChild<KaxVideoColour>(shape);
  number<KaxVideoColourMatrix>(colour, 5);
  number<KaxVideoColourRange>(colour, 2);

  auto &texts = GetNextChild<KaxTrackEntry>(tracks, pictures);
  number<KaxTrackNumber>(texts, readings);
  number<KaxTrackUID>(texts, readings);
  number<KaxTrackType>(texts, track_subtitle);
  // Shown only on request.
  number<KaxTrackFlagDefault>(texts, 0);
  number<KaxTrackFlagLacing>(texts, 0);
  word<KaxTrackLanguage>(texts, "eng");
  text<KaxTrackName>(texts, "Readings");
  word<KaxCodecID>(texts, "S_TEXT/UTF8");
  for (auto track : {&pictures, &texts}) {
    track->SetGlobalTimecodeScale(scale);
    track->EnableLacing(false);
  }
  (picture_track = &pictures, text_track = &texts);
  tracks.Render(output);
  output.flush();
}

void CMatroskaFilm::add(int64_t time, const uint8_t *jpeg, size_t bytes, const char *caption, int64_t lasts) {
  const uint64_t ticks = time / scale;
  KaxCues none;
  none.SetGlobalTimecodeScale(scale);
  KaxCluster cluster;
  cluster.SetParent(segment);
  cluster.InitTimecode(ticks, scale);
  // The cluster owns its blocks, and they own the buffers, which only borrow these bytes.
  auto lend = [](const void *from, size_t count) {
    return new DataBuffer(static_cast<binary *>(const_cast<void *>(from)), static_cast<uint32>(count));
  };
  auto &block = AddNewChild<KaxSimpleBlock>(cluster);
  block.SetParent(cluster);
  block.AddFrame(*picture_track, ticks * scale, *lend(jpeg, bytes), LACING_NONE);
  block.SetKeyframe(true);
  if (*caption != 0) {
    auto &group = cluster.GetNewBlock();
    group.AddFrame(*text_track, ticks * scale, *lend(caption, std::strlen(caption)), LACING_NONE);
    group.SetBlockDuration(std::max<int64_t>(lasts / scale, 1) * scale);
  }
  cluster.Render(output, none);
  output.flush();
  note(ticks, cluster.GetPosition());
}

void CMatroskaFilm::note(uint64_t ticks, uint64_t cluster) {
  if (pictures++ % step != 0) return;
  if (entries.size() == most_entries) {
    for (size_t at = 0; at < most_entries / 2; at++) entries[at] = entries[2 * at];
    entries.resize(most_entries / 2);
    step *= 2;
    // This one is kept: its number is a multiple of the new step, too.
  }
  entries.push_back({ticks, cluster});
}

void CMatroskaFilm::finish(int64_t end) {
  if (is_pipe) return;
  KaxSeekHead seek_head;
  seek_head.IndexThis(GetChild<KaxInfo>(segment), segment);
  seek_head.IndexThis(GetChild<KaxTracks>(segment), segment);
  KaxCues cues;
  if (!entries.empty()) {
    cues.SetGlobalTimecodeScale(scale);
    for (const auto &entry : entries) {
      auto &point = AddNewChild<KaxCuePoint>(cues);
      number<KaxCueTime>(point, entry.ticks);
      auto &place = GetChild<KaxCueTrackPositions>(point);
      number<KaxCueTrack>(place, video);
      number<KaxCueClusterPosition>(place, entry.cluster);
    }
    cues.Render(output);
    seek_head.IndexThis(cues, segment);
  }
  KaxChapters marks;
  if (!chapters.empty()) {
    auto &edition = GetChild<KaxEditionEntry>(marks);
    for (size_t at = 0; at < chapters.size(); at++) {
      auto &atom = AddNewChild<KaxChapterAtom>(edition);
      number<KaxChapterUID>(atom, at + 1);
      number<KaxChapterTimeStart>(atom, chapters[at].time);
      number<KaxChapterTimeEnd>(atom, at + 1 < chapters.size() ? chapters[at + 1].time : end);
      auto &shown = GetChild<KaxChapterDisplay>(atom);
      text<KaxChapterString>(shown, chapters[at].title);
      word<KaxChapterLanguage>(shown, "und");
    }
    marks.Render(output);
    seek_head.IndexThis(marks, segment);
  }
  output.flush();
  const int64_t size = output.size();
  auto &duration = GetChild<KaxDuration>(GetChild<KaxInfo>(segment));
  static_cast<EbmlFloat &>(duration).SetValue(static_cast<double>(end / scale));
  duration.OverwriteData(output);
  seek_head_place.ReplaceWith(seek_head, output, true);
  if (segment.ForceSize(size - segment.GetElementPosition() - segment.HeadSize())) segment.OverwriteHead(output);
}

extern "C" {

CMatroskaFilm *cmatroska_begin(int file, const CMatroskaAbout *about, int *code) {
  auto film = new (std::nothrow) CMatroskaFilm(file, about->is_pipe);
  *code = film ? guarded(film->output, [&] { film->begin(*about); }) : ENOMEM;
  if (*code == 0) return film;
  delete film;
  return nullptr;
}

int cmatroska_add(CMatroskaFilm *film, int64_t time, const uint8_t *jpeg, size_t bytes, const char *text, int64_t lasts) {
  return guarded(film->output, [&] { film->add(time, jpeg, bytes, text, lasts); });
}

int cmatroska_chapter(CMatroskaFilm *film, int64_t time, const char *title) {
  return guarded(film->output, [&] { film->chapters.push_back({time, title}); });
}

int cmatroska_finish(CMatroskaFilm *film, int64_t end) {
  return guarded(film->output, [&] { film->finish(end); });
}

int64_t cmatroska_bytes(const CMatroskaFilm *film) { return film->output.size(); }

void cmatroska_free(CMatroskaFilm *film) { delete film; }
}
