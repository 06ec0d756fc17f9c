#define _GNU_SOURCE
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int cfilesystem_rename_new(int folder, const char *from, const char *to) {
  if (renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (linkat(folder, from, folder, to, 0) == 0) {
    if (unlinkat(folder, from, 0) == 0) return 0;
    int code = errno;
    unlinkat(folder, to, 0);
    return code;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) return errno;
  if (faccessat(folder, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
  return renameat(folder, from, folder, to) == 0 ? 0 : errno;
}

static int fill(int file, long long bytes) {
  static const char zeros[4096];
  while (bytes > 0) {
    ssize_t done = write(file, zeros, bytes < (long long)sizeof zeros ? (size_t)bytes : sizeof zeros);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done < 0 ? errno : EIO;
    bytes -= done;
  }
  return 0;
}

int cfilesystem_reserve(int folder, const char *stand_in, long long bytes) {
  int file = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) {
    file = openat(folder, stand_in, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return -errno;
    unlinkat(folder, stand_in, 0);
  }
  int code = fallocate(file, 0, 0, bytes) == 0 ? 0 : errno;
  if (code == EOPNOTSUPP || code == ENOSYS || code == EINVAL) code = fill(file, bytes);
  if (code == 0) return file;
  close(file);
  return -code;
}

void cfilesystem_begin_writing(int file) { (void)sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }

int cfilesystem_give_socket(const char *path, unsigned group) {
  int file = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status;
  int code = fstat(file, &status) ? errno : !S_ISSOCK(status.st_mode) ? ENOTSOCK : 0;
  if (code == 0 && fchownat(file, "", (uid_t)-1, group, AT_EMPTY_PATH)) code = errno;
  close(file);
  return code;
}

int cfilesystem_share(const char *name, size_t bytes, void **start) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -errno;
  void *memory = MAP_FAILED;
  if (ftruncate(file, (off_t)bytes) == 0) memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL;
  if (memory != MAP_FAILED && fcntl(file, F_ADD_SEALS, seals) == 0) {
    *start = memory;
    return file;
  }
  int code = errno;
  if (memory != MAP_FAILED) munmap(memory, bytes);
  close(file);
  return -code;
}

void cfilesystem_publish(void *slot, const void *bytes, size_t count, uint64_t sequence) {
  uint64_t *header = slot;
  // A reader that sees any of the new bytes must not see the old sequence afterwards: the fence orders this store first.
  __atomic_store_n(&header[0], 0, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  memcpy((char *)slot + 64, bytes, count);
  __atomic_store_n(&header[1], count, __ATOMIC_RELAXED);
  __atomic_store_n(&header[0], sequence, __ATOMIC_RELEASE);
}

ptrdiff_t cfilesystem_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {(void *)bytes, count};
  union {
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent >= 0 ? sent : -errno;
}

int cfilesystem_map_shared(int file, size_t *bytes, const void **start) {
  int seals = fcntl(file, F_GET_SEALS);
  if (seals < 0) return errno;
  if (!(seals & F_SEAL_SHRINK)) return EPERM;
  struct stat status;
  if (fstat(file, &status)) return errno;
  if (status.st_size <= 0) return EINVAL;
  void *memory = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return errno;
  *bytes = (size_t)status.st_size;
  *start = memory;
  return 0;
}

bool cfilesystem_take(const void *slot, void *bytes, size_t count, uint64_t sequence) {
  const uint64_t *header = slot;
  if (__atomic_load_n(&header[0], __ATOMIC_ACQUIRE) != sequence) return false;
  if (__atomic_load_n(&header[1], __ATOMIC_RELAXED) != count) return false;
  memcpy(bytes, (const char *)slot + 64, count);
  // The copy is complete before the sequence is read again.
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&header[0], __ATOMIC_RELAXED) == sequence;
}

ptrdiff_t cfilesystem_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
  struct iovec part = {bytes, count};
  union {
    // Room for one: the kernel closes any others.
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  *descriptor = -1;
  if (received < 0) return -errno;
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  if (rights && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS && rights->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(rights), sizeof *descriptor);
  return received;
}

int cfilesystem_synchronize_all(int file) { return syncfs(file); }
