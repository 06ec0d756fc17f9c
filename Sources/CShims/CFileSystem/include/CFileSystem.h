// Linux file calls that Swift's Glibc module lacks (they need _GNU_SOURCE).
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Renames `from` to `to`, both in the open folder `folder`, never replacing an existing file.
///
/// renameat2(2) with RENAME_NOREPLACE; on file systems without it (NFS, some FUSE), linkat(2) and unlinkat(2); without links
/// either (VirtualBox's folders, some SFTP servers), a check and renameat(2), between which another program could take the
/// name. Returns 0 or an errno; EEXIST if `to` is taken.
int cfilesystem_rename_new(int folder, const char *from, const char *to);

/// syncfs(2), which needs _GNU_SOURCE.
int cfilesystem_synchronize_all(int file);

/// Opens a nameless file on the file system of `folder` and reserves `bytes` of space for it.
///
/// open(2) with O_TMPFILE and fallocate(2); on file systems without them, a file named `stand_in`, unlinked at once and
/// filled with zeros. The space is freed however the process ends. Returns a descriptor or a negative errno.
int cfilesystem_reserve(int folder, const char *stand_in, long long bytes);

/// Makes the kernel start writing a file's bytes to the disk, without waiting: sync_file_range(2).
void cfilesystem_begin_writing(int file);

/// Gives a socket's file to a group; never another file, even if the path now names one. Returns 0 or an errno.
int cfilesystem_give_socket(const char *path, unsigned group);

/// Creates shared memory and maps it at `*start`: memfd_create(2), sealed against resizing and
/// against writing by others (F_SEAL_FUTURE_WRITE). Returns a descriptor or a negative errno.
int cfilesystem_share(const char *name, size_t bytes, void **start);

/// Writes a slot of shared memory: sets its sequence to 0, copies the bytes after its 64-byte
/// header, then stores their number and `sequence`, in this order for every reader.
void cfilesystem_publish(void *slot, const void *bytes, size_t count, uint64_t sequence);

/// Maps shared memory of `cfilesystem_share` for reading. Returns 0 or an errno: EPERM if it isn't
/// sealed and so could vanish while being read.
int cfilesystem_map_shared(int file, size_t *bytes, const void **start);

/// Copies `count` bytes out of a slot if it holds `sequence` before and after; returns whether it does.
bool cfilesystem_take(const void *slot, void *bytes, size_t count, uint64_t sequence);

/// Receives bytes and a descriptor if one comes with them, without waiting; otherwise `*descriptor`
/// is -1. Returns the number of bytes, 0 at the end, or a negative errno.
ptrdiff_t cfilesystem_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor);

/// Sends bytes and a descriptor (SCM_RIGHTS) through a Unix socket, without waiting. Returns the bytes sent or a negative errno.
ptrdiff_t cfilesystem_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);

#endif
