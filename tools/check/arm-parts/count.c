// A plugin for qemu-aarch64: counts what a program executes, and how much of it is for the vector unit.
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// Of qemu's interface, version 1, the part that is used; qemu-user comes without its header.
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(
  struct qemu_plugin_tb *block, void (*call)(unsigned, void *), int flags, void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
void qemu_plugin_outs(const char *text);

int qemu_plugin_version = 1;
static atomic_uint_fast64_t all, vectors;

// The data of a block of instructions: its numbers of all and of the vector unit's.
static void executed(unsigned processor, void *counts) {
  (void)processor;
  atomic_fetch_add_explicit(&all, (uintptr_t)counts >> 16, memory_order_relaxed);
  atomic_fetch_add_explicit(&vectors, (uintptr_t)counts & 0xffff, memory_order_relaxed);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  uintptr_t count = qemu_plugin_tb_n_insns(block), wide = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t word;
    memcpy(&word, qemu_plugin_insn_data(qemu_plugin_tb_get_insn(block, i)), sizeof word);
    // Arm's manual, C4.1: calculations on the vector unit, and its loads and stores.
    wide += (word >> 25 & 7) == 7 || (word >> 25 & 7) == 6;
  }
  qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, (void *)(count << 16 | wide));
}

static void ended(qemu_plugin_id_t id, void *data) {
  (void)id, (void)data;
  char text[64];
  snprintf(text, sizeof text, "%" PRIuFAST64 " %" PRIuFAST64 "\n", all, vectors);
  qemu_plugin_outs(text);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count, char **arguments) {
  (void)info, (void)count, (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
