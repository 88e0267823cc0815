#include "harness/device/library/pattern.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "suites/nearest.h"

namespace classay::library {
namespace {

constexpr auto kKinds = std::to_array<std::pair<std::string_view, CallKind>>({{"scalar", CallKind::scalar},
                                                                              {"value", CallKind::value},
                                                                              {"vector", CallKind::vector},
                                                                              {"array", CallKind::array},
                                                                              {"in-place", CallKind::in_place}});

constexpr std::array<std::string_view, 6> kAccuracies{"_u10", "_u15", "_u05", "_u35", "_u3500", ""};

constexpr std::array<std::string_view, 5> kOfAllKinds{"name", "Name", "cname", "format", "accuracy"};
constexpr std::array<std::string_view, 4> kOfVectors{"width", "v", "abi", "isa"};

// Replaces each {placeholder} by the value that the callback returns for it.
template <class Value>
std::string filled(std::string_view text, Value value) {
  std::string all;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
    const std::size_t close = std::min(text.find('}', open), text.size() - 1);
    all += text.substr(0, open);
    all += value(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  return all.append(text);
}

bool has(std::string_view text, std::string_view placeholder) { return text.find(placeholder) != std::string_view::npos; }

[[noreturn]] void refuse(std::string_view pattern, const std::string& why) {
  throw UsageError(fmt::format("--symbols {}: {}", in_quotes(pattern), why));
}

// Removes the part before the separator from the text, if both are there, and returns it.
std::optional<std::string_view> taken_before(std::string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, at);
  text.remove_prefix(at + 1);
  return before;
}

CallKind read_kind(std::string_view name, std::string_view pattern) {
  const auto* const found = std::ranges::find(kKinds, name, [](const auto& k) { return k.first; });
  if (found != kKinds.end()) return found->second;
  refuse(pattern, fmt::format("'{}' is not a kind of call; write scalar, value, vector, array or in-place", name));
}

std::string read_function(std::string_view name, std::string_view pattern) {
  for (const Row& row : table()) {
    if (row.name == name && c_function(row, Type::f64)) return std::string(name);
  }
  refuse(pattern, fmt::format("'{}' is not a function of C that classay tests{}", name, did_you_mean_builtin(name)));
}

// Parses "(n,x,y)". Without z, the second result follows the first.
std::string read_order(std::string_view& symbol, CallKind kind, std::string_view pattern) {
  const std::size_t open = symbol.find('(');
  if (open == std::string_view::npos) return "nxyz";
  std::string order;
  for (const char c : symbol.substr(open)) {
    if (c != ' ') order += c;
  }
  symbol = symbol.substr(0, open);
  if (const std::size_t y = order.find('y'); y != std::string::npos && !has(order, "z")) order.insert(y + 1, ",z");
  std::string letters;
  for (std::size_t i = 1; i < order.size(); i += 2) letters += order[i];
  std::string sorted = letters;
  std::ranges::sort(sorted);
  const bool is_list = order == fmt::format("({})", fmt::join(letters, ","));
  if (kind != CallKind::array && kind != CallKind::in_place) refuse(pattern, "only arrays have an order of arguments");
  if (!is_list || sorted != "nxyz") {
    refuse(pattern, "the order of arguments has each of n, x and y once, and z for a second result, as in (n,x,y)");
  }
  return letters;
}

void check_placeholders(const Pattern& p) {
  filled(p.symbol, [&](std::string_view name) {
    const bool is_of_vectors = std::ranges::find(kOfVectors, name) != kOfVectors.end();
    if (is_of_vectors && p.kind != CallKind::vector)
      refuse(p.text, fmt::format("{{{}}} is for vectors; begin with vector:", name));
    const bool is_known = is_of_vectors || has(name, "/") || std::ranges::find(kOfAllKinds, name) != kOfAllKinds.end();
    if (is_known) return "";
    refuse(p.text,
           fmt::format("unknown placeholder {{{}}}; write {{{}}}, {{A/B}} (A for f32, B for f64) or, for vectors, {{{}}}",
                       name, fmt::join(kOfAllKinds, "}, {"), fmt::join(kOfVectors, "}, {")));
  });
  const std::string rest = filled(p.symbol, [](std::string_view) { return "x"; });
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; };
  if (rest.empty() || !std::ranges::all_of(rest, is_of_name)) refuse(p.text, "this is not the name of a symbol");
  const bool names_function = has(p.symbol, "{name}") || has(p.symbol, "{Name}") || has(p.symbol, "{cname}");
  if (p.function.empty() && !names_function) {
    refuse(p.text, "without {name}, write the function before it, as in 'log=array:v{s/d}Ln'");
  }
  if (p.kind == CallKind::vector && !has(p.symbol, "{width}")) refuse(p.text, "a pattern of vectors needs {width}");
}

// SLEEF's functions return two results as a struct, not through pointers.
bool has_pointers(CForm form) {
  return form == CForm::real_and_real || form == CForm::real_and_int || form == CForm::quotient || form == CForm::both_out;
}

bool takes(const Pattern& p, const CFunction& f, int width) {
  if (!p.function.empty() && p.function != plain_name(f)) return false;
  switch (p.kind) {
    case CallKind::scalar: return width == 1;
    case CallKind::value: return width == 1 && !has_pointers(f.form);
    case CallKind::vector: return width > 1 && vector_arguments(f.form) > 0;
    // No library is known to have arrays of the 64-bit integers that C's pown takes.
    case CallKind::array:
    case CallKind::in_place: return width == 1 && f.form != CForm::real_long;
  }
  return false;
}

}  // namespace

std::size_t vector_arguments(CForm form) {
  switch (form) {
    case CForm::real: return 1;
    case CForm::two_reals: return 2;
    case CForm::three_reals: return 3;
    default: return 0;
  }
}

Pattern read_pattern(std::string_view text) {
  Pattern p{.text = std::string(text), .function = "", .symbol = ""};
  std::string_view rest = text;
  if (const auto function = taken_before(rest, '=')) p.function = read_function(*function, text);
  if (const auto kind = taken_before(rest, ':')) p.kind = read_kind(*kind, text);
  p.order = read_order(rest, p.kind, text);
  p.symbol = rest;
  check_placeholders(p);
  return p;
}

std::span<const Pattern> usual_patterns() {
  static const std::array all{read_pattern("scalar:{cname}"), read_pattern("value:Sleef_{cname}{accuracy}"),
                              read_pattern("vector:_ZGV{abi}N{width}{v}_{cname}"),
                              read_pattern("vector:Sleef_{cname}{/d}{width}{accuracy}{isa}")};
  return all;
}

std::vector<std::string> names_of(const Pattern& p, const CFunction& f, int width, const SetSpelling& set,
                                  std::string_view accuracy) {
  if (!takes(p, f, width)) return {};
  std::string name = plain_name(f);
  std::string capitalised = name;
  capitalised[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  const bool has_accuracy = has(p.symbol, "{accuracy}");
  std::vector<std::string> all;
  for (const std::string_view a : kAccuracies) {
    if (has_accuracy && !accuracy.empty() && a != fmt::format("_{}", accuracy)) continue;
    all.push_back(filled(p.symbol, [&](std::string_view placeholder) -> std::string {
      if (placeholder == "name") return name;
      if (placeholder == "Name") return capitalised;
      if (placeholder == "cname") return f.name;
      if (placeholder == "format") return std::string(info(f.type).name);
      if (placeholder == "accuracy") return std::string(a);
      if (placeholder == "width") return std::to_string(width);
      if (placeholder == "v") return std::string(vector_arguments(f.form), 'v');
      if (placeholder == "abi") return std::string(set.abi);
      if (placeholder == "isa") return std::string(set.isa);
      const std::size_t slash = placeholder.find('/');
      return std::string(f.type == Type::f32 ? placeholder.substr(0, slash) : placeholder.substr(slash + 1));
    }));
    if (!has_accuracy) break;
  }
  return all;
}

}  // namespace classay::library
