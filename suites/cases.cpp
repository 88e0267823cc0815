#include "suites/cases.h"

#include <algorithm>
#include <charconv>

namespace classay {
namespace {

// Returns the parts between slashes. Names never contain the slash of an operator.
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
