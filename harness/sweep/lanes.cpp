#include "harness/sweep/lanes.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "kernels/source.h"

namespace classay {
namespace {

// Calls `visit` with a value of the unsigned type that has this many bytes.
template <class Visit>
void with_word(int bytes, Visit visit) {
  switch (bytes) {
    case 1: return visit(std::uint8_t{});
    case 2: return visit(std::uint16_t{});
    case 4: return visit(std::uint32_t{});
    case 8: return visit(std::uint64_t{});
    default: throw std::invalid_argument("elements have 1, 2, 4 or 8 bytes");
  }
}

// A section is what one lane holds: inputs [begin, begin + filled), then padding.
struct Section {
  std::uint64_t begin = 0;
  std::uint64_t filled = 0;
};

Section section_of(const Spread& s, int lane) {
  const std::uint64_t q = s.items();
  const std::uint64_t begin = (static_cast<std::uint64_t>(lane) + s.shift) % static_cast<std::uint64_t>(s.width) * q;
  if (begin >= s.count) return {s.count, 0};
  return {begin, std::min(q, s.count - begin)};
}

// Work-items at a time, so that the vectors of a block stay in the first cache while its lanes are walked through.
constexpr std::uint64_t kBlock = 256;

template <class Word>
Word load(const std::byte* p, std::uint64_t at) {
  Word w;
  std::memcpy(&w, p + at * sizeof w, sizeof w);
  return w;
}

// Do all of `n` elements, `stride` apart, equal those that stand together?
template <class Word>
bool all_equal(const std::byte* apart, std::uint64_t stride, const std::byte* together, std::uint64_t n) {
  Word different = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    different |= static_cast<Word>(load<Word>(apart, i * stride) ^ load<Word>(together, i));
  }
  return different == 0;
}

template <class Word>
class Comparison {
 public:
  Comparison(const Spread& spread, const std::byte* output, const std::byte* linear, std::vector<Difference>& differences)
      : spread_(spread), output_(output), linear_(linear), differences_(differences) {}

  void block(std::uint64_t first_item, std::uint64_t items) {
    for (int lane = 0; lane < spread_.width; ++lane) {
      const Section s = section_of(spread_, lane);
      const std::uint64_t filled = std::clamp<std::uint64_t>(s.filled, first_item, first_item + items) - first_item;
      const std::byte* apart = at(first_item, lane);
      const std::byte* together = linear_ + (s.begin + first_item) * sizeof(Word);
      if (filled > 0 && !all_equal<Word>(apart, stride(), together, filled)) note(first_item, filled, lane, s.begin);
      for (std::uint64_t i = filled; i < items; ++i) note_one(first_item + i, lane, spread_.count - 1);
    }
  }

 private:
  std::uint64_t stride() const { return static_cast<std::uint64_t>(spread_.width); }
  const std::byte* at(std::uint64_t item, int lane) const {
    return output_ + (item * stride() + static_cast<std::uint64_t>(lane)) * sizeof(Word);
  }
  void note(std::uint64_t first_item, std::uint64_t items, int lane, std::uint64_t begin) {
    for (std::uint64_t i = first_item; i < first_item + items; ++i) note_one(i, lane, begin + i);
  }
  void note_one(std::uint64_t item, int lane, std::uint64_t input) {
    const Word got = load<Word>(at(item, lane), 0);
    if (got != load<Word>(linear_, input)) differences_.push_back({input, got});
  }

  const Spread& spread_;
  const std::byte* output_;
  const std::byte* linear_;
  std::vector<Difference>& differences_;
};

}  // namespace

std::uint64_t Spread::items() const { return sections(count, width); }
std::uint64_t Spread::elements() const { return items() * static_cast<std::uint64_t>(width); }

void gather(const Spread& spread, std::span<const std::byte> output, int element, std::span<std::byte> linear) {
  const auto bytes = static_cast<std::uint64_t>(element);
  if (spread.width == 1) {
    std::memcpy(linear.data(), output.data(), spread.count * bytes);
    return;
  }
  for (int lane = 0; lane < spread.width; ++lane) {
    const Section s = section_of(spread, lane);
    for (std::uint64_t i = 0; i < s.filled; ++i) {
      const std::uint64_t from = i * static_cast<std::uint64_t>(spread.width) + static_cast<std::uint64_t>(lane);
      std::memcpy(linear.data() + (s.begin + i) * bytes, output.data() + from * bytes, bytes);
    }
  }
}

void find_differences(const Spread& spread, std::span<const std::byte> output, int element,
                      std::span<const std::byte> linear, std::vector<Difference>& differences) {
  with_word(element, [&](auto word) {
    Comparison<decltype(word)> comparison(spread, output.data(), linear.data(), differences);
    const std::uint64_t items = spread.items();
    for (std::uint64_t i = 0; i < items; i += kBlock) comparison.block(i, std::min(kBlock, items - i));
  });
}

void find_pattern(std::span<const std::byte> linear, int element, Bits pattern, std::vector<std::uint64_t>& places) {
  with_word(element, [&](auto word) {
    using Word = decltype(word);
    const std::uint64_t n = linear.size() / sizeof(Word);
    for (std::uint64_t i = 0; i < n; ++i) {
      if (load<Word>(linear.data(), i) == static_cast<Word>(pattern)) places.push_back(i);
    }
  });
}

Bits element_at(std::span<const std::byte> bytes, int element, std::uint64_t at) {
  Bits bits = 0;
  with_word(element, [&](auto word) { bits = load<decltype(word)>(bytes.data(), at); });
  return bits;
}

void put_element(std::span<std::byte> bytes, int element, std::uint64_t at, Bits bits) {
  with_word(element, [&](auto word) {
    const auto w = static_cast<decltype(word)>(bits);
    std::memcpy(bytes.data() + at * sizeof w, &w, sizeof w);
  });
}

}  // namespace classay
