#include "harness/sweep/packing.h"

#include <cstring>

#include "harness/sweep/with_word.h"

namespace classay {
namespace {

// One component of all lanes.
struct Copy {
  const std::byte* from = nullptr;
  std::uint64_t stride = 0;  // elements from a work-item to the next
  std::byte* to = nullptr;
  std::size_t step = 0;  // bytes from a lane to the next
  std::uint64_t items = 0;
  std::uint64_t width = 0;
};

// `place`: what is stored, to what a scalar has.
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

// `stored`, `part`: bytes of what is stored, and of what becomes of it.
template <class Place>
void copy(int stored, int part, const Copy& c, Place place) {
  with_word(stored, [&]<class Stored>(Stored) { with_word(part, [&]<class Part>(Part) { copy<Stored, Part>(c, place); }); });
}

}  // namespace

void pack(const AnswerForm& form, const Spread& spread, std::span<const std::span<const std::byte>> outputs,
          std::span<const std::uint64_t> strides, std::vector<std::byte>& packed) {
  const auto step = static_cast<std::size_t>(form.bytes());
  const std::size_t part = step / form.types().size();
  packed.resize(spread.elements() * step);
  for (std::size_t c = 0; c < form.types().size(); ++c) {
    const Copy all{.from = outputs[c].data(),
                   .stride = strides[c],
                   .to = packed.data() + c * part,
                   .step = step,
                   .items = spread.items(),
                   .width = static_cast<std::uint64_t>(spread.width)};
    const int stored = width(form.stored_type(spread.width, c)) / 8;
    if (form.keeps_bits(spread.width)) {
      copy(stored, static_cast<int>(part), all, [](auto bits) { return bits; });
    } else {
      copy(stored, static_cast<int>(part), all, [&](Bits bits) { return form.from_stored(spread.width, c, bits); });
    }
  }
}

}  // namespace classay
