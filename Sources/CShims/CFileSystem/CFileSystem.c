#define _GNU_SOURCE
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int cfilesystem_rename_new(int folder, const char *from, const char *to) {
  if (renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (linkat(folder, from, folder, to, 0) != 0) return errno;
  if (unlinkat(folder, from, 0) == 0) return 0;
  int code = errno;
  unlinkat(folder, to, 0);
  return code;
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
