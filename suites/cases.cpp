#include "suites/cases.h"

#include <algorithm>
#include <charconv>

#include "suites/formats.h"

namespace classay {
namespace {

std::optional<FrontEnd> front_end_named(std::string_view s) {
  for (FrontEnd f : kFrontEnds) {
    if (name(f) == s) return f;
  }
  return std::nullopt;
}

// The parts between slashes; an operator's own slash never stands in a name.
std::vector<std::string_view> split(std::string_view s) {
  std::vector<std::string_view> parts;
  for (std::size_t slash; (slash = s.find('/')) != std::string_view::npos; s.remove_prefix(slash + 1)) {
    parts.push_back(s.substr(0, slash));
  }
  parts.push_back(s);
  return parts;
}

std::optional<int> width_named(std::string_view s) {
  int width = 0;
  if (!s.starts_with('v')) return std::nullopt;
  const auto [end, error] = std::from_chars(s.data() + 1, s.data() + s.size(), width);
  if (error != std::errc() || end != s.data() + s.size() || s[1] == '0' || s[1] == '-') return std::nullopt;
  return width;
}

template <class Range, class T>
bool contains(const Range& range, const T& item) {
  return std::find(std::begin(range), std::end(range), item) != std::end(range);
}

bool has_formats_of_reals(const Row& row) {
  return row.group != Group::conversion && row.group != Group::memory && row.group != Group::shuffle;
}

// Core instructions that compute a number of the format.
bool is_arithmetic(const Row& row, Type format) {
  const bool computes =
      row.signature == Signature::unary || row.signature == Signature::binary || row.signature == Signature::ternary;
  return row.group == Group::operation && computes && is_float(format) && is_in_language(format);
}

// FPFastMathMode is "only valid on OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, and OpFMod" (SPIR-V, FP Fast Math Mode).
bool takes_flags(const Row& row) {
  constexpr std::array kFlagged{129, 131, 133, 136, 140, 141};
  return std::ranges::any_of(row.opcodes, [&](int opcode) { return contains(kFlagged, opcode); });
}

// A reciprocal is one of a division, and what is contracted or reassociated has more than one operation. What unsafe math
// lets be, and what an execution mode demands, concerns all of them.
void append_il_modes(std::vector<Mode>& all, const Row& row) {
  if (takes_flags(row)) {
    all.insert(all.end(), {Mode::not_nan, Mode::not_inf, Mode::nsz});
    if (is_division(row)) all.push_back(Mode::allow_recip);
    all.push_back(Mode::fast);
  }
  if (row.contraction == Contraction::on) all.insert(all.end(), {Mode::allow_contract, Mode::allow_reassoc});
  all.insert(all.end(),
             {Mode::denorm_preserve, Mode::denorm_flush, Mode::rounding_rte, Mode::rounding_rtz, Mode::keep_special});
}

}  // namespace

std::string name(const Case& c) {
  std::string s;
  for (std::string_view part : {name(c.front_end), name(c.row->group), c.row->name, info(c.format).name, name(c.mode)}) {
    s += part;
    s += '/';
  }
  return s + 'v' + std::to_string(c.width);
}

std::optional<Case> case_named(std::string_view name_of_case) {
  const std::vector<std::string_view> parts = split(name_of_case);
  if (parts.size() != 6) return std::nullopt;
  const std::optional<FrontEnd> front_end = front_end_named(parts[0]);
  const Row* row = find(parts[2]);
  const std::optional<Type> format = type_named(parts[3]);
  const std::optional<Mode> mode = mode_named(parts[4]);
  const std::optional<int> width = width_named(parts[5]);
  if (!front_end || row == nullptr || !format || !mode || !width) return std::nullopt;
  const Case c{*front_end, row, *format, *mode, *width};
  const bool exists = row->truth != nullptr && speaks(*front_end, *row, *format) && row->formats.contains(*format) &&
                      contains(modes(*front_end, *row, *format), *mode) && contains(widths(*row), *width);
  return exists && name(c) == name_of_case ? std::optional(c) : std::nullopt;
}

int lanes_of_truth(const Case& c) {
  if (goes_across_lanes(c.row->signature)) return c.width;
  return widths_alike(*c.row, c.format, c.width).size() == widths(*c.row).size() ? 1 : c.width;
}

std::vector<Value> vector_arguments(std::span<const Type> types, std::span<const Tuple> lanes) {
  std::vector<Value> values;
  for (std::size_t a = 0; a < types.size(); ++a) {
    for (const Tuple& lane : lanes) values.push_back({types[a], lane.at(a)});
  }
  return values;
}

bool speaks(FrontEnd front_end, const Row& row) {
  if (front_end == FrontEnd::il) return row.number.has_value() || !row.opcodes.empty();
  return row.group != Group::operation || !row.clc.empty();
}

bool speaks(FrontEnd front_end, const Row& row, Type format) {
  if (!speaks(front_end, row)) return false;
  const bool is_one_kind = is_float(format) == is_float(row.to);
  if (front_end == FrontEnd::clc) return is_in_language(format) && is_in_language(row.to);
  if (row.signature == Signature::reinterpret) return !is_one_kind || (is_float(format) && format != row.to);
  if (row.signature != Signature::convert || !is_one_kind || width(format) != width(row.to)) return true;
  return row.saturate && is_signed(format) != is_signed(row.to);
}

// -cl-fast-relaxed-math and -cl-unsafe-math-optimizations have a table for single precision only; -cl-denorms-are-zero is
// about single and double precision; half always follows the device. Data that is only moved or converted has no mode but
// the optimiser's, and a format that OpenCL C has not no option: none speaks of it, and execution modes name a width.
std::vector<Mode> modes(FrontEnd front_end, const Row& row, Type format) {
  std::vector<Mode> all{Mode::standard};
  if (is_float(format) && is_in_language(format) && has_formats_of_reals(row)) {
    if (is_single(format)) all.push_back(Mode::relaxed);
    if (is_flushed_on_request(format)) all.push_back(Mode::ftz);
    if (is_single(format) && row.rounded_on_request) all.push_back(Mode::correct_div_sqrt);
    if (is_single(format)) all.push_back(Mode::unsafe);
    all.insert(all.end(), {Mode::finite, Mode::mad_enable, Mode::no_signed_zeros});
  }
  all.push_back(Mode::opt_disable);
  if (front_end == FrontEnd::il && is_arithmetic(row, format)) append_il_modes(all, row);
  return all;
}

bool Cases::open_block() {
  while (front_end_ < kFrontEnds.size() && !rows_.empty()) {
    const Row& row = rows_[row_];
    const FrontEnd front_end = kFrontEnds[front_end_];
    if (row.truth != nullptr && speaks(front_end, row) && format_ < row.formats.size()) {
      const Type format = row.formats[format_++];
      if (!speaks(front_end, row, format)) continue;
      block_ = {.front_end = front_end, .row = &row, .format = format};
      modes_ = modes(front_end, row, block_.format);
      widths_ = widths(row);
      given_ = 0;
      return true;
    }
    format_ = 0;
    if (++row_ == rows_.size()) {
      row_ = 0;
      ++front_end_;
    }
  }
  return false;
}

std::optional<Case> Cases::next() {
  if (given_ == modes_.size() * widths_.size() && !open_block()) return std::nullopt;
  Case c = block_;
  c.mode = modes_[given_ / widths_.size()];
  c.width = widths_[given_ % widths_.size()];
  ++given_;
  return c;
}

}  // namespace classay
