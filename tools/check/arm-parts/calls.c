// Makes the sandbox's filters for arm64, on any machine, and asks them about that machine's system calls: the C library there
// has no open, stat, poll, dup2 or rename, so what it calls instead must be answered alike. Prints how many answers it looked
// at, and on standard error those that are wrong.
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/videodev2.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The filters, of which the strictest counts.
static struct {
  struct sock_filter code[4096];
  size_t count;
} programs[4];
static int program_count;

static scmp_filter_ctx init_for_arm64(uint32_t otherwise) {
  scmp_filter_ctx context = seccomp_init(otherwise);
  if (!context || seccomp_arch_add(context, SCMP_ARCH_AARCH64)) exit(70);
  if (seccomp_arch_native() != SCMP_ARCH_AARCH64 && seccomp_arch_remove(context, SCMP_ARCH_NATIVE)) exit(70);
  return context;
}

static int keep(scmp_filter_ctx context) {
  int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0 || seccomp_export_bpf(context, file)) exit(70);
  ssize_t count = pread(file, programs[program_count].code, sizeof programs->code, 0);
  if (count <= 0) exit(70);
  programs[program_count++].count = (size_t)count / sizeof(struct sock_filter);
  close(file);
  return 0;
}

#define seccomp_init init_for_arm64
#define seccomp_load keep
#include "CSandbox/CSandbox.c"
#include "CSandbox/calls.c"

// What a program says about a call; seccomp(2) has the machine.
static uint32_t run(const struct sock_filter *code, size_t count, const struct seccomp_data *data) {
  uint32_t a = 0;
  for (size_t i = 0; i < count; i++) {
    const struct sock_filter *at = code + i;
    int is_taken;
    switch (at->code) {
      case BPF_LD | BPF_W | BPF_ABS: memcpy(&a, (const char *)data + at->k, 4); continue;
      case BPF_ALU | BPF_AND | BPF_K: a &= at->k; continue;
      case BPF_RET | BPF_K: return at->k;
      case BPF_JMP | BPF_JA: i += at->k; continue;
      case BPF_JMP | BPF_JEQ | BPF_K: is_taken = a == at->k; break;
      case BPF_JMP | BPF_JGT | BPF_K: is_taken = a > at->k; break;
      case BPF_JMP | BPF_JGE | BPF_K: is_taken = a >= at->k; break;
      case BPF_JMP | BPF_JSET | BPF_K: is_taken = (a & at->k) != 0; break;
      default: exit(70);
    }
    i += is_taken ? at->jt : at->jf;
  }
  exit(70);
}

enum answer { ALLOWED, REFUSED, MISSING, OTHER };
static const char *const answers[] = {"allowed", "EPERM", "ENOSYS", "something else"};

static enum answer answer(int call, uint64_t first, uint64_t second, uint64_t third) {
  struct seccomp_data data = {.nr = call, .arch = AUDIT_ARCH_AARCH64, .args = {first, second, third}};
  enum answer strictest = ALLOWED;
  for (int i = 0; i < program_count; i++) {
    uint32_t action = run(programs[i].code, programs[i].count, &data);
    enum answer one = action == SCMP_ACT_ALLOW ? ALLOWED : action == SCMP_ACT_ERRNO(EPERM) ? REFUSED
                      : action == SCMP_ACT_ERRNO(ENOSYS) ? MISSING : OTHER;
    if (strictest == ALLOWED) strictest = one;
  }
  return strictest;
}

static int looked_at, wrong;

static void expect(enum answer expected, const char *name, uint64_t first, uint64_t second, uint64_t third) {
  int call = seccomp_syscall_resolve_name_arch(SCMP_ARCH_AARCH64, name);
  enum answer found = call < 0 ? OTHER : answer(call, first, second, third);
  looked_at++;
  if (found == expected) return;
  wrong++;
  fprintf(stderr, "%s(%#llx, %#llx, %#llx): %s instead of %s\n", name, (unsigned long long)first, (unsigned long long)second,
          (unsigned long long)third, call < 0 ? "no such call" : answers[found], answers[expected]);
}

// Names that arm64 lacks, and what is called there in their place; NULL where there is no such thing.
static const char *const instead[][2] = {
    {"access", "faccessat"}, {"creat", "openat"}, {"dup2", "dup3"}, {"futimesat", "utimensat"}, {"getdents", "getdents64"},
    {"link", "linkat"}, {"lstat", "newfstatat"}, {"mkdir", "mkdirat"}, {"open", "openat"}, {"readlink", "readlinkat"},
    {"rename", "renameat"}, {"rmdir", "unlinkat"}, {"stat", "newfstatat"}, {"symlink", "symlinkat"}, {"unlink", "unlinkat"},
    {"utime", "utimensat"}, {"utimes", "utimensat"}, {"poll", "ppoll"}, {"select", "pselect6"}, {"pause", "ppoll"},
    {"epoll_create", "epoll_create1"}, {"epoll_wait", "epoll_pwait"}, {"eventfd", "eventfd2"}, {"pipe", "pipe2"},
    {"inotify_init", "inotify_init1"}, {"signalfd", "signalfd4"}, {"alarm", "setitimer"}, {"time", "clock_gettime"},
    {"getpgrp", "getpgid"}, {"recv", "recvfrom"}, {"send", "sendto"}, {"sigreturn", "rt_sigreturn"}, {"ugetrlimit", "getrlimit"},
    {"umount", "umount2"}, {"mknod", "mknodat"}, {"stime", "settimeofday"},
    // Of machines with 32 bits.
    {"fcntl64", "fcntl"}, {"fstat64", "fstat"}, {"fstatat64", "newfstatat"}, {"lstat64", "newfstatat"}, {"stat64", "newfstatat"},
    {"fstatfs64", "fstatfs"}, {"statfs64", "statfs"}, {"ftruncate64", "ftruncate"}, {"truncate64", "truncate"},
    {"sendfile64", "sendfile"}, {"_llseek", "lseek"},
    // By clone, which has a rule of its own.
    {"fork", NULL}, {"vfork", NULL},
    // Of x86 and of old kernels.
    {"arch_prctl", NULL}, {"set_thread_area", NULL}, {"iopl", NULL}, {"ioperm", NULL}, {"modify_ldt", NULL}, {"ustat", NULL},
    {"sysfs", NULL}, {"uselib", NULL}, {"_sysctl", NULL},
};

static void expect_all(enum answer expected, const char *const *names) {
  for (; *names; names++) {
    int call = seccomp_syscall_resolve_name_arch(SCMP_ARCH_AARCH64, *names);
    // The library is older than the call: it's in no filter.
    if (call == __NR_SCMP_ERROR) continue;
    if (call >= 0) {
      expect(expected, *names, 0, 0, 0);
      continue;
    }
    size_t i = 0;
    while (i < sizeof instead / sizeof *instead && strcmp(instead[i][0], *names)) i++;
    if (i == sizeof instead / sizeof *instead) {
      fprintf(stderr, "%s: arm64 lacks it; what is called instead isn't known here\n", *names);
      looked_at++, wrong++;
    } else if (instead[i][1]) {
      expect(expected, instead[i][1], 0, 0, 0);
    }
  }
}

// Both filters have these rules.
static void expect_always(void) {
  expect_all(REFUSED, csandbox_denied);
  expect(REFUSED, "socket", AF_INET, SOCK_STREAM, 0);
  expect(ALLOWED, "clone", CLONE_THREAD | CLONE_VM, 0, 0);
  expect(REFUSED, "clone", 17 /* SIGCHLD: as fork */, 0, 0);
  expect(MISSING, "clone3", 0, 0, 0);
  expect(ALLOWED, "mmap", 0, 4096, PROT_READ | PROT_WRITE);
  expect(ALLOWED, "mmap", 0, 4096, PROT_READ | PROT_EXEC);
  // The loader protects code by PROT_BTI (0x10).
  expect(ALLOWED, "mprotect", 0, 4096, PROT_READ | PROT_EXEC | 0x10);
  // As Debian 12's and 13's C libraries call on arm64.
  static const char *const called[] = {
      "openat", "newfstatat", "fstat", "statx", "faccessat", "faccessat2", "readlinkat", "unlinkat", "mkdirat", "renameat",
      "renameat2", "linkat", "symlinkat", "utimensat", "getdents64", "dup3", "pipe2", "ppoll", "pselect6", "epoll_create1",
      "epoll_pwait", "eventfd2", "inotify_init1", "signalfd4", "clock_nanosleep", "clock_gettime", "futex", "set_robust_list",
      "rseq", "rt_sigreturn", "getrandom", "memfd_create", "sync_file_range", "fallocate", "fadvise64", "sendfile", "statfs",
      "sched_setscheduler", "sched_getaffinity", "membarrier", "exit_group", NULL};
  expect_all(ALLOWED, called);
}

int main(void) {
  if (csandbox_begin()) return 70;
  expect_always();
  expect(ALLOWED, "socket", AF_UNIX, SOCK_STREAM, 0);
  expect(REFUSED, "mmap", 0, 4096, PROT_WRITE | PROT_EXEC);
  expect(REFUSED, "mprotect", 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC | 0x10);
  expect(REFUSED, "ioctl", 0, TIOCSTI, 0);
  expect(REFUSED, "ioctl", 0, 0xABCD00000000 | TIOCLINUX, 0);
  expect(ALLOWED, "ioctl", 0, VIDIOC_QUERYCAP, 0);

  if (csandbox_tighten(CSANDBOX_CONNECTS | CSANDBOX_ACCEPTS | CSANDBOX_SETS_TERMINAL)) return 70;
  expect_always();
  expect_all(ALLOWED, csandbox_allowed);
  expect_all(ALLOWED, csandbox_connection_calls);
  static const unsigned long requests[] = {VIDIOC_QUERYCAP, VIDIOC_S_FMT, VIDIOC_DQBUF, VIDIOC_S_EXT_CTRLS, TCGETS, TIOCGWINSZ,
                                           FIONREAD, FIONBIO, FICLONE, TCSETSF};
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) expect(ALLOWED, "ioctl", 0, requests[i], 0);
  expect(ALLOWED, "socket", AF_UNIX, SOCK_STREAM, 0);
  expect(ALLOWED, "connect", 0, 0, 0);
  expect(ALLOWED, "accept4", 0, 0, 0);
  expect(REFUSED, "bind", 0, 0, 0);
  expect(ALLOWED, "tgkill", (uint64_t)getpid(), 0, 0);
  expect(MISSING, "tgkill", 1, 0, 0);
  expect(ALLOWED, "prlimit64", 0, 0, 0);
  // What no list has.
  expect(MISSING, "landlock_create_ruleset", 0, 0, 0);
  expect(REFUSED, "mmap", 0, 4096, PROT_WRITE | PROT_EXEC);
  printf("%d %d\n", looked_at, wrong);
  return wrong != 0;
}
