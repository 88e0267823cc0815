// Adds up the time of a run's builtins from the results of its journal. Each group has one line: group of builtins (math),
// format and number of arguments.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "harness/journal/case_result.h"
#include "reference/number/type.h"

namespace classay {

struct GroupCost {
  std::uint64_t cases = 0;
  std::uint64_t not_passed = 0;
  std::uint64_t inputs = 0;  // judged, each at its width
  double seconds = 0;        // worker time: a unit's time is divided among its widths
  double device_seconds = 0;
  double build_seconds = 0;
  double largest_ulp = 0;  // among passed results
  std::string largest_of;  // case with that error
};

class SuiteCosts {
 public:
  // Only results of builtins that ran count. A repeated result, as in a resumed run, replaces
  // the earlier one.
  void add(const CaseResult& result);

  bool is_empty() const { return results_.empty(); }
  std::string text() const;
  std::string json_lines() const;

 private:
  using Key = std::tuple<std::string, std::size_t, Type>;  // group, arguments, format
  std::map<Key, GroupCost> groups() const;

  std::map<std::string, std::pair<Key, GroupCost>> results_;  // by case
};

}  // namespace classay
