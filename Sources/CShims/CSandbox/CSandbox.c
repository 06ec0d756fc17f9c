// seccomp(2), seccomp_rule_add(3). If several filters are active, the kernel runs all of them and
// takes the strictest result.

#define _GNU_SOURCE
#include "CSandbox.h"

#include "calls.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// asm/termbits.h can't be included together with termios.h: a struct termios2 has 44 bytes.
static const uint32_t tcgets2 = _IOC(_IOC_READ, 'T', 0x2A, 44), tcsetsf2 = _IOC(_IOC_WRITE, 'T', 0x2D, 44);

// A filter under construction and its first error.
struct filter {
  scmp_filter_ctx context;
  int code;
};

static void rule(struct filter *filter, uint32_t action, const char *name, unsigned count,
                 const struct scmp_arg_cmp *conditions) {
  if (filter->code != 0) return;
  int call = seccomp_syscall_resolve_name(name);
  if (call == __NR_SCMP_ERROR) return;
  int code = seccomp_rule_add_array(filter->context, action, call, count, conditions);
  // EDOM: this machine lacks the call.
  if (code != 0 && code != -EDOM) filter->code = -code;
}

static void when(struct filter *filter, uint32_t action, const char *name, struct scmp_arg_cmp condition) {
  rule(filter, action, name, 1, &condition);
}

static void all(struct filter *filter, uint32_t action, const char *const *names) {
  for (; *names; names++) rule(filter, action, *names, 0, NULL);
}

// No device may be created; a named pipe may.
static void refuse_devices(struct filter *filter, uint32_t action) {
  static const uint32_t kinds[] = {S_IFCHR, S_IFBLK};
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    when(filter, action, "mknod", SCMP_A1(SCMP_CMP_MASKED_EQ, S_IFMT, kinds[index]));
    when(filter, action, "mknodat", SCMP_A2(SCMP_CMP_MASKED_EQ, S_IFMT, kinds[index]));
  }
}

static struct filter begin(uint32_t otherwise, int is_logged) {
  struct filter filter = {seccomp_init(otherwise), 0};
  if (!filter.context) {
    filter.code = ENOMEM;
    return filter;
  }
  // All threads, including those already running: otherwise they would escape the filter.
  int code = seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_TSYNC, 1);
  if (code != 0) filter.code = -code;
  // Report the kernel's own errno. Both attributes below are optional: older kernels and libraries lack them.
  seccomp_attr_set(filter.context, SCMP_FLTATR_API_SYSRAWRC, 1);
  seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_LOG, is_logged);
  // A tree instead of a chain of comparisons.
  seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  return filter;
}

static int load(struct filter *filter) {
  if (filter->code == 0) filter->code = -seccomp_load(filter->context);
  if (filter->context) seccomp_release(filter->context);
  return filter->code;
}

static const uint32_t allow = SCMP_ACT_ALLOW, refuse = SCMP_ACT_ERRNO(EPERM), unknown = SCMP_ACT_ERRNO(ENOSYS);

// Gives up the right to set the clock, which calls that only read it would otherwise have too.
static int give_up_clock(void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &head, sets) != 0) return errno;
  const uint32_t mask = ~CAP_TO_MASK(CAP_SYS_TIME);
  struct __user_cap_data_struct *set = &sets[CAP_TO_INDEX(CAP_SYS_TIME)];
  if (((set->effective | set->permitted) & ~mask) == 0) return 0;
  set->effective &= mask;
  set->permitted &= mask;
  set->inheritable &= mask;
  return syscall(SYS_capset, &head, sets) == 0 ? 0 : errno;
}

int csandbox_begin(void) {
  int cannot = give_up_clock();
  if (cannot != 0) return cannot;
  // In its own filter, which isn't logged: the C library tries clone3 for each thread and then
  // falls back to clone, whose flags a filter can see.
  struct filter quiet = begin(allow, 0);
  rule(&quiet, unknown, "clone3", 0, NULL);
  int code = load(&quiet);
  if (code != 0) return code;

  struct filter filter = begin(allow, 1);
  all(&filter, refuse, csandbox_denied);
  refuse_devices(&filter, refuse);
  // Only Unix ones, and the kernel's and udev's that tell which devices come and go, for libcamera.
  for (int family = 0; family < AF_NETLINK; family++)
    if (family != AF_UNIX) when(&filter, refuse, "socket", SCMP_A0(SCMP_CMP_EQ, family));
  when(&filter, refuse, "socket", SCMP_A0(SCMP_CMP_GT, AF_NETLINK));
  const struct scmp_arg_cmp other_netlink[] = {SCMP_A0(SCMP_CMP_EQ, AF_NETLINK), SCMP_A2(SCMP_CMP_NE, NETLINK_KOBJECT_UEVENT)};
  rule(&filter, refuse, "socket", 2, other_netlink);
  when(&filter, refuse, "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  const uint64_t both = PROT_WRITE | PROT_EXEC;
  when(&filter, refuse, "mmap", SCMP_A2(SCMP_CMP_MASKED_EQ, both, both));
  when(&filter, refuse, "mprotect", SCMP_A2(SCMP_CMP_MASKED_EQ, both, both));
  when(&filter, refuse, "pkey_mprotect", SCMP_A2(SCMP_CMP_MASKED_EQ, both, both));
  // Typing on the terminal in the user's name. The kernel looks at only 32 bits of a request.
  when(&filter, refuse, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCSTI));
  when(&filter, refuse, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCLINUX));
  return load(&filter);
}

// One program and its threads: no network, not even by Unix sockets, and no others. It is started by execve, which Landlock
// then limits to folders of programs.
int csandbox_begin_program(void) {
  struct filter filter = begin(allow, 0);
  rule(&filter, unknown, "clone3", 0, NULL);
  for (const char *const *name = csandbox_denied; *name; name++)
    if (strcmp(*name, "execve") != 0) rule(&filter, refuse, *name, 0, NULL);
  refuse_devices(&filter, refuse);
  rule(&filter, refuse, "socket", 0, NULL);
  rule(&filter, refuse, "connect", 0, NULL);
  when(&filter, refuse, "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  return load(&filter);
}

// The second filter doesn't rely on the first: it may be the only one.
int csandbox_tighten(unsigned needs) {
  struct filter filter = begin(unknown, 0);
  all(&filter, refuse, csandbox_denied);
  rule(&filter, refuse, "mknod", 0, NULL);
  rule(&filter, refuse, "mknodat", 0, NULL);
  all(&filter, allow, csandbox_allowed);
  when(&filter, allow, "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  when(&filter, refuse, "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  // Writable or executable, not both: libraries can load plug-ins, but no code can be generated at run time.
  for (int index = 0; index < 2; index++) {
    const char *name = index == 0 ? "mmap" : "mprotect";
    when(&filter, allow, name, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_WRITE, 0));
    when(&filter, allow, name, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  }
  // All V4L2 requests, of any size; and the usual ones for terminals and files.
  when(&filter, allow, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFF00, 'V' << 8));
  static const uint32_t requests[] = {TCGETS,     TIOCGWINSZ,         FIONREAD,         FIONBIO, FIOCLEX, FIONCLEX,
                                      FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, FICLONE, FICLONERANGE};
  for (size_t index = 0; index < sizeof requests / sizeof *requests; index++)
    when(&filter, allow, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, requests[index]));
  // Signals and limits of this process only.
  const pid_t self = getpid();
  when(&filter, allow, "kill", SCMP_A0(SCMP_CMP_EQ, self));
  when(&filter, allow, "tgkill", SCMP_A0(SCMP_CMP_EQ, self));
  when(&filter, allow, "prlimit64", SCMP_A0(SCMP_CMP_EQ, 0));
  static const int options[] = {PR_SET_NAME,     PR_GET_NAME,       PR_GET_DUMPABLE, PR_SET_DUMPABLE,
                                PR_CAPBSET_READ, PR_SET_TIMERSLACK, PR_GET_SECCOMP,  PR_GET_NO_NEW_PRIVS};
  for (size_t index = 0; index < sizeof options / sizeof *options; index++)
    when(&filter, allow, "prctl", SCMP_A0(SCMP_CMP_EQ, options[index]));
  if (needs & CSANDBOX_SETS_TERMINAL) {
    // The C library's request up to 2.41, and the one since.
    when(&filter, allow, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, TCSETSF));
    when(&filter, allow, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, tcgets2));
    when(&filter, allow, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, tcsetsf2));
  }
  static const uint8_t media[] = {'|', 'b', 'H'};
  static const char *const news[] = {"recvfrom", "recvmsg", NULL};
  if (needs & CSANDBOX_USES_MEDIA) all(&filter, allow, news);
  for (size_t index = 0; needs & CSANDBOX_USES_MEDIA && index < sizeof media; index++)
    when(&filter, allow, "ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFF00, (uint32_t)media[index] << 8));
  if (needs & (CSANDBOX_CONNECTS | CSANDBOX_ACCEPTS)) all(&filter, allow, csandbox_connection_calls);
  if (needs & CSANDBOX_ACCEPTS) {
    rule(&filter, allow, "accept", 0, NULL);
    rule(&filter, allow, "accept4", 0, NULL);
  }
  if (needs & CSANDBOX_CONNECTS) {
    when(&filter, allow, "socket", SCMP_A0(SCMP_CMP_EQ, AF_UNIX));
    when(&filter, refuse, "socket", SCMP_A0(SCMP_CMP_NE, AF_UNIX));
    rule(&filter, allow, "connect", 0, NULL);
  } else {
    rule(&filter, refuse, "socket", 0, NULL);
    rule(&filter, refuse, "connect", 0, NULL);
  }
  rule(&filter, refuse, "bind", 0, NULL);
  rule(&filter, refuse, "listen", 0, NULL);
  return load(&filter);
}
