#include "harness/device/library/named_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "harness/device/library/backend.h"
#include "harness/text/number.h"
#include "harness/text/usage_error.h"

namespace classay::library {
namespace {

constexpr std::string_view kSymbols = ":symbols=";  // before each pattern

std::string in_lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Returns some functions of the library, so that the user sees how they are named: the shortest name that contains a
// function of C, for several of these. Without any, the first functions.
std::vector<std::string> examples(const std::vector<std::string>& all) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> shown;
  for (const Row& row : table()) {
    std::string shortest;
    for (const std::string& name : all) {
      const bool is_of_row = in_lower_case(name).find(row.name) != std::string::npos;
      if (is_of_row && (shortest.empty() || name.size() < shortest.size())) shortest = name;
    }
    const bool is_new = std::ranges::find(shown, shortest) == shown.end();
    if (c_function(row, Type::f64) && !shortest.empty() && is_new) shown.push_back(shortest);
    if (shown.size() == kShown) return shown;
  }
  return !shown.empty() ? shown
                        : std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kShown)));
}

// Returns the cases of all functions that C has.
std::vector<Case> cases_of_c() {
  std::vector<Case> all;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!c_function(row, format)) continue;
      for (const int width : widths(row)) {
        all.push_back({.front_end = FrontEnd::c, .row = &row, .format = format, .width = width});
      }
    }
  }
  return all;
}

}  // namespace

NamedLibrary::Address NamedLibrary::read_address(std::string_view text) {
  Address address;
  for (std::size_t at = text.rfind(kSymbols); at != std::string_view::npos; at = text.rfind(kSymbols)) {
    try {
      address.patterns.insert(address.patterns.begin(), read_pattern(text.substr(at + kSymbols.size())));
    } catch (const UsageError& e) {
      throw DeviceError(Fault::unusable, e.what());
    }
    text = text.substr(0, at);
  }
  // A pattern of one function precedes those of all.
  std::stable_partition(address.patterns.begin(), address.patterns.end(),
                        [](const Pattern& p) { return !p.function.empty(); });
  const std::size_t colon = text.rfind(":u");
  address.file = text.substr(0, colon);
  if (colon != std::string_view::npos) address.accuracy = text.substr(colon + 1);
  return address;
}

NamedLibrary::NamedLibrary(std::string_view address)
    : name_(address.substr(address.starts_with(kLibraryPrefix) ? kLibraryPrefix.size() : 0)),
      address_(read_address(name_)),
      library_(address_.file) {
  find_symbols();
  if (symbols_.empty() && address_.patterns.empty()) {
    throw DeviceError(
        Fault::unusable,
        fmt::format("{} has none of the functions that classay tests; if it names them differently, describe the "
                    "names with --symbols PATTERN (classay devices --help)",
                    address_.file));
  }
}

std::optional<Found> NamedLibrary::found(const CFunction& function, int width) const {
  const std::span<const Pattern> own = address_.patterns;
  return library::found(library_, function, width, {own.empty() ? usual_patterns() : own, address_.accuracy});
}

// Each pattern of the user has to match a function, also one that another pattern has.
void NamedLibrary::find_symbols() {
  std::set<std::string> matched;
  for (const Case& c : cases_of_c()) {
    const CFunction f = c_function(*c.row, c.format).value();
    if (const std::optional<Found> it = found(f, c.width)) symbols_[function_feature(c)] = it->name;
    for (const Pattern& p : address_.patterns) {
      if (library::found(library_, f, c.width, {std::span(&p, 1), address_.accuracy})) matched.insert(p.text);
    }
  }
  for (const Pattern& p : address_.patterns) {
    if (!matched.contains(p.text)) throw DeviceError(Fault::unusable, unmatched(p));
  }
}

std::string NamedLibrary::unmatched(const Pattern& p) const {
  const std::vector<std::string> there = examples(library_.functions());
  return fmt::format("--symbols {}: {} has no such function{}", in_quotes(p.text), address_.file,
                     there.empty() ? "; it defines no functions" : fmt::format("; it has {}", fmt::join(there, ", ")));
}

}  // namespace classay::library

std::string classay::library_with_symbols(const std::string& address, std::string_view pattern) {
  library::read_pattern(pattern);
  if (address.starts_with(kLibraryPrefix)) return fmt::format("{}{}{}", address, library::kSymbols, pattern);
  throw UsageError("--symbols is for math libraries; name one, such as --device lib:./libmine.so");
}
