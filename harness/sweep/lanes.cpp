#include "harness/sweep/lanes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "harness/sweep/lane_loops.h"
#include "harness/sweep/with_word.h"
#include "kernels/source.h"

namespace classay {
namespace {

// With a packed result of 16 bytes too.
template <class Visit>
void with_element(int bytes, Visit visit) {
  if (bytes == sizeof(Wide)) return visit(Wide{});
  with_word(bytes, visit);
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

// Work-items at a time, and elements that are looked at one by one when something among them differs.
constexpr std::uint64_t kBlock = 256;
constexpr std::uint64_t kPart = 32;
constexpr std::size_t kWidest = 16;

template <class Word>
Word load(const std::byte* p, std::uint64_t at) {
  Word w;
  std::memcpy(&w, p + at * sizeof w, sizeof w);
  return w;
}

template <class Word>
class Comparison {
 public:
  Comparison(const Spread& spread, const std::byte* output, const std::byte* linear, std::vector<Difference>& differences)
      : spread_(spread),
        output_(output),
        linear_(linear),
        differences_(differences),
        equal_(lane_loops().equal(sizeof(Word), spread.width)) {
    if (equal_ == nullptr) throw std::invalid_argument("vectors have 1, 2, 3, 4, 8 or 16 elements");
    for (int lane = 0; lane < spread.width; ++lane) sections_.at(static_cast<std::size_t>(lane)) = section_of(spread, lane);
  }

  void block(std::uint64_t first_item, std::uint64_t items) {
    if (is_equal(first_item, items)) return;
    const std::uint64_t most = kPart / stride();
    for (std::uint64_t i = 0; i < items; i += most) {
      const std::uint64_t part = std::min(most, items - i);
      if (!is_equal(first_item + i, part)) note_all(first_item + i, part);
    }
  }

 private:
  // False also where a vector holds padding.
  bool is_equal(std::uint64_t first_item, std::uint64_t items) const {
    std::array<const std::byte*, kWidest> lanes{};
    bool is_filled = true;
    for (int lane = 0; lane < spread_.width; ++lane) {
      const Section& s = section(lane);
      is_filled = is_filled && s.filled >= first_item + items;
      lanes.at(static_cast<std::size_t>(lane)) = linear_ + (s.begin + first_item) * sizeof(Word);
    }
    return is_filled && equal_(at(first_item, 0), lanes.data(), items);
  }

  void note_all(std::uint64_t first_item, std::uint64_t items) {
    for (int lane = 0; lane < spread_.width; ++lane) {
      const Section& s = section(lane);
      for (std::uint64_t i = first_item; i < first_item + items; ++i) {
        note(i, lane, i < s.filled ? s.begin + i : spread_.count - 1);
      }
    }
  }

  const Section& section(int lane) const { return sections_.at(static_cast<std::size_t>(lane)); }
  std::uint64_t stride() const { return static_cast<std::uint64_t>(spread_.width); }
  const std::byte* at(std::uint64_t item, int lane) const {
    return output_ + (item * stride() + static_cast<std::uint64_t>(lane)) * sizeof(Word);
  }
  void note(std::uint64_t item, int lane, std::uint64_t input) {
    const Word got = load<Word>(at(item, lane), 0);
    if (got != load<Word>(linear_, input)) differences_.push_back({input, got});
  }

  const Spread& spread_;
  const std::byte* output_;
  const std::byte* linear_;
  std::vector<Difference>& differences_;
  LaneLoops::Equal equal_;
  std::array<Section, kWidest> sections_{};
};

// Block by block, until it is enough.
template <class IsEnough>
void compare(const Spread& spread, std::span<const std::byte> output, int element, std::span<const std::byte> linear,
             std::vector<Difference>& differences, IsEnough is_enough) {
  with_element(element, [&](auto word) {
    Comparison<decltype(word)> comparison(spread, output.data(), linear.data(), differences);
    const std::uint64_t items = spread.items();
    for (std::uint64_t i = 0; i < items && !is_enough(); i += kBlock) comparison.block(i, std::min(kBlock, items - i));
  });
}

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
  compare(spread, output, element, linear, differences, [] { return false; });
}

bool is_same(const Spread& spread, std::span<const std::byte> output, int element, std::span<const std::byte> linear) {
  std::vector<Difference> differences;
  compare(spread, output, element, linear, differences, [&] { return !differences.empty(); });
  return differences.empty();
}

bool has_pattern(std::span<const std::byte> linear, int element, Bits pattern) {
  const LaneLoops::Contains contains = lane_loops().contains(element);
  if (contains == nullptr) throw std::invalid_argument("a pattern has 1, 2, 4 or 8 bytes");
  return contains(linear.data(), linear.size() / static_cast<std::size_t>(element), pattern);
}

void find_pattern(std::span<const std::byte> linear, int element, Bits pattern, std::vector<std::uint64_t>& places) {
  with_element(element, [&](auto word) {
    using Word = decltype(word);
    const std::uint64_t n = linear.size() / sizeof(Word);
    const LaneLoops::Contains contains = lane_loops().contains(sizeof(Word));
    for (std::uint64_t first = 0; first < n; first += kBlock) {
      const std::uint64_t end = std::min(first + kBlock, n);
      if (!contains(linear.data() + first * sizeof(Word), end - first, pattern)) continue;
      for (std::uint64_t i = first; i < end; ++i) {
        if (load<Word>(linear.data(), i) == static_cast<Word>(pattern)) places.push_back(i);
      }
    }
  });
}

std::uint64_t digest(std::span<const std::byte> linear, int element, std::uint64_t first) {
  const LaneLoops::Digest sum = lane_loops().digest(element);
  if (sum == nullptr) throw std::invalid_argument("elements have 1, 2, 4, 8 or 16 bytes");
  return sum(linear.data(), linear.size() / static_cast<std::size_t>(element), first);
}

Bits element_at(std::span<const std::byte> bytes, int element, std::uint64_t at) {
  return static_cast<Bits>(packed_at(bytes, element, at));
}

void put_element(std::span<std::byte> bytes, int element, std::uint64_t at, Bits bits) {
  put_packed(bytes, element, at, bits);
}

Wide packed_at(std::span<const std::byte> bytes, int element, std::uint64_t at) {
  Wide bits = 0;
  with_element(element, [&](auto word) { bits = load<decltype(word)>(bytes.data(), at); });
  return bits;
}

void put_packed(std::span<std::byte> bytes, int element, std::uint64_t at, Wide bits) {
  with_element(element, [&](auto word) {
    const auto w = static_cast<decltype(word)>(bits);
    std::memcpy(bytes.data() + at * sizeof w, &w, sizeof w);
  });
}

}  // namespace classay
