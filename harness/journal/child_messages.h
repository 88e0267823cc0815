// Defines what `classay search` and `classay repro` exchange with their children.
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

// The results of one lane of `repro`, as bit patterns of its components.
struct LaneReply {
  std::string input;
  std::vector<std::string> sent;     // with arguments from a buffer
  std::vector<std::string> literal;  // with constants
  bool literal_was_written = false;
  std::string literal_unbuilt;  // why the kernel of constants does not build; empty: it does
};

// Work-items of a bulk launch that have the same results.
struct CrowdReply {
  std::uint64_t work_items = 0;
  std::vector<std::vector<std::string>> results;  // by lane
};

struct ReproAnswer {
  SharedJson device;                            // its description
  std::vector<LaneReply> replies;               // for all vectors, lane by lane
  std::vector<std::vector<CrowdReply>> crowds;  // by vector
  std::vector<std::string> forms;               // all other call variants
  std::string error;                            // why there are no results; empty: there are
  std::string log;                              // the build log, if there is one
};

// All readers throw std::invalid_argument.
Json to_json(const SearchQuestion& question);
SearchQuestion search_question_from(const Json& json);
Json to_json(const SearchAnswer& answer);
SearchAnswer search_answer_from(const Json& json);
Json to_json(const ReproAnswer& answer);
ReproAnswer repro_answer_from(const Json& json);

}  // namespace classay
