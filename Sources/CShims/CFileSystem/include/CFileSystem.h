// Linux file calls that Swift's Glibc module lacks (they need _GNU_SOURCE).
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/// Renames `from` to `to`, both in the folder open as `folder`, never replacing an existing file.
///
/// renameat2(2) with RENAME_NOREPLACE; on file systems without it (NFS, some FUSE), linkat(2) and unlinkat(2). Returns
/// 0 or an errno; EEXIST if `to` is taken.
int cfilesystem_rename_new(int folder, const char *from, const char *to);

/// Opens a nameless file on the file system of `folder` and reserves `bytes` of space for it.
///
/// open(2) with O_TMPFILE and fallocate(2); on file systems without them, a file named `stand_in`, unlinked at once and
/// filled with zeros. The space becomes free however the process ends. Returns a descriptor or a negative errno.
int cfilesystem_reserve(int folder, const char *stand_in, long long bytes);

/// Makes the kernel start writing a file's bytes to the disk, without waiting: sync_file_range(2).
void cfilesystem_begin_writing(int file);

#endif
