#include "harness/worker/lanes/answer_packing.h"

#include <algorithm>

#include "harness/worker/lanes/lane_loops.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/cpu/versions.h"

namespace classay {
namespace {

// Returns whether words of the format's width contain a signaling NaN.
bool has_signaling(const Format& f, std::span<const std::byte> words) {
  const auto word = static_cast<std::size_t>(f.width / 8);
  return best<LaneLoops>().between(f.width / 8)(words.data(), words.size() / word, ~f.sign_bit(), f.infinity(),
                                                f.quiet_nan());
}

bool is_signaling(const AnswerPacking& packing, Packed packed) {
  const ResultBits answer = packing.answer(packed);
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const Type type = packing.types()[c];
    if (is_float(type) && format(type).is_signaling(answer.at(c))) return true;
  }
  return false;
}

}  // namespace

AnswerPacking::AnswerPacking(const Row& row, Type format)
    : types_(result_types(row, format)),
      vector_types_(result_types(row, format, 2)),
      is_truth_value_(row.signature == Signature::compare || row.signature == Signature::classify) {
  int bits = 8;
  for (const Type t : types_) bits = std::max(bits, width(t));
  part_bytes_ = bits / 8;
}

Packed AnswerPacking::packed(const ResultBits& answer) const {
  Packed packed = 0;
  for (std::size_t c = types_.size(); c-- > 0;) {
    packed = c + 1 == types_.size() ? answer.at(c) : packed << static_cast<unsigned>(part_bytes_ * 8) | answer.at(c);
  }
  return packed;
}

ResultBits AnswerPacking::answer(Packed packed) const {
  ResultBits answer{};
  for (std::size_t c = 0; c < types_.size(); ++c) {
    answer.at(c) = static_cast<Bits>(packed >> static_cast<unsigned>(part_bytes_ * 8) * c) & mask(types_[c]);
  }
  return answer;
}

Type AnswerPacking::stored_type(int width, std::size_t component) const {
  return width > 1 ? vector_types_.at(component) : types_.at(component);
}

// Swaps 1 and -1, and keeps everything else, except that a value that does not fit into an int becomes 2: a wrong value
// never becomes right.
Bits AnswerPacking::from_stored(int width, std::size_t component, Bits bits) const {
  if (!differs_in(width)) return bits;
  const std::int64_t i = as_signed({vector_types_.at(component), bits});
  if (i != static_cast<std::int32_t>(i)) return 2;
  return static_cast<Bits>(i == 1 || i == -1 ? -i : i) & mask(types_.at(component));
}

Bits AnswerPacking::as_stored(int width, std::size_t component, Bits bits) const {
  if (!differs_in(width)) return bits;
  const std::int64_t i = as_signed({types_.at(component), bits});
  return static_cast<Bits>(i == 1 || i == -1 ? -i : i) & mask(vector_types_.at(component));
}

unsigned unwritten_components(const AnswerPacking& packing, Packed packed, const ResultBits& poisoned) {
  const ResultBits answer = packing.answer(packed);
  unsigned held = 0;
  for (std::size_t c = 0; c < packing.types().size(); ++c) held |= (answer.at(c) == poisoned.at(c) ? 1U : 0U) << c;
  return held;
}

std::uint64_t next_signaling(const AnswerPacking& packing, std::span<const std::byte> linear, std::uint64_t at) {
  constexpr std::uint64_t kPart = 4096;
  const auto bytes = static_cast<std::uint64_t>(packing.bytes());
  const std::uint64_t count = linear.size() / bytes;
  const Type type = packing.types().front();
  if (!is_float(type)) return count;
  // An integer component may look like a signaling NaN, which only costs a second check.
  const bool are_words = bytes == packing.types().size() * static_cast<std::uint64_t>(width(type) / 8);
  for (; at < count; at += kPart) {
    const std::uint64_t end = std::min(count, at + kPart);
    if (are_words && !has_signaling(format(type), linear.subspan(at * bytes, (end - at) * bytes))) continue;
    for (std::uint64_t i = at; i < end; ++i) {
      if (is_signaling(packing, packed_at(linear, packing.bytes(), i))) return i;
    }
  }
  return count;
}

void find_unwritten(const AnswerPacking& packing, std::span<const std::byte> linear, const ResultBits& poisoned,
                    std::vector<std::uint64_t>& places) {
  const int bytes = packing.bytes();
  if (packing.types().size() == 1) return find_pattern(linear, bytes, poisoned[0], places);
  // Rarely true: checks all components at once for either pattern.
  const int part = bytes / static_cast<int>(packing.types().size());
  if (!has_pattern(linear, part, poisoned[0]) && !has_pattern(linear, part, poisoned[1])) return;
  const std::uint64_t count = linear.size() / static_cast<std::uint64_t>(bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (unwritten_components(packing, packed_at(linear, bytes, i), poisoned) != 0) places.push_back(i);
  }
}

}  // namespace classay
