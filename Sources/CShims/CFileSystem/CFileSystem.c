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
