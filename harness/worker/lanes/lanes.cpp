#include "harness/worker/lanes/lanes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lane_loops.h"
#include "kernels/source.h"
#include "reference/cpu/versions.h"

namespace classay {
namespace {

// One component of all lanes of some vectors.
struct Copy {
  const std::byte* from = nullptr;
  std::uint64_t stride = 0;  // elements from a work-item to the next
  std::byte* to = nullptr;
  std::size_t step = 0;  // bytes from a lane to the next
  std::uint64_t items = 0;
  std::uint64_t width = 0;
};

// `place`: converts what is stored to the scalar form.
template <class Stored, class Part, class Place>
void copy(const Copy& c, Place place) {
  for (std::uint64_t item = 0; item < c.items; ++item) {
    const std::byte* from = c.from + item * c.stride * sizeof(Stored);
    std::byte* to = c.to + item * c.width * c.step;
    for (std::uint64_t lane = 0; lane < c.width; ++lane) {
      Stored stored;
      std::memcpy(&stored, from + lane * sizeof stored, sizeof stored);
      const auto part = static_cast<Part>(place(stored));
      std::memcpy(to + lane * c.step, &part, sizeof part);
    }
  }
}

// `stored`, `part`: bytes of the stored and of the packed component.
template <class Place>
void copy(int stored, int part, const Copy& c, Place place) {
  with_word(stored, [&]<class Stored>(Stored) { with_word(part, [&]<class Part>(Part) { copy<Stored, Part>(c, place); }); });
}

std::size_t stored_bytes(const AnswerPacking& packing, int width, std::size_t component) {
  return static_cast<std::size_t>(classay::width(packing.stored_type(width, component))) / 8;
}

}  // namespace

Output::Output(const AnswerPacking& packing, int width, std::uint64_t items, const Stored& stored)
    : bytes_(packing.bytes()), width_(width), items_(items), stored_(stored) {
  const auto lanes = static_cast<std::uint64_t>(width);
  if (packing.is_as_stored(width) && stored.strides[0] <= lanes) {
    whole_ = {stored.components[0], items * stored.strides[0] * static_cast<std::uint64_t>(bytes_)};
    return;
  }
  packing_ = &packing;
  has_gaps_ = stored.strides[1] > lanes;
  const bool is_zipped = packing.types().size() == 2 && packing.keeps_bits(width) && stored.strides[0] == lanes;
  if (!is_zipped || (has_gaps_ && (lanes != 3 || stored.strides[1] != 4))) return;
  const auto bytes = [&](std::size_t c) { return static_cast<int>(stored_bytes(packing, width, c)); };
  zip_ = best<LaneLoops>().zip(bytes(0), bytes(1), has_gaps_);
}

std::uint64_t Output::vectors_at_once() const { return kRoom / static_cast<std::uint64_t>(bytes_ * width_); }

const std::byte* Output::vectors(std::uint64_t first, std::uint64_t count, std::span<std::byte> room) const {
  if (is_whole()) return whole_.data() + first * static_cast<std::uint64_t>(bytes_ * width_);
  make(first, count, room);
  return room.data();
}

void Output::make(std::uint64_t first, std::uint64_t count, std::span<std::byte> room) const {
  std::array<const std::byte*, 2> from{};
  for (std::size_t c = 0; c < packing_->types().size(); ++c) {
    from.at(c) = stored_.components.at(c) + first * stored_.strides.at(c) * stored_bytes(*packing_, width_, c);
  }
  const auto lanes = static_cast<std::uint64_t>(width_);
  if (zip_ != nullptr) return zip_(from[0], from[1], room.data(), has_gaps_ ? count : count * lanes);
  const auto step = static_cast<std::size_t>(bytes_);
  const std::size_t part = step / packing_->types().size();
  for (std::size_t c = 0; c < packing_->types().size(); ++c) {
    const Copy all{.from = from.at(c),
                   .stride = stored_.strides.at(c),
                   .to = room.data() + c * part,
                   .step = step,
                   .items = count,
                   .width = lanes};
    const int stored = static_cast<int>(stored_bytes(*packing_, width_, c));
    if (packing_->keeps_bits(width_)) {
      copy(stored, static_cast<int>(part), all, [](auto bits) { return bits; });
    } else {
      copy(stored, static_cast<int>(part), all, [&](Bits bits) { return packing_->from_stored(width_, c, bits); });
    }
  }
}

Packed Output::at(std::uint64_t place) const {
  if (is_whole()) return packed_at(whole_, bytes_, place);
  std::array<std::byte, kRoom> room;
  const auto lanes = static_cast<std::uint64_t>(width_);
  make(place / lanes, 1, room);
  return packed_at(room, bytes_, place % lanes);
}

std::vector<std::byte> Output::all() const {
  if (is_whole()) return {whole_.begin(), whole_.end()};
  std::vector<std::byte> elements(items_ * static_cast<std::uint64_t>(bytes_ * width_));
  make(0, items_, elements);
  return elements;
}

namespace {

// Includes packed results of 16 bytes.
template <class Visit>
void with_element(int bytes, Visit visit) {
  if (bytes == sizeof(Wide)) return visit(Wide{});
  with_word(bytes, visit);
}

// The section of one lane: inputs [begin, begin + filled), then padding.
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

// Elements, or vectors, at a time.
constexpr std::uint64_t kBlock = 256;
constexpr std::size_t kWidest = 16;

template <class Loop>
Loop checked(Loop loop) {
  if (loop == nullptr) throw std::invalid_argument("vectors have 1, 2, 3, 4, 8 or 16 elements of 1, 2, 4, 8 or 16 bytes");
  return loop;
}

template <class Word>
Word load(const std::byte* p, std::uint64_t at) {
  Word w;
  std::memcpy(&w, p + at * sizeof w, sizeof w);
  return w;
}

// Calls visit(first, count, vectors) for consecutive blocks of the items' vectors, until it returns false. Returns whether
// it never did.
template <class Visit>
bool for_each_block(const Output& output, Items items, Visit visit) {
  std::array<std::byte, Output::kRoom> room;
  const std::uint64_t most = std::min(kBlock, output.vectors_at_once());
  for (std::uint64_t first = items.begin; first < items.end; first += most) {
    const std::uint64_t count = std::min(most, items.end - first);
    if (!visit(first, count, output.vectors(first, count, room))) return false;
  }
  return true;
}

// Returns the first vector that contains padding.
std::uint64_t first_padded(const Spread& s) {
  std::uint64_t filled = s.items();
  for (int lane = 0; lane < s.width; ++lane) filled = std::min(filled, section_of(s, lane).filled);
  return filled;
}

// Calls visit(place in the output, input, whether it is padding) for each lane of the vectors with padding. These are few,
// except for lists about as short as a vector.
template <class Visit>
void for_each_at_the_end(const Spread& s, Items items, Visit visit) {
  for (int lane = 0; lane < s.width; ++lane) {
    const Section section = section_of(s, lane);
    for (std::uint64_t item = std::max(items.begin, first_padded(s)); item < items.end; ++item) {
      const std::uint64_t place = item * static_cast<std::uint64_t>(s.width) + static_cast<std::uint64_t>(lane);
      const bool is_padding = item >= section.filled;
      visit(place, is_padding ? s.count - 1 : section.begin + item, is_padding);
    }
  }
}

}  // namespace

std::uint64_t Spread::items() const { return sections(count, width); }
std::uint64_t Spread::elements() const { return items() * static_cast<std::uint64_t>(width); }

void spread_out(const Spread& spread, int element, int stride, std::span<const std::byte> linear,
                std::span<std::byte> placed) {
  const std::uint64_t items = spread.items();
  const auto bytes = static_cast<std::size_t>(element);
  const std::size_t step = bytes * static_cast<std::size_t>(stride);
  with_word(element, [&](auto word) {
    using Word = decltype(word);
    const Word last = load<Word>(linear.data(), spread.count - 1);
    for (int lane = 0; lane < spread.width; ++lane) {
      const Section s = section_of(spread, lane);
      const std::byte* const from = linear.data() + s.begin * bytes;
      std::byte* const to = placed.data() + static_cast<std::size_t>(lane) * bytes;
      if (step == bytes) {
        std::memcpy(to, from, s.filled * bytes);
      } else {
        for (std::uint64_t item = 0; item < s.filled; ++item)
          std::memcpy(to + item * step, from + item * bytes, sizeof word);
      }
      for (std::uint64_t item = s.filled; item < items; ++item) std::memcpy(to + item * step, &last, sizeof last);
    }
  });
}

Places places_of(const Spread& spread, Items some, int lane) {
  const Section s = section_of(spread, lane);
  const std::uint64_t begin = std::min(some.begin, s.filled);
  return {.begin = s.begin + begin, .end = s.begin + std::clamp(some.end, begin, s.filled)};
}

void gather(const Spread& spread, const Output& output, std::span<std::byte> linear) {
  gather(spread, output, linear, {0, spread.items()});
}

void gather(const Spread& spread, const Output& output, std::span<std::byte> linear, Items some) {
  const auto bytes = static_cast<std::uint64_t>(output.bytes());
  if (spread.width == 1) {
    // The number of work-items is odd, so there may be one more than inputs.
    const std::uint64_t end = std::min(some.end, spread.count);
    if (some.begin >= end) return;
    const std::span<std::byte> to = linear.subspan(some.begin * bytes, (end - some.begin) * bytes);
    const std::byte* const elements = output.vectors(some.begin, end - some.begin, to);
    if (elements != to.data()) std::memcpy(to.data(), elements, to.size());
    return;
  }
  const LaneLoops::Ungroup ungroup = checked(best<LaneLoops>().ungroup(output.bytes(), spread.width));
  for_each_block(output, some, [&](std::uint64_t item, std::uint64_t items, const std::byte* vectors) {
    for (int lane = 0; lane < spread.width; ++lane) {
      const Section s = section_of(spread, lane);
      if (item >= s.filled) continue;
      ungroup(vectors + static_cast<std::uint64_t>(lane) * bytes, linear.data() + (s.begin + item) * bytes,
              std::min(items, s.filled - item));
    }
    return true;
  });
}

bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear) {
  return is_same(spread, output, linear, {0, spread.items()});
}

bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear, Items some) {
  const LaneLoops::Equal equal = checked(best<LaneLoops>().equal(output.bytes(), spread.width));
  const auto bytes = static_cast<std::uint64_t>(output.bytes());
  std::array<const std::byte*, kWidest> all{};
  const std::span lanes = std::span(all).first(static_cast<std::size_t>(spread.width));
  const Items full{some.begin, std::min(some.end, first_padded(spread))};
  // A lane without inputs has no place in `linear`; then no vector is full.
  for (int lane = 0; full.begin < full.end && lane < spread.width; ++lane) {
    lanes[static_cast<std::size_t>(lane)] = linear.data() + (section_of(spread, lane).begin + full.begin) * bytes;
  }
  bool is_same = for_each_block(output, full, [&](std::uint64_t, std::uint64_t items, const std::byte* vectors) {
    const bool are_equal = equal(vectors, lanes.data(), items);
    for (const std::byte*& lane : lanes) lane += items * bytes;
    return are_equal;
  });
  for_each_at_the_end(spread, some, [&](std::uint64_t place, std::uint64_t input, bool) {
    is_same = is_same && output.at(place) == packed_at(linear, output.bytes(), input);
  });
  return is_same;
}

std::vector<Wide> differing_padding(const Spread& spread, const Output& output, std::span<const std::byte> linear) {
  std::vector<Wide> differing;
  if (spread.elements() == spread.count) return differing;
  for_each_at_the_end(spread, {0, spread.items()}, [&](std::uint64_t place, std::uint64_t input, bool is_padding) {
    if (!is_padding) return;
    const Wide got = output.at(place);
    if (got != packed_at(linear, output.bytes(), input)) differing.push_back(got);
  });
  return differing;
}

std::vector<std::uint64_t> differing_places(std::span<const std::byte> a, std::span<const std::byte> b, int element) {
  std::vector<std::uint64_t> places;
  with_element(element, [&](auto word) {
    using Word = decltype(word);
    const std::uint64_t n = a.size() / sizeof(Word);
    for (std::uint64_t first = 0; first < n; first += kBlock) {
      const std::uint64_t count = std::min(kBlock, n - first);
      if (std::memcmp(a.data() + first * sizeof(Word), b.data() + first * sizeof(Word), count * sizeof(Word)) == 0) continue;
      for (std::uint64_t i = first; i < first + count; ++i) {
        if (load<Word>(a.data(), i) != load<Word>(b.data(), i)) places.push_back(i);
      }
    }
  });
  return places;
}

std::uint64_t count_differing(std::span<const std::byte> a, std::span<const std::byte> b, int element) {
  std::uint64_t differing = 0;
  with_element(element, [&](auto word) {
    using Word = decltype(word);
    const std::uint64_t n = a.size() / sizeof(Word);
    for (std::uint64_t i = 0; i < n; ++i) differing += load<Word>(a.data(), i) != load<Word>(b.data(), i) ? 1 : 0;
  });
  return differing;
}

bool has_pattern(std::span<const std::byte> linear, int element, Bits pattern) {
  const LaneLoops::Contains contains = best<LaneLoops>().contains(element);
  if (contains == nullptr) throw std::invalid_argument("a pattern has 1, 2, 4 or 8 bytes");
  return contains(linear.data(), linear.size() / static_cast<std::size_t>(element), pattern);
}

void find_pattern(std::span<const std::byte> linear, int element, Bits pattern, std::vector<std::uint64_t>& places) {
  with_element(element, [&](auto word) {
    using Word = decltype(word);
    const std::uint64_t n = linear.size() / sizeof(Word);
    const LaneLoops::Contains contains = best<LaneLoops>().contains(sizeof(Word));
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
  const LaneLoops::Digest sum = best<LaneLoops>().digest(element);
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
