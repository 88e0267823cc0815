// Defines what `classay search` and its child exchange: one question, and one answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/task.h"

namespace classay {

struct SearchQuestion {
  Task task;
  bool takes_edition_of_device = false;  // the task's edition is unknown
  std::uint64_t inputs = 0;
  std::uint64_t seed = 0;
  bool compare = false;            // with as many random inputs
  std::vector<std::string> known;  // inputs to begin with, as text/inputs.h reads them
};

struct SearchAnswer {
  std::string case_name;
  Edition edition = Edition::none;
  SharedJson device;  // its description
  SearchRecord found;
  std::optional<SearchRecord> sampled;  // nullopt: no comparison
};

// All readers throw std::invalid_argument.
Json to_json(const SearchQuestion& question);
SearchQuestion search_question_from(const Json& json);
Json to_json(const SearchAnswer& answer);
SearchAnswer search_answer_from(const Json& json);

}  // namespace classay
