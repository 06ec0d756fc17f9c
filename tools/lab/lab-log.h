// One line of log with the time of the monotonic clock, and the way out for an error at the start.
#pragma once

void lab_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void lab_die(const char *format, ...) __attribute__((format(printf, 1, 2)));
