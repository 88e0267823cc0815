// Provides the results of a sweep as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/worker/sweep/result.h"

namespace classay {

inline std::vector<Json> json_results(const Sweep& sweep) {
  std::vector<Json> all;
  for (const CaseResult& result : results(sweep, "fake")) all.push_back(to_json(result));
  return all;
}

}  // namespace classay
