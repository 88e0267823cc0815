#include "harness/text/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/text/number.h"
#include "reference/number/real_scope.h"
#include "suites/cases.h"
#include "suites/nearest.h"

namespace classay {
namespace {

struct Word {
  std::string_view text;
  std::size_t column;
};

bool is_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < line.size();) {
    if (is_space(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !is_space(line[end])) ++end;
    words.push_back({line.substr(at, end - at), at});
    at = end;
  }
  return words;
}

bool is_called(const Row& row, std::string_view name) { return row.name == name || row.clc == name; }

// The formats of all builtins of that name, for example clamp of integers and of floats.
std::string formats_of(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Row& row : table()) {
    if (!is_called(row, name)) continue;
    for (Type t : row.formats) names.push_back(info(t).name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// Parses one line and keeps the position of each word.
class CallReader {
 public:
  CallReader(std::string_view line, const Reading& reading) : line_(line), words_(words_of(line)), reading_(reading) {}

  Prefix read_prefix() {
    if (words_.empty()) return {};
    Prefix prefix;
    prefix.name = read_name();
    if (at_ == words_.end()) return prefix;
    read_format(prefix.name);
    if (at_ != words_.end()) fail("'-' reads the arguments from standard input: nothing may stand before it", at_->column);
    prefix.row = parsed_.row;
    prefix.format = parsed_.format;
    return prefix;
  }

  ParsedCall read(const Prefix& prefix) {
    if (prefix.format) {
      parsed_.row = prefix.row;
      parsed_.format = *prefix.format;
    } else {
      read_format(prefix.name.empty() ? read_name() : prefix.name);
    }
    const auto equals = reading_.with_results ? find_equals() : words_.end();
    read_arguments({at_, equals});
    for (const auto& lanes : parsed_.arguments) parsed_.flat.insert(parsed_.flat.end(), lanes.begin(), lanes.end());
    if (reading_.with_results) read_results({equals + 1, words_.end()});
    return std::move(parsed_);
  }

 private:
  using Words = std::span<const Word>;

  [[noreturn]] void fail(const std::string& message, std::size_t column) const { throw UsageError(message, line_, column); }
  [[noreturn]] void fail_at_end(const std::string& message) const { fail(message, line_.size()); }
  [[noreturn]] void fail_at(const Words& words, std::size_t index, const std::string& message) const {
    if (index < words.size()) fail(message, words[index].column);
    const auto next = static_cast<std::size_t>(words.data() - words_.data()) + words.size();
    fail(message, next < words_.size() ? words_[next].column : line_.size());
  }

  std::string_view read_name() {
    if (at_ == words_.end()) fail_at_end("the name of a builtin is missing");
    const Word& word = *at_++;
    if (std::ranges::any_of(table(), [&](const Row& row) { return is_called(row, word.text); })) return word.text;
    fail(fmt::format("no builtin {}{}", in_quotes(word.text), did_you_mean_builtin(word.text)), word.column);
  }

  void read_format(std::string_view called) {
    if (at_ == words_.end()) {
      fail_at_end(fmt::format("the format of {} is missing: one of {}", called, formats_of(called)));
    }
    const Word& word = *at_++;
    const std::optional<Type> format = type_named(word.text);
    const Row* row = format ? find(called, *format) : nullptr;
    if (row == nullptr) {
      const std::string what = format ? fmt::format("{} has no format {}", called, word.text)
                                      : fmt::format("{} is not a format", in_quotes(word.text));
      fail(fmt::format("{}; {} has {}", what, called, formats_of(called)), word.column);
    }
    if (row->truth == nullptr) fail(fmt::format("{} has no result to judge", row->name), word.column);
    parsed_.row = row;
    parsed_.format = *format;
  }

  std::vector<Word>::const_iterator find_equals() const {
    const auto found = std::find_if(at_, words_.end(), [](const Word& w) { return w.text == "="; });
    if (found == words_.end()) {
      fail_at_end(fmt::format("the result is missing: write {} {} ARGUMENTS = RESULT, with spaces around the '='",
                              parsed_.row->name, info(parsed_.format).name));
    }
    return found;
  }

  std::string signature() const { return signature_text(*parsed_.row, parsed_.format); }

  void read_arguments(const Words& words) {
    const std::vector<Type> types = argument_types(*parsed_.row, parsed_.format);
    if (words.size() != types.size()) {
      fail_at(words, types.size(),
              fmt::format("{} takes {}, not {}: {}", parsed_.row->name, plural(types.size(), "argument"), words.size(),
                          signature()));
    }
    for (std::size_t i = 0; i < types.size(); ++i) parsed_.arguments.push_back(read_lanes(words[i], types[i]));
    if (parsed_.takes_vectors()) {
      check_lanes(words);
      return;
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (parsed_.arguments[i].size() != 1) refuse_vector(words[i]);
    }
  }

  [[noreturn]] void refuse_vector(const Word& word) const {
    fail(fmt::format("{} works on each element alone; give one value per argument: {}", parsed_.row->name, signature()),
         word.column + word.text.find(','));
  }

  bool is_shuffle() const {
    return parsed_.row->signature == Signature::shuffle || parsed_.row->signature == Signature::shuffle2;
  }

  // All vectors have the same number of lanes, except that the mask of a shuffle, and its result, may differ.
  void check_lanes(const Words& words) {
    const std::size_t sources = is_shuffle() ? words.size() - 1 : words.size();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t lanes = parsed_.arguments[i].size();
      const std::span<const int> allowed = widths(*parsed_.row);
      if (std::ranges::find(allowed, static_cast<int>(lanes)) == allowed.end()) {
        fail(fmt::format("{} is for vectors of {} lanes, not {}: {}", parsed_.row->name, fmt::join(allowed, ", "), lanes,
                         signature()),
             words[i].column);
      }
      if (i < sources && lanes != parsed_.arguments[0].size()) {
        fail(fmt::format("{} here, but {} in the first argument", plural(lanes, "lane"),
                         plural(parsed_.arguments[0].size(), "lane")),
             words[i].column);
      }
    }
    parsed_.lanes = static_cast<int>(parsed_.arguments.back().size());
  }

  std::vector<Value> read_lanes(const Word& word, Type type) {
    std::vector<Value> lanes;
    for (std::size_t start = 0; start <= word.text.size();) {
      const std::size_t end = std::min(word.text.find(',', start), word.text.size());
      lanes.push_back(read_value(word.text.substr(start, end - start), word.column + start, type));
      start = end + 1;
    }
    return lanes;
  }

  Value read_value(std::string_view text, std::size_t column, Type type) {
    try {
      const Number number = parse_number(text, type, reading_.notation);
      if (number.inexact) {
        parsed_.notes.push_back(
            fmt::format("{} is not {}; using {}", text, info(type).one_of_it, hex_float(format(type), number.value.bits)));
      }
      return number.value;
    } catch (const BadNumber& e) {
      fail(e.what(), column + e.position());
    }
  }

  // Reads one word per component, each with the lanes of the result; stored lane by lane, like truths.
  void read_results(const Words& words) {
    const std::vector<Type> types = result_types(*parsed_.row, parsed_.format, parsed_.lanes);
    if (words.size() != types.size()) {
      fail_at(words, types.size(),
              fmt::format("{} gives {}, not {}: {}", parsed_.row->name, plural(types.size(), "result"), words.size(),
                          signature()));
    }
    const std::size_t lanes = static_cast<std::size_t>(result_count(*parsed_.row, parsed_.lanes)) / types.size();
    parsed_.results.resize(lanes * types.size());
    for (std::size_t component = 0; component < types.size(); ++component) {
      const std::vector<Value> values = read_lanes(words[component], types[component]);
      if (values.size() != lanes) {
        fail(fmt::format("the result of {} has {} here, not {}", parsed_.row->name, plural(lanes, "lane"), values.size()),
             words[component].column);
      }
      for (std::size_t i = 0; i < lanes; ++i) parsed_.results[i * types.size() + component] = values[i];
    }
  }

  std::string_view line_;
  std::vector<Word> words_;
  Reading reading_;
  std::vector<Word>::const_iterator at_ = words_.begin();
  ParsedCall parsed_;
};

// Keeps letters and digits only, in lower case.
std::string essence(std::string_view s) {
  std::string result;
  for (char c : s) {
    if ('A' <= c && c <= 'Z') result += static_cast<char>(c - 'A' + 'a');
    if (('a' <= c && c <= 'z') || ('0' <= c && c <= '9')) result += c;
  }
  return result;
}

template <class E>
bool is_named(E e, const std::string& wanted) {
  if constexpr (std::is_same_v<E, Edition>) {
    if (essence(title(e)) == wanted) return true;
  }
  return essence(name(e)) == wanted;
}

template <class E>
E read_choice(std::string_view word, std::span<const E> choices, std::string_view kind) {
  const std::string wanted = essence(word);
  std::vector<std::string_view> names;
  for (E e : choices) {
    if (is_named(e, wanted)) return e;
    names.push_back(name(e));
  }
  const std::string hint = did_you_mean(word, names);
  throw UsageError(fmt::format("no {} {}{} {}", kind, in_quotes(word),
                               hint.empty() ? "; use one of" : hint + " All:", fmt::join(names, ", ")));
}

}  // namespace

Call ParsedCall::call() const { return call_of(*row, format, flat, lanes); }

bool ParsedCall::takes_vectors() const { return classay::takes_vectors(*row); }

ParsedCall read_call(std::string_view line, const Prefix& prefix, const Reading& reading) {
  return CallReader(line, reading).read(prefix);
}

Prefix read_prefix(std::string_view words) { return CallReader(words, {}).read_prefix(); }

// Editions with tables of their own, and clspv, which is based on one of them.
Edition read_edition(std::string_view word) {
  constexpr std::array kAll{Edition::clc20, Edition::spirv22, Edition::clc31, Edition::spirv31, Edition::clspv};
  return read_choice<Edition>(word, kAll, "specification");
}
Profile read_profile(std::string_view word) { return read_choice<Profile>(word, kProfiles, "profile"); }
Tier read_tier(std::string_view word) { return read_choice<Tier>(word, kTiers, "tier"); }
Mode read_mode(std::string_view word) { return read_choice<Mode>(word, kModes, "mode"); }

std::vector<Mode> read_modes(std::string_view words) {
  if (words == "all") return {kModes.begin(), kModes.end()};
  std::vector<Mode> modes;
  while (!words.empty()) {
    const std::size_t comma = std::min(words.find(','), words.size());
    const Mode mode = read_mode(words.substr(0, comma));
    if (std::ranges::find(modes, mode) == modes.end()) modes.push_back(mode);
    words.remove_prefix(std::min(comma + 1, words.size()));
  }
  return modes;
}

std::vector<Glob> read_globs(const std::vector<std::string>& patterns) {
  std::vector<Glob> globs;
  try {
    for (const std::string& p : patterns) globs.emplace_back(p);
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
  return globs;
}

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
