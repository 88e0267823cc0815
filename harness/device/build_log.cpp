#include "harness/device/build_log.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <regex>
#include <utility>
#include <vector>

namespace classay {
namespace {

// A log may be one endless line: this much of a line is read, and this much reported.
constexpr std::size_t kRead = 2000;
constexpr std::size_t kTold = 200;

constexpr std::string_view kNothing = "the build log is empty";

using View = std::match_results<std::string_view::const_iterator>;

bool matches(std::string_view text, View& found, const std::regex& pattern) {
  return std::regex_search(text.begin(), text.end(), found, pattern);
}

std::vector<std::string_view> lines_of(std::string_view log) {
  std::vector<std::string_view> lines;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    const std::size_t from = line.find_first_not_of(" \t\r");
    if (from != std::string_view::npos)
      lines.push_back(line.substr(from, std::min(line.find_last_not_of(" \t\r") - from + 1, kRead)));
  }
  return lines;
}

std::string shortened(std::string_view line) {
  return line.size() <= kTold ? std::string(line) : std::string(line.substr(0, kTold)) + "...";
}

// Each linker has its own message for a missing symbol; all contain the symbol.
std::optional<std::string> missing_symbol(std::string_view line) {
  static const std::array<std::regex, 5> kSentences{
      std::regex(R"(Symbols not found: \[ ([^ ,\]]+))"),
      std::regex(R"re(Unresolved external reference to "([^"]+)")re"),
      std::regex(R"(Cannot find symbol (\S+))"),
      std::regex(R"([Uu]ndefined (?:reference|external|external symbol|symbol):? (?:to )?['`"]?([A-Za-z_.$][^'`"\s,]*))"),
      std::regex(R"([Uu]nresolved (?:external )?(?:symbol|function):? ['`"]?([A-Za-z_.$][^'`"\s,]*))"),
  };
  View found;
  for (const std::regex& sentence : kSentences) {
    if (matches(line, found, sentence)) return in_opencl_terms(found[1].str()) + " is missing at link time";
  }
  return std::nullopt;
}

// Matches the format of clang, "file:3:12: error: what", and of PoCL, "error: file:3:12: what".
std::optional<std::string> compile_error(std::string_view line) {
  static const std::regex kClang(R"(^(?:.*:)?(\d+):\d+: (?:fatal )?error: (.+)$)");
  static const std::regex kPocl(R"(^(?:fatal )?error: .*?:(\d+):\d+: (.+)$)");
  View found;
  for (const std::regex& form : {kClang, kPocl}) {
    if (matches(line, found, form)) return "line " + found[1].str() + ": " + shortened(found[2].str());
  }
  return std::nullopt;
}

std::optional<std::string> other_error(std::string_view line) {
  static const std::regex kError(R"(\b(?:fatal )?(?:error|ERROR|Error): *(.+)$)");
  View found;
  return matches(line, found, kError) ? std::optional(shortened(found[1].str())) : std::nullopt;
}

bool is_chatter(std::string_view line) {
  static const std::regex kChatter(
      R"(^(?:(?:Compilation|Linking|Device build) (?:started|done|failed)|Options used by|Done\.?$|remark:|warning:|note:|)"
      R"(\d+ (?:warnings?|errors?)\b|Kernel .* was (?:not )?(?:successfully )?vectorized|Failed to build device program|)"
      R"(Device .* failed to build the program|Error\(s\) while linking|Error executing LLVM))"
      R"(|: (?:warning|note|remark): )");
  View found;
  return matches(line, found, kChatter);
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::string in_opencl_terms(std::string_view symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), &std::free);
  // A single letter would be demangled as the name of a type.
  if (status != 0 || !plain || !symbol.starts_with("_Z")) return std::string(symbol);
  std::string text = plain.get();
  replace_all(text, "_Float16", "half");
  for (const std::string_view type : {"char", "short", "int", "long"}) {
    replace_all(text, "unsigned " + std::string(type), "u" + std::string(type));
  }
  replace_all(text, "signed char", "char");
  for (const auto& [number, memory] :
       {std::pair("AS1", "global"), {"AS2", "constant"}, {"AS3", "local"}, {"AS4", "generic"}}) {
    replace_all(text, number, memory);
  }
  return std::regex_replace(text, std::regex(R"(\b(\w+) __vector\((\d+)\))"), "$1$2");
}

// A missing symbol is more specific than the linker's failure; a compiler error precedes both.
std::string first_useful_line(std::string_view log) {
  const std::vector<std::string_view> lines = lines_of(log);
  for (const auto& reader : {compile_error, missing_symbol, other_error}) {
    for (const std::string_view line : lines) {
      if (const std::optional<std::string> said = reader(line)) return *said;
    }
  }
  for (const std::string_view line : lines) {
    if (!is_chatter(line)) return shortened(line);
  }
  return std::string(kNothing);
}

std::string build_reason(std::string_view said) {
  const std::size_t log = said.find('\n');
  return log == std::string_view::npos ? std::string(said) + ", without a build log"
                                       : first_useful_line(said.substr(log + 1));
}

}  // namespace classay
