// Linux file calls that Swift's Glibc module leaves out (they stand behind _GNU_SOURCE).
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/// Gives the file `from` the name `to`, both in the folder open as `folder`, never over an existing file.
///
/// renameat2(2) with RENAME_NOREPLACE; where the file system lacks that (NFS, some FUSE), linkat(2) and unlinkat(2).
/// Returns 0 or an errno; EEXIST when `to` is taken.
int cfilesystem_rename_new(int folder, const char *from, const char *to);

#endif
