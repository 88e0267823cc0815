// Parses any text as a number of any type. A rejection must give a place inside the text, and an accepted number must
// survive every printed form.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "harness/text/number.h"
#include "reference/number/real_scope.h"

namespace {

using classay::Notation;
using classay::Type;
using classay::Value;

void require(bool holds, const char* property, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", property, text.c_str());
  std::abort();
}

void reads_back(const std::string& text, const Value& v, Notation notation) {
  const classay::Number n = parse_number(text, v.type, notation);
  require(n.value == v, "does not read back", text);
}

void check_value(const Value& v) {
  reads_back(pattern(v), v, Notation::bits);
  if (!is_float(v.type)) return reads_back(decimal(v), v, Notation::value);
  if (is_nan(v)) return;
  reads_back(decimal(v), v, Notation::value);
  const std::string hex = hex_float(format(v.type), v.bits);
  reads_back(hex, v, Notation::value);
  require(!parse_number(hex, v.type, Notation::value).inexact, "a hex float is not exact", hex);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto type = static_cast<Type>(data[0] % classay::kTypes.size());
  const Notation notation = data[0] >= 128 ? Notation::bits : Notation::value;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const classay::Number n = parse_number(text, type, notation);
    require((n.value.bits & ~classay::mask(type)) == 0, "a pattern is too wide", std::string(text));
    check_value(n.value);
  } catch (const classay::BadNumber& e) {
    require(e.position() <= text.size(), "an error stands outside the text", std::string(text));
    require(*e.what() != '\0', "an error says nothing", std::string(text));
  }
  return 0;
}
