// Collects what is wrong in the results of many launches: for each subject, such as a function, the first wrong result and
// the number of wrong results.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace classay {

class Objections {
 public:
  void add(const std::string& subject, const std::string& sentence) {
    auto& [first, count] = by_subject_[subject];
    if (count++ == 0) first = sentence;
  }
  std::vector<std::string> sentences() const {
    std::vector<std::string> all;
    for (const auto& [subject, found] : by_subject_) {
      const auto& [first, count] = found;
      all.push_back(count == 1 ? first : fmt::format("{}; one of {} wrong results", first, count));
    }
    return all;
  }

 private:
  std::map<std::string, std::pair<std::string, std::uint64_t>> by_subject_;
};

}  // namespace classay
