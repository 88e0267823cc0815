#include "harness/text/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace classay {
namespace {

bool is_shuffle(const Row& row) { return row.signature == Signature::shuffle || row.signature == Signature::shuffle2; }

std::string shown(const Row& row, const std::vector<std::string>& arguments, const std::vector<std::string>& results) {
  std::string text = fmt::format("{}(", row.name);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool mask = is_shuffle(row) && i + 1 == arguments.size();
    const char* vector = mask ? "[m]" : takes_vectors(row) ? "[n]" : "";
    text += fmt::format("{}{}{} {}", i == 0 ? "" : ", ", arguments[i], vector, parameter_name(row, i));
  }
  text += ")";
  if (results.empty()) return text;
  const char* vector = is_shuffle(row) ? "[m]" : takes_vectors(row) && result_count(row, 4) > 1 ? "[n]" : "";
  return text + fmt::format(" -> {}{}", fmt::join(results, ", "), vector);
}

std::string relative(Type t, Type format) {
  if (t == format) return "T";
  if (is_float(t) || width(t) == width(Type::i32)) return std::string(info(t).name);
  const bool wide = width(t) == 2 * width(format);
  return fmt::format("{}{}(T)", is_signed(t) ? "int" : "uint", wide ? "2" : "");
}

}  // namespace

bool takes_vectors(const Row& row) {
  switch (row.signature) {
    case Signature::compare:
    case Signature::classify:
    case Signature::select: return true;
    default: return goes_across_lanes(row.signature);
  }
}

std::string_view parameter_name(const Row& row, std::size_t index) {
  if (!row.parameters.at(index).empty()) return row.parameters.at(index);
  static constexpr std::array<std::string_view, 3> kThree{"a", "b", "c"};
  static constexpr std::array<std::string_view, 2> kTwo{"x", "y"};
  const bool three = argument_types(row, row.formats[0]).size() > 2;
  return three ? kThree.at(index) : kTwo.at(index);
}

std::string signature_text(const Row& row, Type format) {
  std::vector<std::string> arguments;
  std::vector<std::string> results;
  for (Type t : argument_types(row, format)) arguments.emplace_back(info(t).name);
  for (Type t : result_types(row, format)) results.emplace_back(info(t).name);
  return shown(row, arguments, results);
}

std::string signature_text(const Row& row) {
  const auto in_all_formats = [&](auto types_of) {
    const std::vector<Type> first = types_of(row.formats[0]);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const bool fixed = std::ranges::all_of(row.formats, [&](Type t) { return types_of(t)[i] == first[i]; });
      const bool single = row.formats.size() == 1;
      names.push_back(fixed && !single ? std::string(info(first[i]).name) : relative(first[i], row.formats[0]));
    }
    return names;
  };
  return shown(row, in_all_formats([&](Type t) { return argument_types(row, t); }),
               in_all_formats([&](Type t) { return result_types(row, t); }));
}

}  // namespace classay
