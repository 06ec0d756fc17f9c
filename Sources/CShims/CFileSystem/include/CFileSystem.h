// Linux file calls that Swift's Glibc module leaves out (they stand behind _GNU_SOURCE).
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/// Gives the file `from` the name `to`, both in the folder open as `folder`, never over an existing file.
///
/// renameat2(2) with RENAME_NOREPLACE; where the file system lacks that (NFS, some FUSE), linkat(2) and unlinkat(2).
/// Returns 0 or an errno; EEXIST when `to` is taken.
int cfilesystem_rename_new(int folder, const char *from, const char *to);

/// Opens a file without a name on the file system of `folder` and has `bytes` of room set aside for it.
///
/// open(2) with O_TMPFILE and fallocate(2); where the file system lacks these, a file by the name `stand_in` that is
/// unlinked at once, and zeros. Whatever ends the process gives the room back. Returns a descriptor or a negative errno.
int cfilesystem_reserve(int folder, const char *stand_in, long long bytes);

/// Has the kernel begin to write a file's bytes to the disk, without waiting: sync_file_range(2).
void cfilesystem_begin_writing(int file);

#endif
