#include "harness/device/library/array_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "harness/device/backend.h"
#include "harness/process/watch.h"

namespace classay::library {
namespace {

// The lengths of short arrays: every remainder of a loop over up to 32 elements, and odd numbers of longer ones. Their sum
// is less than the 1,023 work-items in which a failing input runs again.
constexpr auto kShortArrays = [] {
  std::array<std::uint64_t, 36> lengths{};
  std::iota(lengths.begin(), lengths.begin() + 33, 1);
  lengths[33] = 63;
  lengths[34] = 65;
  lengths[35] = 127;
  return lengths;
}();
constexpr std::uint64_t kInShortArrays = std::accumulate(kShortArrays.begin(), kShortArrays.end(), std::uint64_t{0});

constexpr std::size_t kGuard = 64;  // bytes on each side of a result
constexpr std::byte kFilled{0xa5};

// `memory`: from FencedMemory.
std::byte* required(std::byte* memory, std::size_t bytes) {
  if (memory != nullptr) return memory;
  throw DeviceError(Fault::out_of_resources, fmt::format("no memory for arrays of {} bytes", bytes));
}

// The bytes of an element of each argument and result.
struct Elements {
  std::vector<std::size_t> arguments;
  std::vector<std::size_t> results;
};
Elements elements_of(const CFunction& f) {
  const std::size_t real = static_cast<std::size_t>(width(f.type)) / 8;
  constexpr std::size_t kInt = sizeof(int);
  switch (f.form) {
    case CForm::real: return {{real}, {real}};
    case CForm::two_reals: return {{real, real}, {real}};
    case CForm::three_reals: return {{real, real, real}, {real}};
    case CForm::real_int:
    case CForm::real_long: return {{real, kInt}, {real}};
    case CForm::real_to_int: return {{real}, {kInt}};
    case CForm::real_and_real:
    case CForm::both_out: return {{real}, {real, real}};
    case CForm::real_and_int: return {{real}, {real, kInt}};
    case CForm::quotient: return {{real, real}, {real, kInt}};
  }
  return {};
}

// Copies elements of an argument. Those behind the last one repeat it, as in all kernels (kernels/source.h).
void copy_argument(std::byte* to, const std::byte* from, std::uint64_t count, std::uint64_t first, std::uint64_t n,
                   std::size_t size) {
  const std::uint64_t there = std::min(n, count - std::min(first, count));
  if (there > 0) std::memcpy(to, from + first * size, there * size);
  for (std::uint64_t i = there; i < n; ++i) std::memcpy(to + i * size, from + (count - 1) * size, size);
}

bool is_filled(const std::byte* from) {
  return std::all_of(from, from + kGuard, [](std::byte b) { return b == kFilled; });
}

// Passes up to six words in registers. Integers of 32 and of 64 bits and pointers are passed alike on x86-64 and aarch64, so
// that n may be an int, a long or a size_t.
#ifdef __clang__
[[clang::no_sanitize("function")]]  // which compares types of functions
#endif
void call_in_order(Symbol symbol, const std::string& order, std::uint64_t n, std::span<std::byte* const> arguments,
                   std::span<std::byte* const> results) {
  using Word = std::uintptr_t;
  std::array<Word, 6> words{};
  std::size_t used = 0;
  for (const char c : order) {
    if (c == 'n') words.at(used++) = n;
    if (c == 'x') {
      for (std::byte* const argument : arguments) words.at(used++) = reinterpret_cast<Word>(argument);
    }
    if (c == 'y') words.at(used++) = reinterpret_cast<Word>(results.front());
    if (c == 'z' && results.size() > 1) words.at(used++) = reinterpret_cast<Word>(results.back());
  }
  reinterpret_cast<void (*)(Word, Word, Word, Word, Word, Word)>(symbol)(words[0], words[1], words[2], words[3], words[4],
                                                                         words[5]);
}

// The calls of one launch.
class Launched {
 public:
  Launched(const Found& found, const CFunction& function, const Work& work, std::span<FencedMemory> arguments,
           std::span<FencedMemory> results)
      : found_(found), work_(work), elements_(elements_of(function)), arguments_(arguments), results_(results) {}

  // A launch that is too small for all short arrays has some of them. Its inputs decide which, so that each run has the
  // same.
  Stray all() {
    const bool has_all = work_.items > kInShortArrays;
    std::uint64_t first = work_.items - (has_all ? kInShortArrays : work_.items / 2);
    call(0, first);
    call(first, 0);
    for (std::size_t i = has_all ? 0 : digest(); first < work_.items; ++i) {
      const std::uint64_t n = std::min(kShortArrays.at(i % kShortArrays.size()), work_.items - first);
      call(first, n);
      first += n;
    }
    return stray_;
  }

 private:
  void call(std::uint64_t first, std::uint64_t n) {
    calling_.next(found_.name, fmt::format("{} elements", n));
    place(first, n);
    call_in_order(found_.symbol, found_.pattern->order, n, at_, to_);
    for (std::size_t a = 0; a < at_.size(); ++a) {
      const bool is_whole = first + n <= work_.count;
      if (is_whole && std::memcmp(at_[a], source(a, first), n * elements_.arguments[a]) != 0) note(Stray::Side::into, a, n);
    }
    take(first, n);
    for (std::size_t a = 0; found_.pattern->kind == CallKind::in_place && a < at_.size(); ++a) {
      if (elements_.arguments[a] == elements_.results[0]) call_in_place(first, n, a);
    }
  }

  // The first result has the place of this argument. Where its results differ from those of separate arrays, they replace
  // them.
  void call_in_place(std::uint64_t first, std::uint64_t n, std::size_t argument) {
    calling_.next(found_.name, fmt::format("{} elements in place", n));
    place(first, n);
    copy_argument(to_[0], work_.inputs[argument], work_.count, first, n, elements_.arguments[argument]);
    std::vector<std::byte*> at = at_;
    at[argument] = to_[0];
    call_in_order(found_.symbol, found_.pattern->order, n, at, to_);
    take(first, n);
  }

  std::size_t digest() const {
    const std::span<const std::byte> some(work_.inputs[0], std::min<std::size_t>(work_.count, 16) * elements_.arguments[0]);
    return std::accumulate(some.begin(), some.end(), std::size_t{0},
                           [](std::size_t sum, std::byte b) { return sum + std::to_integer<std::size_t>(b); });
  }

  const std::byte* source(std::size_t argument, std::uint64_t first) const {
    return work_.inputs[argument] + first * elements_.arguments[argument];
  }

  // Results alternate between the two fences, and so between aligned and unaligned memory.
  void place(std::uint64_t first, std::uint64_t n) {
    at_.clear();
    to_.clear();
    for (std::size_t a = 0; a < elements_.arguments.size(); ++a) {
      // Without elements some can be read, so that a function that also computes them is a failure and not a crash.
      const std::size_t elements = n == 0 ? kGuard / elements_.arguments[a] : n;
      const std::size_t bytes = elements * elements_.arguments[a];
      at_.push_back(required(arguments_[a].before_fence(bytes), bytes));
      copy_argument(at_[a], work_.inputs[a], work_.count, first, elements, elements_.arguments[a]);
    }
    for (std::size_t r = 0; r < elements_.results.size(); ++r) {
      const std::size_t bytes = n * elements_.results[r];
      const std::size_t all = bytes + 2 * kGuard;
      std::byte* const begin = required(n % 2 == 0 ? results_[r].behind_fence(all) : results_[r].before_fence(all), all);
      std::fill_n(begin, kGuard, kFilled);
      std::fill_n(begin + kGuard + bytes, kGuard, kFilled);
      to_.push_back(begin + kGuard);
      if (n > 0) std::memcpy(to_[r], target(r, first), bytes);  // as the launch filled it
    }
  }

  std::byte* target(std::size_t result, std::uint64_t first) const {
    return work_.outputs[result] + first * elements_.results[result];
  }

  void take(std::uint64_t first, std::uint64_t n) {
    for (std::size_t r = 0; r < to_.size(); ++r) {
      const std::size_t bytes = n * elements_.results[r];
      if (!is_filled(to_[r] - kGuard)) note(Stray::Side::before, r, n);
      if (!is_filled(to_[r] + bytes)) note(Stray::Side::behind, r, n);
      if (n > 0) std::memcpy(target(r, first), to_[r], bytes);
    }
  }

  void note(Stray::Side side, std::size_t component, std::uint64_t n) {
    if (stray_.side == Stray::Side::none)
      stray_ = {.side = side, .component = component, .elements = static_cast<std::int64_t>(n)};
  }

  const Found& found_;
  const Work& work_;
  Elements elements_;
  std::span<FencedMemory> arguments_;
  std::span<FencedMemory> results_;
  ending::Calling calling_{found_.name};
  std::vector<std::byte*> at_;  // the arrays of the current call
  std::vector<std::byte*> to_;
  Stray stray_;
};

}  // namespace

Stray ArrayCalls::call(const Found& found, const CFunction& function, const Work& work) {
  return Launched(found, function, work, arguments_, results_).all();
}

}  // namespace classay::library
