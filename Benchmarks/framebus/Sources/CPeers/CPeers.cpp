#include "CPeers.h"

#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sys/eventfd.h>
#include <thread>
#include <time.h>
#include <unistd.h>

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

int64_t peers_now(void) {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return int64_t(t.tv_sec) * 1000000000 + t.tv_nsec;
}

void peers_sleep_us(int32_t us) { usleep(us); }

template <class Producer, class Consumer>
static int64_t pair(Producer producer, Consumer consumer, bool pinned) {
  std::atomic<int> ready{0};
  std::atomic<bool> go{false};
  auto start = [&](int core) {
    if (pinned) pin(core);
    ready.fetch_add(1);
    while (!go.load()) sched_yield();
  };
  std::thread a([&] { start(0); producer(); });
  std::thread b([&] { start(1); consumer(); });
  while (ready.load() < 2) sched_yield();
  int64_t began = peers_now();
  go.store(true);
  a.join();
  b.join();
  return peers_now() - began;
}

int64_t peers_run_pair(peers_body producer, peers_body consumer, void *context, bool pinned) {
  return pair([&] { producer(context); }, [&] { consumer(context); }, pinned);
}

template <size_t N>
static int64_t boost_spsc(uint64_t count, bool pinned) {
  using Queue = boost::lockfree::spsc_queue<int, boost::lockfree::capacity<N>>;
  auto queue = std::make_unique<Queue>();
  uint64_t sum = 0, expected = 0;
  for (uint64_t i = 0; i < count; i++) expected += i & 0xffff;
  int64_t ns = pair(
      [&] {
        uint32_t rounds = 0;
        for (uint64_t i = 0; i < count; i++)
          while (!queue->push(int(i & 0xffff))) peers_relax(&rounds);
      },
      [&] {
        uint32_t rounds = 0;
        uint64_t s = 0;
        int value;
        for (uint64_t i = 0; i < count; i++) {
          while (!queue->pop(value)) peers_relax(&rounds);
          s += uint64_t(value);
        }
        sum = s;
      },
      pinned);
  return sum == expected ? ns : -1;
}

int64_t peers_boost_spsc(int32_t capacity, uint64_t count, bool pinned) {
  switch (capacity) {
    case 8: return boost_spsc<8>(count, pinned);
    case 64: return boost_spsc<64>(count, pinned);
    case 1024: return boost_spsc<1024>(count, pinned);
    default: return -1;
  }
}

void peers_wake_condition_variable(int32_t count, int32_t gap_us, int64_t *delays, bool pinned) {
  std::mutex mutex;
  std::condition_variable bell;
  int64_t sent = 0;
  int32_t number = 0;
  pair(
      [&] {
        for (int32_t i = 1; i <= count; i++) {
          usleep(gap_us);
          {
            std::lock_guard<std::mutex> lock(mutex);
            sent = peers_now();
            number = i;
          }
          bell.notify_one();
        }
      },
      [&] {
        std::unique_lock<std::mutex> lock(mutex);
        for (int32_t i = 1; i <= count; i++) {
          bell.wait(lock, [&] { return number >= i; });
          delays[i - 1] = peers_now() - sent;
        }
      },
      pinned);
}

void peers_wake_eventfd(int32_t count, int32_t gap_us, int64_t *delays, bool pinned) {
  int fd = eventfd(0, 0);
  std::atomic<int64_t> sent{0};
  pair(
      [&] {
        for (int32_t i = 0; i < count; i++) {
          usleep(gap_us);
          sent.store(peers_now(), std::memory_order_release);
          uint64_t one = 1;
          if (write(fd, &one, 8) != 8) return;
        }
      },
      [&] {
        for (int32_t i = 0; i < count;) {
          uint64_t rings;
          if (read(fd, &rings, 8) != 8) return;
          int64_t delay = peers_now() - sent.load(std::memory_order_acquire);
          for (; rings > 0 && i < count; rings--) delays[i++] = delay;
        }
      },
      pinned);
  close(fd);
}
