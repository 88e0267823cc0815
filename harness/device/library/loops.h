// Calls a library function for all work-items of a launch, with one loop for each call variant. The places of inputs and
// results are as in the kernels of other front ends (kernels/source.h). This header has few includes, because code for each
// instruction set includes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "suites/c_function.h"

namespace classay::library {

// Where a function wrote outside its result. Only the first such place that is found in a launch counts.
struct Stray {
  enum class Side : std::uint8_t { none, before, behind, into };  // before or behind a result; into an argument
  Side side = Side::none;
  std::size_t component = 0;   // index of the component next to which it wrote, or of the argument
  std::int64_t elements = -1;  // length of the arrays; -1: the function takes none
};

// Holds a result that a C function writes through a pointer, with guards before and behind it. They detect writes outside of
// the result.
template <class T>
class GuardedResult {
 public:
  GuardedResult() { bytes_.fill(kFilled); }

  // Returns where the next call writes its result. Until then it holds a pattern that is the right result for few or no
  // inputs.
  T* place() {
    std::memset(bytes_.data() + kGuard, 0xfc, sizeof(T));
    return reinterpret_cast<T*>(bytes_.data() + kGuard);
  }

  // Returns the result of the call. Checks the words next to it without a branch; side() checks the other guards.
  T take() {
    before_ |= word(kGuard - kWord) ^ kFilledWord;
    behind_ |= word(kGuard + sizeof(T)) ^ kFilledWord;
    T value;
    std::memcpy(&value, bytes_.data() + kGuard, sizeof value);
    return value;
  }

  Stray::Side side() const {
    if (before_ != 0 || !is_filled(0, kGuard)) return Stray::Side::before;
    return behind_ == 0 && is_filled(kGuard + sizeof(T), bytes_.size()) ? Stray::Side::none : Stray::Side::behind;
  }

 private:
  static constexpr std::size_t kGuard = 64;  // bytes on each side
  static constexpr std::size_t kWord = sizeof(std::uint64_t);
  static constexpr std::byte kFilled{0xa5};
  static constexpr std::uint64_t kFilledWord = 0xa5a5a5a5a5a5a5a5;

  std::uint64_t word(std::size_t at) const {
    std::uint64_t word;
    std::memcpy(&word, bytes_.data() + at, sizeof word);
    return word;
  }
  bool is_filled(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (bytes_[i] != kFilled) return false;
    }
    return true;
  }

  alignas(64) std::array<std::byte, 2 * kGuard + sizeof(T)> bytes_;
  // Bits that any call changed next to its result: a later call may restore them.
  std::uint64_t before_ = 0;
  std::uint64_t behind_ = 0;
};

// Inputs of one launch: `count` of them. Lane l of work-item g has number min((l + shift) % lanes * items + g, count - 1).
// If they are sent, the lanes of a work-item are adjacent.
struct Work {
  std::uint64_t count = 0;
  std::uint64_t shift = 0;
  bool is_sent = false;
  std::uint64_t items = 0;          // that have work
  const std::byte* inputs[3] = {};  // one per argument
  std::byte* outputs[2] = {};       // one per component
};

using Symbol = void (*)();

// Guards results that are written through pointers, and returns where a function wrote outside of one.
Stray call_scalars(Symbol symbol, Type type, CForm form, const Work& work);

// Loops for functions on whole vectors, by the vector size of the instruction set.
struct VectorLoops {
  int bytes = 0;  // size of a vector
  // For one to three arguments.
  void (*call)(Symbol symbol, Type type, std::size_t arguments, const Work& work) = nullptr;

  static const VectorLoops baseline, avx2, avx512;  // reference/cpu/versions.h
};

}  // namespace classay::library
