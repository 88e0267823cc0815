#include "harness/lanes/answer_form.h"

#include <algorithm>

#include "harness/lanes/lanes.h"

namespace classay {

AnswerForm::AnswerForm(const Row& row, Type format)
    : types_(result_types(row, format)),
      vector_types_(result_types(row, format, 2)),
      is_truth_value_(row.signature == Signature::compare || row.signature == Signature::classify) {
  int bits = 8;
  for (const Type t : types_) bits = std::max(bits, width(t));
  part_bytes_ = bits / 8;
}

Packed AnswerForm::packed(const ResultBits& answer) const {
  Packed packed = 0;
  for (std::size_t c = types_.size(); c-- > 0;) {
    packed = c + 1 == types_.size() ? answer.at(c) : packed << static_cast<unsigned>(part_bytes_ * 8) | answer.at(c);
  }
  return packed;
}

ResultBits AnswerForm::answer(Packed packed) const {
  ResultBits answer{};
  for (std::size_t c = 0; c < types_.size(); ++c) {
    answer.at(c) = static_cast<Bits>(packed >> static_cast<unsigned>(part_bytes_ * 8) * c) & mask(types_[c]);
  }
  return answer;
}

Type AnswerForm::stored_type(int width, std::size_t component) const {
  return width > 1 ? vector_types_.at(component) : types_.at(component);
}

// 1 and -1 change places, and all else stays what it is, but for what has no place in an int, which becomes 2: nothing that
// is wrong becomes right.
Bits AnswerForm::from_stored(int width, std::size_t component, Bits bits) const {
  if (!differs_in(width)) return bits;
  const std::int64_t i = as_signed({vector_types_.at(component), bits});
  if (i != static_cast<std::int32_t>(i)) return 2;
  return static_cast<Bits>(i == 1 || i == -1 ? -i : i) & mask(types_.at(component));
}

Bits AnswerForm::as_stored(int width, std::size_t component, Bits bits) const {
  if (!differs_in(width)) return bits;
  const std::int64_t i = as_signed({types_.at(component), bits});
  return static_cast<Bits>(i == 1 || i == -1 ? -i : i) & mask(vector_types_.at(component));
}

bool is_unwritten(const AnswerForm& form, Packed packed, const ResultBits& poisoned) {
  const ResultBits answer = form.answer(packed);
  for (std::size_t c = 0; c < form.types().size(); ++c) {
    if (answer.at(c) == poisoned.at(c)) return true;
  }
  return false;
}

void find_unwritten(const AnswerForm& form, std::span<const std::byte> linear, const ResultBits& poisoned,
                    std::vector<std::uint64_t>& places) {
  const int bytes = form.bytes();
  if (form.types().size() == 1) return find_pattern(linear, bytes, poisoned[0], places);
  // Hardly ever: one look at all parts, whatever their component.
  const int part = bytes / static_cast<int>(form.types().size());
  if (!has_pattern(linear, part, poisoned[0]) && !has_pattern(linear, part, poisoned[1])) return;
  const std::uint64_t count = linear.size() / static_cast<std::uint64_t>(bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (is_unwritten(form, packed_at(linear, bytes, i), poisoned)) places.push_back(i);
  }
}

}  // namespace classay
