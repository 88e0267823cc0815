#include "harness/text/inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text/number.h"
#include "harness/text/numerals.h"

namespace classay {

std::vector<Value> argument_values(const Case& c, const Tuple& input) {
  std::vector<Value> values;
  for (const Type type : argument_types(*c.row, c.format)) values.push_back({type, input.at(values.size()) & mask(type)});
  return values;
}

std::string input_text(const Case& c, const Tuple& input) {
  std::string text;
  for (const Value& v : argument_values(c, input)) text += (text.empty() ? "" : ",") + pattern(v);
  return text;
}

Tuple read_input(const Case& c, std::string_view text) {
  const std::vector<Type> types = argument_types(*c.row, c.format);
  Tuple tuple{};
  std::size_t from = 0;
  for (std::size_t a = 0; a < types.size(); ++a) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    try {
      tuple.at(a) = read_pattern(text.substr(from, comma - from), types[a]);
    } catch (const BadNumber& e) {
      throw UsageError(fmt::format("--input: {}", e.what()), text, from + e.position());
    }
    const bool is_last = a + 1 == types.size();
    if (is_last && comma < text.size()) {
      throw UsageError(
          fmt::format("--input: {} takes {} argument{}", c.row->name, types.size(), types.size() == 1 ? "" : "s"), text,
          comma);
    }
    from = std::min(comma + 1, text.size());
  }
  return tuple;
}

Bits read_pattern(std::string_view text, Type type) { return parse_number(text, type, Notation::bits).value.bits; }

}  // namespace classay
