#include "harness/worker/lanes/output.h"

#include <cstring>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/lanes/with_word.h"
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

}  // namespace classay
