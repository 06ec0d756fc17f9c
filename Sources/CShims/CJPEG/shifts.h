// For loops over bits on amd64: shifts by a register's content without flags, and counts of zeros, for which others take three steps.
#ifndef CJPEG_SHIFTS_H
#define CJPEG_SHIFTS_H

#if defined(__x86_64__)
#define SHIFTS __attribute__((target("bmi,bmi2,lzcnt"))) static
#define HAS_SHIFTS (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt"))
#endif

#endif
