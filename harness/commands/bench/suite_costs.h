// What the builtins of a run took, group by group, from the results of its journal: a line stands for builtins of one
// group (math), one format and one number of arguments.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "harness/protocol/read_json.h"
#include "reference/number/type.h"

namespace classay {

struct GroupCost {
  std::uint64_t cases = 0;
  std::uint64_t not_passed = 0;
  std::uint64_t inputs = 0;  // judged, each at its width
  double seconds = 0;        // of the workers: a unit's time is shared among its widths
  double device_seconds = 0;
  double build_seconds = 0;
  double largest_ulp = 0;  // of those that passed, and
  std::string largest_of;  // whose it is
};

class SuiteCosts {
 public:
  // A line of a journal; what is no result of a builtin that was asked counts for nothing. Results that come again, as a
  // run that went on may have them, replace what was there.
  void add(const Json& line);

  bool is_empty() const { return results_.empty(); }
  std::string text() const;
  std::string json_lines() const;

 private:
  using Key = std::tuple<std::string, std::size_t, Type>;  // group, arguments, format
  std::map<Key, GroupCost> groups() const;

  std::map<std::string, std::pair<Key, GroupCost>> results_;  // by case
};

}  // namespace classay
