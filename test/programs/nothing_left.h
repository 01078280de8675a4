// What the program has allocated with new and not given back: a check leaves as much as it found.
#ifndef TEST_PROGRAMS_NOTHING_LEFT_H
#define TEST_PROGRAMS_NOTHING_LEFT_H
#include "harness.h"
#include <cstdlib>
#include <new>

namespace harness {
inline long allocated = 0;
} // namespace harness

void *operator new(std::size_t size) {
  ++harness::allocated;
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept {
  if (memory)
    --harness::allocated;
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept { operator delete(memory); }

/// Runs `check`.
#define LEAVES_NOTHING(...)                                                                        \
  {                                                                                                \
    const long before = harness::allocated;                                                        \
    __VA_ARGS__;                                                                                   \
    expect("left behind", harness::allocated, before);                                             \
  }                                                                                                \
  static_assert(true)
#endif
