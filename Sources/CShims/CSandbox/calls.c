#include "calls.h"

#include <stddef.h>

// Never needed, before or after everything is open: answered with EPERM. After systemd.exec(5)'s
// groups @mount, @module, @reboot, @swap, @clock, @debug, @obsolete, @raw-io, @privileged and
// @keyring, plus calls that open a wide way into the kernel.
const char *const csandbox_denied[] = {
    // New programs and processes; clone and clone3 have their own rules.
    "execve", "execveat", "fork", "vfork", "unshare", "setns",
    // Other processes.
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp",
    "process_madvise", "process_mrelease",
    // The kernel and the machine.
    "bpf", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "kexec_load",
    "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot", "acct", "quotactl",
    "quotactl_fd", "syslog", "swapon", "swapoff", "iopl", "ioperm", "modify_ldt", "vhangup", "lookup_dcookie",
    "nfsservctl", "_sysctl", "uselib", "ustat", "sysfs", "fanotify_init", "fanotify_mark", "add_key",
    "request_key", "keyctl", "personality",
    // The file tree as others see it.
    "mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen", "fsconfig",
    "fsmount", "fspick", "mount_setattr", "name_to_handle_at", "open_by_handle_at",
    // The clock and the machine's name.
    "settimeofday", "clock_settime", "clock_adjtime", "stime", "sethostname", "setdomainname",
    // Other users.
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups",
    "capset", NULL};

// What a run still does once everything is open. A camera that comes back is opened, queried and mapped again, with a
// new thread: so files, ioctl, mmap and clone are here, the last three with their own rules.
const char *const csandbox_allowed[] = {
    // Memory; mmap and mprotect have their own rules.
    "brk", "madvise", "mbind", "membarrier", "mincore", "mlock", "mlock2", "mlockall", "mremap", "msync", "munlock",
    "munlockall", "munmap",
    // Threads and time. adjtimex can set something only with CAP_SYS_TIME, which csandbox_begin
    // gives up; only it knows how far off the clock may be.
    "adjtimex", "alarm", "arch_prctl", "clock_getres", "clock_gettime", "clock_nanosleep", "exit", "exit_group", "futex",
    "futex_wait", "futex_waitv", "futex_wake", "futex_requeue", "get_robust_list", "getcpu", "getitimer",
    "gettimeofday", "nanosleep", "pause", "restart_syscall", "rseq", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler",
    "sched_rr_get_interval", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler",
    "sched_yield", "set_robust_list", "set_thread_area", "set_tid_address", "setitimer", "setpriority",
    "getpriority", "time", "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime",
    "timerfd_create", "timerfd_gettime", "timerfd_settime", "times",
    // Signals; kill and tgkill have their own rules.
    "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait",
    "sigaltstack", "sigreturn", "signalfd", "signalfd4",
    // Waiting.
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd", "eventfd2",
    "inotify_add_watch", "inotify_init", "inotify_init1", "inotify_rm_watch", "memfd_create", "pipe", "pipe2", "poll", "ppoll",
    "pselect6", "select", "wait4", "waitid",
    // Files and folders; ioctl has its own rules.
    "access", "close", "close_range", "copy_file_range", "creat", "dup", "dup2", "dup3", "faccessat",
    "faccessat2", "fadvise64", "fallocate", "fchdir", "fchmod", "fchown", "fcntl", "fcntl64",
    "fdatasync", "fgetxattr", "flistxattr", "flock", "fstat", "fstat64", "fstatat64", "fstatfs", "fstatfs64",
    "fsync", "ftruncate", "ftruncate64", "futimesat", "getcwd", "getdents", "getdents64", "getxattr", "lgetxattr",
    "link", "linkat", "listxattr", "llistxattr", "_llseek", "lseek", "lstat", "lstat64", "mkdir", "mkdirat",
    "newfstatat", "open", "openat", "openat2", "pread64", "preadv", "preadv2", "pwrite64", "pwritev", "pwritev2",
    "read", "readahead", "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir",
    "sendfile", "sendfile64", "splice", "stat", "stat64", "statfs", "statfs64", "statx", "symlink", "symlinkat",
    "sync_file_range", "syncfs", "tee", "truncate", "truncate64", "umask", "unlink", "unlinkat", "utime",
    "utimensat", "utimes", "write", "writev",
    // The process's identity and environment.
    "capget", "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getpgrp", "getpid", "getppid", "getrandom",
    "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "getuid", "sysinfo", "ugetrlimit", "uname",
    NULL};

// On an existing connection.
const char *const csandbox_connection_calls[] = {
    "getpeername", "getsockname", "getsockopt", "recv", "recvfrom", "recvmsg", "send", "sendmsg", "sendto",
    "setsockopt", "shutdown", NULL};
