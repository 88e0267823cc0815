// Lists the gaps in coverage: rows and formats that no run tests, with the reason. Selection uses the rest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/cases.h"

namespace classay {

// A format of a row that a front end does not test, and the reason.
struct Hole {
  enum class Kind : std::uint8_t {
    no_form,  // the language has no such call
    not_yet,  // the language has the call, but no test exists
  };
  Kind kind = Kind::not_yet;
  std::string why;
};
std::string_view name(Hole::Kind kind);  // "no form", "not asked yet"

// Returns nullopt if cases of the table or a probe case (probe_results.h) test it. Precondition: a format of the row.
std::optional<Hole> hole(FrontEnd front_end, const Row& row, Type format);

// Returns the OpenCL.std numbers of all rows, ascending: all 162 of them.
std::vector<int> instruction_numbers();

}  // namespace classay
