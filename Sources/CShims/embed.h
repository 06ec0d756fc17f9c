// Files of data that become part of the program as they are: the assembler takes them in, no compiler parses them. Included by
// path, as it belongs to several targets.
//
// Who embeds a file first asks for it, with `#if !__has_include(…)`: that also enters it among the files that the object is made
// of, so that a change of it has the object made anew.
#pragma once

#define EMBED_TEXT(number) #number
#define EMBED_NUMBER(number) EMBED_TEXT(number)

// Declares `name`, a structure of a type, and fills it with a file, which must have so many bytes; `bytes` is a plain number.
#define EMBED(type, name, file, bytes)                                                          \
  extern const type name __asm__("embedded_" #name) __attribute__((visibility("hidden")));      \
  _Static_assert(sizeof(type) == bytes, "the structure has another size");                      \
  __asm__(".pushsection .rodata.embedded_" #name ",\"a\",%progbits\n"                            \
          ".balign 64\n"                                                                        \
          ".globl embedded_" #name "\n"                                                         \
          ".hidden embedded_" #name "\n"                                                        \
          ".type embedded_" #name ",%object\n"                                                  \
          "embedded_" #name ":\n"                                                               \
          ".incbin \"" file "\"\n"                                                              \
          ".size embedded_" #name ", . - embedded_" #name "\n"                                  \
          ".if . - embedded_" #name " - " EMBED_NUMBER(bytes) "\n"                              \
          ".error \"" file " has another size\"\n"                                              \
          ".endif\n"                                                                            \
          ".popsection")
