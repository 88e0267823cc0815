#include "harness/journal/input_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "harness/journal/read_json.h"
#include "harness/journal/stated_limits.h"
#include "harness/process/safe_file.h"
#include "harness/text/number.h"
#include "harness/text/visible.h"
#include "suites/signature.h"

namespace classay {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20;
constexpr std::size_t kMostLines = std::size_t{1} << 18;  // a task is one record (read_json.h)
constexpr std::string_view kBound = "<=";

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, from), text.size());
    if (end > from) words.emplace_back(text.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

// A hexadecimal number without an exponent is a bit pattern. All its digits are required, so that a pattern of one format is
// not read as a small number of another.
Bits read_value(const std::string& word, Type type) {
  if (!is_float(type)) return parse_number(word, type, Notation::bits).value.bits;
  const bool is_pattern = (word.starts_with("0x") || word.starts_with("0X")) &&
                          word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string::npos;
  if (!is_pattern) return parse_number(word, type, Notation::value).value.bits;
  const auto digits = static_cast<std::size_t>(width(type)) / 4;
  if (word.size() != digits + 2) {
    throw BadNumber(0, fmt::format("{} is not a bit pattern of {}, which has {} digits; write a number as {}p0",
                                   in_quotes(word), info(type).name, digits, word));
  }
  return parse_number(word, type, Notation::bits).value.bits;
}

bool is_called(const Row& row, std::string_view name) { return row.name == name || row.clc == name; }

std::string call_name(const Unit& unit) { return fmt::format("{} {}", unit.row->name, info(unit.format).name); }

// Throws std::invalid_argument.
std::vector<Tuple> read_lanes(const std::string& arguments, const Unit& unit) {
  const bool is_across = goes_across_lanes(unit.row->signature);
  const auto lanes = static_cast<std::size_t>(vector_lanes(unit));
  const std::vector<Type> types = argument_types(*unit.row, unit.format);
  const std::vector<std::string> words = split(arguments, is_across ? " \t" : " \t,");
  if (words.size() != types.size()) {
    throw std::invalid_argument(
        fmt::format("{} takes {}, not {}", call_name(unit), plural(types.size(), "argument"), words.size()));
  }
  std::vector<Tuple> all(lanes);
  for (std::size_t a = 0; a < types.size(); ++a) {
    const std::vector<std::string> values = is_across ? split(words[a], ",") : std::vector{words[a]};
    if (values.size() != lanes) {
      throw std::invalid_argument(fmt::format("{} has {}, and no selected case of {} takes so many", in_quotes(words[a]),
                                              plural(values.size(), "lane"), call_name(unit)));
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) all[lane].at(a) = read_value(values[lane], types[a]);
  }
  return all;
}

}  // namespace

InputList InputList::read(const std::filesystem::path& file) { return parse(read_file(file, kLargestFile), file.string()); }

InputList InputList::parse(const std::string& text, const std::string& name_of_file) {
  InputList list;
  list.hash_ = digest_of(text);
  std::istringstream in(text);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    const std::string where = name_of_file + ", line " + std::to_string(++number);
    line = trimmed(line.substr(0, line.find('#')));
    if (!line.empty()) list.lines_.push_back(read_line(line, where));
  }
  if (list.lines_.empty()) throw std::invalid_argument(name_of_file + " has no inputs; write one call per line");
  if (list.lines_.size() > kMostLines) {
    throw std::invalid_argument(
        fmt::format("{} has {} inputs; split it into files of at most {}", name_of_file, list.lines_.size(), kMostLines));
  }
  return list;
}

InputList::Line InputList::read_line(const std::string& text, const std::string& where) {
  Line line{.where = where, .name = "", .format = "", .arguments = text, .ulp = std::nullopt};
  if (const std::size_t bound = text.find(kBound); bound != std::string::npos) {
    std::vector<std::string> words = split(text.substr(bound + kBound.size()), " \t");
    if (words.size() == 2 && words[1] == "ulp") words.pop_back();
    try {
      line.ulp = read_ulp(words.size() == 1 ? words[0] : trimmed(text.substr(bound + kBound.size())));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(where + ": " + e.what());
    }
    line.arguments = text.substr(0, bound);
  }
  if (const std::size_t colon = line.arguments.find(':'); colon != std::string::npos) {
    const std::vector<std::string> words = split(line.arguments.substr(0, colon), " \t");
    if (words.size() != 2) {
      throw std::invalid_argument(fmt::format("{}: {} is not a builtin and a format, such as 'sin f32'", where,
                                              in_quotes(line.arguments.substr(0, colon))));
    }
    line.name = words[0];
    line.format = words[1];
    line.arguments.erase(0, colon + 1);
  }
  return line;
}

ListedCall InputList::call_of(const Line& line, const Unit& unit) {
  if (!line.name.empty() && (!is_called(*unit.row, line.name) || type_named(line.format) != unit.format)) {
    throw std::invalid_argument(in_quotes(line.name + " " + line.format) + " is not one of the selected cases");
  }
  if (line.ulp && !is_float(result_types(*unit.row, unit.format).front())) {
    throw std::invalid_argument("the results of " + call_name(unit) + " have no error in ulp; leave out the bound");
  }
  try {
    ListedCall call{.lanes = read_lanes(line.arguments, unit)};
    if (line.ulp) call.limit = {.ulp = *line.ulp, .clause = line.where};
    return call;
  } catch (const BadNumber& e) {
    throw std::invalid_argument(call_name(unit) + ": " + e.what());
  }
}

std::vector<ListedCall> InputList::of(const Unit& unit) const {
  std::vector<ListedCall> calls;
  std::map<std::vector<Tuple>, std::size_t> places;
  for (const Line& line : lines_) {
    try {
      ListedCall call = call_of(line, unit);
      const auto [place, is_new] = places.emplace(call.lanes, calls.size());
      if (is_new) {
        calls.push_back(std::move(call));
        continue;
      }
      std::optional<StatedLimit>& limit = calls[place->second].limit;
      if (call.limit && (!limit || call.limit->ulp < limit->ulp)) limit = call.limit;
    } catch (const std::invalid_argument&) {
      continue;  // a call of other units: require_use
    }
  }
  return calls;
}

void InputList::require_use(std::span<const Unit> units) const {
  for (const Line& line : lines_) {
    std::string why = "no case is selected";
    bool is_of_name = false;
    const auto fits = [&](const Unit& unit) {
      try {
        call_of(line, unit);
        return true;
      } catch (const std::invalid_argument& e) {
        // The reason of a unit of that name is more specific.
        const bool has_name = is_called(*unit.row, line.name) && type_named(line.format) == unit.format;
        if (has_name || !is_of_name) why = e.what();
        is_of_name = is_of_name || has_name;
        return false;
      }
    };
    if (!std::ranges::any_of(units, fits)) {
      throw std::invalid_argument(fmt::format("{}: not an input of any selected case: {}", line.where, why));
    }
  }
}

}  // namespace classay
